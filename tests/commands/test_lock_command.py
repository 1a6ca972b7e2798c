"""`lock` and `lock --check` as a user runs them; a loopback server is the web."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.web import Server, reply

from retrieval.lockfile import GIVEN, read_lock, seal
from wellsourced.cli import main

MILL = "The mill of Varne opened in 1871. Its wheel drove four pairs of stones, and a miller lived upstairs."
FLOOD = "The flood of 1908 carried off the bridge below the mill. Volunteers rebuilt it within eleven weeks."
WALL = "Just a moment... Checking your browser before accessing the site. Please enable JavaScript and cookies."

Lock = Callable[..., tuple[int, str, str]]


def page(text: str) -> bytes:
    paragraphs = "".join(f"<p>{part.strip()}.</p>" for part in text.rstrip(".").split(". "))
    head = "<title>Varne</title><meta property='article:published_time' content='2025-01-02'>"
    return reply(f"<html><head>{head}</head><body><article><h1>Varne</h1>{paragraphs}</article></body></html>")


def write(server: Server, *paths: str, name: str = "draft.md") -> None:
    sentences = ("The mill of Varne opened in 1871 [1].", "The flood of 1908 carried off the bridge [2].")
    entries = "\n".join(f"{n}. {server.url(path)}" for n, path in enumerate(paths, 1))
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(f"# Varne\n\n{' '.join(sentences[: len(paths)])}\n\n## References\n\n{entries}\n", "utf-8")


@pytest.fixture
def lock(desk: Path, capsys: pytest.CaptureFixture[str]) -> Lock:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["lock", "--as-of", "2026-11-21", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def statuses(out: str) -> list[str]:
    return [line.split()[0] for line in out.splitlines()]


def test_a_lock_holds_what_was_read_and_what_carries_the_citations(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL), flood=reply(FLOOD, mime="text/plain"))
    write(server, "/mill", "/flood")
    assert lock("draft.md") == (0, "2 sources locked into sources.lock, 0 not\n", "")
    header, *rows = map(json.loads, Path("sources.lock").read_text("utf-8").splitlines())
    assert header == {"schema": "wellsourced.lock/1"}
    flood, mill = rows
    assert mill["url"] == server.url("/mill")
    assert mill["canonical"] == server.url("/mill").replace("http:", "https:")
    assert (mill["retrieved"], mill["published"]) == ("2026-11-21", "2025-01-02")
    assert mill["extractor"].startswith("trafilatura ")
    assert flood["extractor"] == "text"
    assert flood["text"] == FLOOD
    assert len(flood["sha256"]) == 64
    assert any("1871" in passage for passage in mill["evidence"])


def test_the_same_drafts_give_the_same_bytes(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL), flood=page(FLOOD))
    write(server, "/mill", "/flood")
    lock("draft.md")
    first = Path("sources.lock").read_bytes()
    lock("draft.md")
    assert Path("sources.lock").read_bytes() == first


def test_a_lock_grows_by_what_another_draft_cites(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL), flood=page(FLOOD))
    write(server, "/mill")
    lock("draft.md")
    write(server, "/flood", name="other.md")
    lock("other.md")
    assert len(read_lock(Path("sources.lock"))) == 2


def test_a_lock_lies_beside_its_drafts_and_a_new_one_takes_the_place_of_none(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL), flood=page(FLOOD))
    write(server, "/mill", name="a/one.md")
    write(server, "/flood", name="b/two.md")
    assert lock("a", "b")[0] == 0
    assert [len(read_lock(Path(folder, "sources.lock"))) for folder in ("a", "b")] == [1, 1]
    assert not Path("sources.lock").exists()


def test_what_cannot_be_read_is_named_and_the_rest_is_locked(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill", "/flood")
    code, out, err = lock("draft.md")
    assert (code, out) == (3, "1 source locked into sources.lock, 1 not\n")
    assert f"{server.url('/flood')}: answers with status 404" in err


def audit_locked(capsys: pytest.CaptureFixture[str]) -> str:
    """Return all that `audit --locked` prints."""
    main(["audit", "draft.md", "--locked"])
    return "".join(capsys.readouterr())


def test_a_wall_is_not_locked(lock: Lock, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server.routes(mill=reply(WALL, mime="text/plain"))
    write(server, "/mill")
    code, _, err = lock("draft.md")
    assert (code, read_lock(Path("sources.lock"))) == (3, ())
    assert "a bot wall" in err
    assert "not locked, " in audit_locked(capsys)


def test_what_could_not_be_locked_is_named_alike_and_never_to_be_locked_again(
    lock: Lock, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill", "/flood")
    named = f"not locked, {server.url('/flood')}: answers with status 404"
    assert named in lock("draft.md")[2]
    told = audit_locked(capsys)
    assert f"{named}\n" in told
    assert "run `wellsourced lock`" not in told
    assert "lock it" not in told
    server.routes(mill=page(MILL), flood=page(FLOOD))
    assert lock("draft.md")[0] == 0  # it was only asked for too early
    assert "not locked" not in audit_locked(capsys)
    server.routes(mill=page(MILL))
    assert lock("draft.md")[0] == 3  # the text of before stays
    assert "not locked" not in audit_locked(capsys)


def test_an_invented_link_is_named_with_what_its_server_answered(
    lock: Lock, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill")
    assert lock("draft.md")[0] == 0
    links = f"It opened in 1871 ([Mill]({server.url('/mill')})). It burnt ([Fire]({server.url('/made-up')}))."
    Path("draft.md").write_text(f"{links}\n", "utf-8")

    def told() -> str:
        assert main(["audit", "draft.md", "--locked", "--format", "json"]) == 1
        [finding] = json.loads(capsys.readouterr().out)["files"][0]["findings"]
        assert (finding["code"], finding["severity"]) == ("C104", "error")
        return str(finding["message"])

    assert "check that there is such a page, then lock it" in told()
    assert lock("draft.md")[0] == 3
    assert "could not be locked: answers with status 404: correct or remove the link" in told()
    before = Path("sources.lock").read_bytes()
    assert lock("draft.md")[0] == 3
    assert Path("sources.lock").read_bytes() == before


def test_what_the_network_may_bring_another_time_is_not_noted(
    lock: Lock, server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill", "/flood")
    text = Path("draft.md").read_text("utf-8")
    Path("draft.md").write_text(text.replace(server.url("/flood"), "http://127.0.0.1:9/flood"), "utf-8")
    monkeypatch.setenv("WELLSOURCED_TRUSTED_HOSTS", f"{server.authority},127.0.0.1:9")
    assert lock("draft.md")[0] == 3
    assert "is not in sources.lock: check that there is such a page" in audit_locked(capsys)


def test_no_network_at_all_is_a_failure(lock: Lock, server: Server) -> None:
    Path("draft.md").write_text("It opened in 1871 [1].\n\n## References\n\n1. https://nowhere.invalid/a\n", "utf-8")
    assert lock("draft.md")[0] == 4


def test_a_source_without_an_address_is_named_and_no_network_failure(lock: Lock, server: Server) -> None:
    Path("draft.md").write_text("The mill of Varne opened in 1871 [1].\n", "utf-8")
    Path("draft.sources.jsonl").write_text(json.dumps({"url": "", "title": "Mill", "text": MILL}) + "\n", "utf-8")
    code, _, err = lock("draft.md")
    assert (code, err) == (3, "not locked, Mill: has no address\n")


def test_a_refused_address_is_no_network_failure(lock: Lock, server: Server) -> None:
    Path("draft.md").write_text("It opened in 1871 [1].\n\n## References\n\n1. http://10.0.0.1/a\n", "utf-8")
    assert lock("draft.md")[0] == 3


def test_a_draft_that_cites_nothing_has_nothing_to_lock(lock: Lock, desk: Path) -> None:
    Path("draft.md").write_text("# Nothing\n\nNo citation here.\n", "utf-8")
    assert lock("draft.md")[0] == 3
    assert not Path("sources.lock").exists()


def test_a_draft_that_cites_nothing_is_named_among_others(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill")
    Path("idle.md").write_text("# Nothing\n\nNo citation here.\n", "utf-8")
    code, out, err = lock("draft.md", "idle.md")
    assert (code, out) == (3, "1 source locked into sources.lock, 0 not\n")
    assert err == "not locked, idle.md: cites no source with a text or an address\n"


def test_lock_names_drafts_or_is_wrong(lock: Lock, desk: Path) -> None:
    assert lock()[0] == 2
    assert lock("--check")[0] == 2
    Path("sources.lock").write_text("", "utf-8")
    code, _, err = lock("--check", "missing.md")
    assert (code, err) == (2, "error: missing.md: there is no such file: check the path\n")


def test_texts_that_are_handed_in_are_locked_as_they_are(lock: Lock, server: Server) -> None:
    write(server, "/mill")
    row = {"n": 1, "url": server.url("/mill"), "title": "Mill", "text": MILL}
    Path("draft.sources.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    assert lock("draft.md")[0] == 0
    assert server.connections == 0
    (locked,) = read_lock(Path("sources.lock"))
    assert (locked.extractor, locked.source.text, locked.source.title) == (GIVEN, MILL, "Mill")
    server.routes(mill=page(f"{MILL} And more."))
    assert statuses(lock("--check")[1]) == ["unchanged"]
    server.routes(mill=page(FLOOD))
    code, out, _ = lock("--check")
    assert (code, statuses(out)) == (1, ["evidence-gone"])


@pytest.mark.parametrize(
    ("now", "code", "status"),
    [
        (page(MILL), 0, "unchanged"),
        (page(MILL + " A cafe opened in 2026."), 0, "drifted"),
        (page(MILL.replace("1871", "1881")), 1, "evidence-gone"),
        (reply("", "404 Not Found"), 3, "unreachable"),
        (reply("", "403 Forbidden"), 3, "unreachable"),
    ],
)
def test_check_says_what_became_of_a_page(lock: Lock, server: Server, now: bytes, code: int, status: str) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill")
    lock("draft.md")
    before = Path("sources.lock").read_bytes()
    server.routes(mill=now)
    ended, out, _ = lock("--check")
    assert (ended, statuses(out)) == (code, [status])
    assert ("R406" in out) == (status in ("drifted", "evidence-gone"))
    assert Path("sources.lock").read_bytes() == before


def test_check_with_the_network_down_is_a_failure(lock: Lock, server: Server, desk: Path) -> None:
    record = {"url": "https://nowhere.invalid/a", "title": "", "text": MILL}
    write(server, "/mill")
    Path("draft.sources.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    assert lock("draft.md")[0] == 0
    code, out, _ = lock("--check", "draft.md")
    assert (code, statuses(out)) == (4, ["unreachable"])


def test_evidence_that_is_gone_outweighs_a_page_that_is_not_reached(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL), flood=page(FLOOD))
    write(server, "/mill", "/flood")
    lock("draft.md")
    server.routes(mill=page(FLOOD))
    code, out, _ = lock("--check", "--format", "json")
    record = json.loads(out)
    assert code == 1
    assert record["schema"] == "wellsourced.lock-check/1"
    assert record["summary"] == {"unchanged": 0, "drifted": 0, "evidence-gone": 1, "unreachable": 1}
    assert [row["url"] for row in record["sources"]] == [server.url("/flood"), server.url("/mill")]


def test_locking_again_takes_the_new_text_and_tells_what_it_no_longer_says(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill")
    lock("draft.md")
    server.routes(mill=page(MILL.replace("1871", "1881")))
    code, _, err = lock("draft.md")
    assert code == 0
    assert err.startswith("evidence-gone, ")
    assert statuses(lock("--check")[1]) == ["unchanged"]


def test_another_version_of_the_reader_is_told(lock: Lock, server: Server) -> None:
    server.routes(mill=page(MILL))
    write(server, "/mill")
    lock("draft.md")
    path = Path("sources.lock")
    header, row = path.read_text("utf-8").splitlines()
    older = json.loads(row) | {"extractor": "trafilatura 0.1"}
    path.write_text(f"{header}\n{json.dumps(older | {'seal': seal(older)})}\n", "utf-8")
    server.routes(mill=page(MILL + " A cafe opened in 2026."))
    assert "read by trafilatura 0.1, now by trafilatura" in lock("--check")[1]


@pytest.mark.parametrize("device", ["pipe", "/dev/null", "/dev/zero"])
def test_j78_a_lock_is_never_written_to_a_pipe_or_a_device(lock: Lock, server: Server, device: str) -> None:
    write(server, "/mill")
    Path("draft.sources.jsonl").write_text(json.dumps({"url": server.url("/mill"), "title": "", "text": MILL}) + "\n")
    os.mkfifo("sources.lock") if device == "pipe" else Path("sources.lock").symlink_to(device)
    code, out, err = lock("draft.md")
    assert (code, out) == (4, "")
    assert err.startswith("error: sources.lock: ")
    assert err.endswith("regular file: name a file, or move it away\n")


@pytest.mark.parametrize("kind", ["folder", "pipe", "a link to nothing"])
@pytest.mark.parametrize("place", ["sources.lock", "drafts/sources.lock"])
def test_j131_what_only_has_the_name_of_a_lock_is_not_passed_over(
    lock: Lock, capsys: pytest.CaptureFixture[str], kind: str, place: str
) -> None:
    Path("drafts").mkdir()
    Path("drafts/draft.md").write_text(
        "The mill opened in 1871 [1].\n\n## References\n\n1. A mill. <https://m.example>\n"
    )
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        Path(place).mkdir()
    else:
        Path(place).symlink_to("nowhere")
    problem = "is a folder" if kind == "folder" else "is not a regular file"
    for command in (["audit", "drafts/draft.md"], ["audit", "drafts/draft.md", "--locked"]):
        assert main(command) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"error: {place}: {problem}: ")
    code, out, err = lock("--check", "drafts/draft.md")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {place}: {problem}: ")


@pytest.mark.parametrize("length", [243, 250, 255])
def test_j79_a_draft_of_the_longest_name_is_locked(lock: Lock, server: Server, length: int) -> None:
    server.routes(mill=page(MILL))
    name = "d" * (length - 3) + ".md"
    write(server, "/mill", name=name)
    assert lock(name)[0] == 0
    assert main(["audit", name, "--locked", "-q"]) == 0


@pytest.mark.parametrize("name", ["x" * 5_000, "x" * 5_000 + ".json", "a/" * 3_000])
@pytest.mark.parametrize(
    "command",
    [
        ("lock", "draft.md", "--sources"),
        ("audit", "draft.md", "--sources"),
        ("score", "mill", "--sources"),
        ("score", "--batch"),
        ("verify",),
        ("search", "mill", "--corpus"),
        ("corpus", "build", "--to", "c.sqlite"),
    ],
    ids=" ".join,
)
def test_j79_a_name_that_no_file_can_have_is_one_line(
    lock: Lock, server: Server, command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(server, "/mill")
    assert main([*command, name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"error: {name[:50]}")


def test_j80_sources_in_a_pipe_are_not_waited_for(lock: Lock, server: Server) -> None:
    write(server, "/mill")
    for name in ("s.json", "s.jsonl", "s.bib"):
        os.mkfifo(name)
        code, _, err = lock("draft.md", "--sources", name)
        assert code == 2
        assert "regular file" in err
