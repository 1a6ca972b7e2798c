from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.topics import Rejected, read_topics, slug, slugs, topic_of
from wellsourced_core.errors import InputError
from wellsourced_core.model import Topic


def read(tmp_path: Path, text: str) -> list[Topic | Rejected]:
    path = tmp_path / "topics"
    path.write_bytes(text.encode("utf-8"))
    return list(read_topics(path))


def test_a_text_file_has_a_topic_a_line(tmp_path: Path) -> None:
    topics = read(tmp_path, "\ufeffNoise at night\r\n\r\n# a remark\r\nCoffee prices\r\nNoise at night\r\n")
    assert topics == [Topic("", "Noise at night"), Topic("", "Coffee prices")]


def test_json_lines_carry_settings_and_notes(tmp_path: Path) -> None:
    topics = read(
        tmp_path, '{"id": "a", "topic": "Noise", "mode": "quick", "words": 200, "notes": "55 dB at night."}\n'
    )
    assert topics == [Topic("a", "Noise", "quick", "", 200, ("55 dB at night.",))]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"id": "b"}', "topic"),
        ('{"topic": 7}', "topic"),
        ('{"topic": "x", "mode": "slow"}', "mode"),
        ('{"topic": "x", "words": 3}', "words"),
        ('{"topic": "x", "notes": [1]}', "notes"),
        ('{"topic": "!!"}', "no word"),
        ("{nonsense", "JSON"),
        ('{"id": "a", "topic": "another"}', "used twice"),
        ("null", "is null, not an object"),
        ('{"topic": "x", "seed_ulrs": []}', "'seed_ulrs' is not a key of a topic: did you mean 'seed_urls'?"),
        ('{"topic": "x", "Note": ""}', "did you mean 'notes'?"),
        ('{"topic": "x", "Words": 500}', "did you mean 'words'?"),
        ('{"topic": "x", "prefile": ""}', "did you mean 'profile'?"),
        ('{"topic": "x", "profiles": "strict"}', "did you mean 'profile'?"),
        ('{"topic": "x", "nottes": ""}', "did you mean 'notes'?"),
    ],
)
def test_a_bad_line_is_a_value_and_the_others_are_read(tmp_path: Path, line: str, problem: str) -> None:
    first, bad, last = read(tmp_path, f'{{"id": "a", "topic": "Noise"}}\n{line}\n{{"topic": "Coffee"}}\n')
    assert isinstance(bad, Rejected)
    assert bad.line == 2
    assert problem in str(bad.error)
    assert (first, last) == (Topic("a", "Noise"), Topic("", "Coffee"))


def test_keys_of_the_users_own_mean_nothing(tmp_path: Path) -> None:
    line = '{"topic": "Noise", "expected": "full", "code": "A-12", "missing": [], "searched": []}'
    assert read(tmp_path, line) == [Topic("", "Noise")]
    line = '{"topic": "Noise", "topic_id": 1, "TOPIC_ID": 2, "model": "x", "idx": 3, "ids": [], "votes": 4}'
    assert read(tmp_path, line) == [Topic("", "Noise")]


@pytest.mark.parametrize(
    ("own", "topic"),
    [
        ('"profiler": "py-spy"', Topic("", "Noise")),
        ('"profiles": ["strict"]', Topic("", "Noise")),
        ('"word": "din"', Topic("", "Noise")),
        ('"note": 3', Topic("", "Noise")),
        ('"note": "ask Jo", "notes": "55 dB."', Topic("", "Noise", notes=("55 dB.",))),
    ],
)
def test_a_key_like_a_topics_is_the_users_own_beside_that_one_or_with_another_value(
    tmp_path: Path, own: str, topic: Topic
) -> None:
    assert read(tmp_path, f'{{"topic": "Noise", {own}}}') == [topic]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[{"topic": "Noise"}]', "is a JSON list"),
        ('[\n  {"topic": "Noise"}\n]\n', "is a JSON list"),
        ('["Noise at night"]', "is a JSON list"),
        ("topic,mode\nNoise,quick\n", "is a table"),
        ('"id";"Topic"\n1;Noise\n', "is a table"),
        ("id\ttopic\twords\n", "is a table"),
    ],
)
def test_j95_a_file_of_another_kind_is_refused_whole(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read(tmp_path, text)


def test_topics_that_look_a_little_like_another_kind_are_topics(tmp_path: Path) -> None:
    lines = ['["Heroes" by David Bowie', "[Update] Noise at night", "Noise, topic of the night", "Prices, wages, rents"]
    assert [one.question for one in read(tmp_path, "\n".join(lines)) if isinstance(one, Topic)] == lines


def test_a_null_says_nothing_of_the_lines_behind_it(tmp_path: Path) -> None:
    bad, good = read(tmp_path, 'null\n{"topic": "Noise"}\n')
    assert isinstance(bad, Rejected)
    assert bad.error.problem == "is null, not a topic"
    assert good == Topic("", "Noise")


@pytest.mark.parametrize("line", ['{"topic": "x', '{"topic": "x"}', '{ "id": 7', "null", '[{"topic": "x"}]', "["])
def test_a_json_line_in_a_plain_file_is_no_topic(tmp_path: Path, line: str) -> None:
    first, bad, last = read(tmp_path, f"Noise at night\n{line}\nCoffee {{prices}}\n")
    assert (first, last) == (Topic("", "Noise at night"), Topic("", "Coffee {prices}"))
    assert isinstance(bad, Rejected)
    assert "is JSON among topics in plain text" in str(bad.error)


@pytest.mark.parametrize("content", [b"", b"\n\n# only a remark\n", b"\xff\xfe\x00n"])
def test_a_file_without_a_topic_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "topics"
    path.write_bytes(content)
    with pytest.raises(InputError):
        list(read_topics(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_topics(tmp_path / "none"))


def test_a_question_without_a_word_is_refused() -> None:
    with pytest.raises(InputError, match="no word"):
        topic_of(" ?! ")


@pytest.mark.parametrize(
    "name", ["../../etc/x", "/abs", "CON", "a/b", ".", "", "x" * 300, "a\0b", "a\nb", "🎉", "dots."]
)
def test_h10_a_topic_becomes_a_safe_folder(name: str) -> None:
    made = slug(name)
    assert made
    assert len(made) <= 70
    assert made.strip(".") == made
    assert not set(made) & set('/\\\0\n:*?"<>|')
    assert made not in {"con", "nul", "."}


@settings(max_examples=200)
@given(st.lists(st.text(max_size=80), max_size=12, unique=True))
def test_h11_folders_are_distinct_even_without_case_and_accents(names: list[str]) -> None:
    import unicodedata

    made = [name for _, name in slugs(Topic("", question) for question in names)]
    folded = {
        "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
        for name in made
    }
    assert len(folded) == len(made)


def test_h11_names_that_differ_by_an_accent_do_not_share_a_folder() -> None:
    made = [
        name for _, name in slugs(iter([Topic("", "Café prices"), Topic("", "Cafe prices"), Topic("", "CAFE PRICES")]))
    ]
    assert made[0] == "café-prices"
    assert len(set(made)) == 3


@pytest.mark.parametrize("name", ["x" * 5_000, "a/" * 3_000])
def test_j79_topics_by_a_name_that_no_file_can_have_are_not_there(name: str) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        list(read_topics(Path(name)))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (gzip.compress(b"Noise at night\n" * 50), "is compressed"),
        (b"PK\x03\x04\x14\x00\x06\x00\x08\n[Content_Types].xml\n", "is a ZIP archive"),
        (b"%PDF-1.7\n1 0 obj\nNoise\n", "is a PDF"),
        (bz2.compress(b"Noise at night\n" * 50), "is compressed"),
        ("Noise\nLanes\n".encode("utf-16-le"), "is not a text file"),
        (b"SQLite format 3\0\x10\n", "is a corpus"),
    ],
    ids=["gzip", "xlsx", "pdf", "bzip2", "utf-16", "sqlite"],
)
def test_j134_a_file_that_is_no_text_is_refused_whole(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "topics"
    path.write_bytes(data)
    with pytest.raises(InputError, match=problem):
        list(read_topics(path))


@pytest.mark.parametrize("topic", ["%PDF-A and archiving", "BZh9 in Unix"])
def test_a_topic_may_begin_almost_like_a_binary_file(tmp_path: Path, topic: str) -> None:
    assert read(tmp_path, f"{topic}\n") == [Topic("", topic)]


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", ">>>>>>> other", "||||||| 1a2b", "<<<<<<<"])
@pytest.mark.parametrize("topics", ["Noise\n{}\nLanes\n", '{{"topic": "Noise"}}\n{}\n'])
def test_j134_a_conflict_that_git_left_is_no_topic(tmp_path: Path, mark: str, topics: str) -> None:
    with pytest.raises(InputError, match=r":2: is a conflict that git left"):
        read(tmp_path, topics.format(mark))
    assert read(tmp_path, "<<<<<<<< or <<< in C++\n") == [Topic("", "<<<<<<<< or <<< in C++")]
