"""A folder of documents becomes sources; what cannot be read is named with its reason."""

import json
import os
from datetime import date
from pathlib import Path

import pytest

from retrieval.build_corpus import build_corpus
from retrieval.documents import Skipped, read_folder
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source


def put(folder: Path, name: str, content: str | bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


def only(folder: Path) -> Source:
    (source,) = read_folder(folder)
    assert isinstance(source, Source)
    return source


def reason(folder: Path) -> str:
    (skipped,) = read_folder(folder)
    assert isinstance(skipped, Skipped)
    return skipped.reason


def test_markdown_with_front_matter(tmp_path: Path) -> None:
    put(
        tmp_path,
        "a.md",
        '---\ntitle: "Tea: a story"\nurl: https://example.org/tea\ndate: 2024-05-01\nx: y\n---\n# Other\nBody.',
    )
    source = only(tmp_path)
    assert source == Source("a.md", "https://example.org/tea", "Tea: a story", "# Other\nBody.", date(2024, 5, 1))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Intro\n\n## Tea ##\nBody", "Tea"),
        ("```\n# no title\n```\n# Tea\nBody", "Tea"),
        ("Tea\n===\nBody", "Tea"),
        ("#hashtag\nno heading", "page"),
        ("---\ntitle: never closed\n# Tea", "Tea"),
    ],
)
def test_the_first_heading_is_the_title_of_markdown_without_one(tmp_path: Path, text: str, title: str) -> None:
    put(tmp_path, "sub/page.md", text)
    source = only(tmp_path)
    assert (source.title, source.url, source.id) == (title, "sub/page.md", "sub/page.md")


def test_text_with_header_lines(tmp_path: Path) -> None:
    put(
        tmp_path,
        "a.txt",
        "Title: Tea\r\nURL: https://example.org/t\r\nDate: May 1, 2024\r\n\r\nBody.\r\nMore.",
    )
    assert only(tmp_path) == Source("a.txt", "https://example.org/t", "Tea", "Body.\nMore.", date(2024, 5, 1))


def test_front_matter_names_its_address_and_day_as_others_do(tmp_path: Path) -> None:
    clipped = "---\ntitle: Tea\nsource: https://example.org/tea\npermalink: /tea/\npublished: 2024-05-01\n---\nBody."
    put(tmp_path, "a.md", clipped)
    source = only(tmp_path)
    assert (source.url, source.title, source.published) == ("https://example.org/tea", "Tea", date(2024, 5, 1))
    put(tmp_path, "a.md", "---\nsource: The Tea Post\nlink: /tea/\nupdated: soon\nlastmod: 2024-05-02\n---\nBody.")
    source = only(tmp_path)
    assert (source.url, source.published) == ("a.md", date(2024, 5, 2))


@pytest.mark.parametrize(
    "text",
    [
        "Source: https://example.org/t\n\n# Tea\n\nBody.",
        "# Tea\n\nSource: https://example.org/t\n\nBody.",
        "TEA POST\nhttps://example.org/t\n\nBody.",
    ],
)
def test_an_address_that_stands_alone_at_the_top_is_the_text_s(tmp_path: Path, text: str) -> None:
    for name in ("a.txt", *(["b.md"] if "Source" in text else [])):
        put(tmp_path, name, text)
    assert {source.url for source in read_folder(tmp_path) if isinstance(source, Source)} == {"https://example.org/t"}


@pytest.mark.parametrize(
    "text",
    [
        "Tea\nhttps://example.org/t\nhttps://example.org/u\n\nBody.",
        "Tea\nSee https://example.org/t\n\nBody.",
        "Tea\n" * 8 + "https://example.org/t\n",
        "Source: the Tea Post\n\nBody.",
        "Tea\n\nRead also:\nhttps://example.org/related\n\nBody.",
        "Tea\n\nTea is served cold.\nSource: https://example.org/study\n",
        "Tea\n\n![a cup](cup.png)\nSource: https://example.org/photo\n\nBody.",
    ],
)
def test_other_addresses_are_not_the_text_s(tmp_path: Path, text: str) -> None:
    put(tmp_path, "a.txt", text)
    source = only(tmp_path)
    assert source.url == "a.txt"
    assert source.text == text.strip()


def test_a_first_line_in_bold_is_the_title_of_markdown_without_a_heading(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "**Tea: a thread**\n\n**ann** 3 May: It is cold.\n")
    assert only(tmp_path).title == "Tea: a thread"


def test_text_without_a_header_has_its_first_line_as_title_and_loses_nothing(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "\nTea: a story\nNote: it is long\n\nBody.")
    source = only(tmp_path)
    assert (source.title, source.text) == ("Tea: a story", "Tea: a story\nNote: it is long\n\nBody.")


def test_html_gives_title_text_date_and_address(tmp_path: Path) -> None:
    page = """<html><head><title>Tea</title><link rel="canonical" href="https://example.org/tea">
    <meta property="article:published_time" content="2024-05-01T10:00:00Z"></head>
    <body><nav>Home | About</nav>
    <article><h1>Tea</h1><p>About half of the tea of the country grows in this valley, most of it black.</p>
    <p>The first gardens were planted by companies in the nineteenth century.</p></article></body></html>"""
    put(tmp_path, "a.html", page)
    source = only(tmp_path)
    assert (source.title, source.url, source.published) == (
        "Tea",
        "https://example.org/tea",
        date(2024, 5, 1),
    )
    assert "nineteenth century" in source.text
    assert "Home" not in source.text


def test_json_lines_give_a_source_each(tmp_path: Path) -> None:
    lines = [
        {
            "id": "x",
            "url": "https://example.org/1",
            "title": "One",
            "text": "Body one.",
            "published": "2024-05-01",
        },
        {"url": "", "title": "", "text": "Body two.", "retrieved": "2024-06-01", "provider": "feed"},
    ]
    put(tmp_path, "a.jsonl", "\n".join(map(json.dumps, lines)))
    one, two = read_folder(tmp_path)
    assert one == Source("x", "https://example.org/1", "One", "Body one.", date(2024, 5, 1))
    assert two == Source("a.jsonl#2", "a.jsonl#2", "", "Body two.", None, "2024-06-01", "feed")


def test_a_bad_json_line_is_named(tmp_path: Path) -> None:
    put(tmp_path, "a.jsonl", '{"url": "", "title": "", "text": "x"}\n{"url": "", "title": 5, "text": "x"}')
    assert reason(tmp_path) == '"title" is a number, not a string (a.jsonl:2)'


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.md", "", "no text"),
        ("a.txt", "Title: x\n\n \n", "no text"),
        ("a.txt", b"\x00\x01\x02", "NUL"),
        ("a.md", bytes(range(1, 256)) * 20, "is not text"),
        ("a.txt", "東京は大きい。".encode("shift-jis") * 9, "is not text"),
        ("a.md", b"\xff\xfe\x00\x01\x02 nonsense \xff", "is not text"),
        ("a.doc", "x", ".doc"),
        ("noext", "x", "none"),
        ("a.html", "<html><body></body></html>", "no text"),
        ("a.html", b"\x89PNG....", "an image"),
        ("a.jsonl", "", "no text"),
    ],
)
def test_what_gives_no_source_is_skipped_with_its_reason(
    tmp_path: Path, name: str, content: str | bytes, why: str
) -> None:
    put(tmp_path, name, content)
    assert why in reason(tmp_path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_texts_of_many_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    put(tmp_path, "a.md", "# Die Brücke\n\n\tSie kostet 4 Millionen €.\f\n".encode(encoding))
    [source] = read_folder(tmp_path)
    assert isinstance(source, Source)
    assert source.title == "Die Brücke"


def test_a_pipe_is_skipped_and_hidden_files_are_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    put(tmp_path, ".git/b.md", "# x")
    put(tmp_path, ".c.md", "# x")
    assert "regular file" in reason(tmp_path)


def test_files_come_in_order_of_their_path_and_a_bad_one_ends_nothing(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.md", "a.md", "a/b.html"):
        put(tmp_path, name, "# Title\nBody." if name.endswith("md") else "")
    names = [d.id if isinstance(d, Source) else d.path for d in read_folder(tmp_path)]
    assert names == sorted(names) == ["a.md", "a/b.html", "a/z.md", "b.md"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        list(read_folder(tmp_path / "missing"))


def test_j83_links_that_lead_in_a_circle_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "# Mill\n\nThe mill opened.")
    (tmp_path / "b.md").symlink_to("b.md")
    found = list(read_folder(tmp_path, but=tmp_path / "corpus.sqlite"))
    assert [one.id for one in found if isinstance(one, Source)] == ["a.md"]
    assert [one.path for one in found if isinstance(one, Skipped)] == ["b.md"]


def test_j83_a_folder_that_cannot_be_entered_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "a.md", "# Mill\n\nThe mill opened.")
    put(tmp_path, "shut/b.md", "# Flood\n\nThe flood came.")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("shut"):  # an administrator may enter every folder
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = list(read_folder(tmp_path))
    assert [one.id for one in found if isinstance(one, Source)] == ["a.md"]
    assert Skipped("shut", "cannot be entered") in found


def test_j135_what_could_not_be_read_is_named_where_an_older_corpus_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, corpus = tmp_path / "d", tmp_path / "c.sqlite"
    put(folder, "a.txt", "A mill.")
    assert build_corpus(folder, str(corpus)).documents == 1
    before = corpus.read_bytes()
    monkeypatch.setattr("retrieval.documents._LARGEST", 5)
    with pytest.raises(InputError, match=r"can be read: a\.txt is larger than 50 MiB: the corpus there"):
        build_corpus(folder, str(corpus))
    put(folder, "b.txt", "Another mill.")
    with pytest.raises(InputError, match=r"a\.txt is larger than 50 MiB, and 1 more cannot"):
        build_corpus(folder, str(corpus))
    for one in folder.iterdir():
        one.rename(one.with_suffix(".png"))
    with pytest.raises(InputError, match="no document of a supported type"):
        build_corpus(folder, str(corpus))
    assert corpus.read_bytes() == before


@pytest.mark.parametrize("name", ["x.txt", "x.jsonl", "x.html"])
def test_j137_a_file_that_would_be_waited_for_is_named(tmp_path: Path, name: str) -> None:
    put(tmp_path, "a.txt", "A mill.")
    (tmp_path / name).symlink_to("/proc/kmsg")  # the kernel's log: reading it waits for its next line
    found = list(read_folder(tmp_path))
    assert [one.path for one in found if isinstance(one, Skipped)] == [name]
    assert len(found) == 2
