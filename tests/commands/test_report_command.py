"""`report`: a run, an article, an audit; what is missing, broken or hostile in them."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from wellsourced.cli import main
from wellsourced.formats.records.account import read_account
from wellsourced.formats.records.audit_record import read_audit
from wellsourced.formats.records.review import write_reviews
from wellsourced.formats.records.run_record import earlier_runs, read_run
from wellsourced_core.model import Review

TOPICS = (
    "The noise ordinance of the city of Port Marlow",
    "Keeping a sourdough starter alive: hydration and feeding",
    "New York noise ordinance",
)


@pytest.fixture(scope="session")
def night(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night's run of three topics: one full, one short, one refused."""
    place = tmp_path_factory.mktemp("nights")
    topics = place / "topics.txt"
    topics.write_text("\n".join(TOPICS) + "\n", "utf-8")
    out = place / "2026-11-21"
    arguments = ["--corpus", str(corpus), "--writer", "extractive", "--as-of", "2026-11-21", "--out", str(out), "-q"]
    assert main(["batch", str(topics), *arguments]) == 0
    return out


@pytest.fixture
def run(night: Path, tmp_path: Path) -> Path:
    """A copy of the night that a test may spoil."""
    return Path(shutil.copytree(night, tmp_path / "nights" / "2026-11-21"))


class Page(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href" and tag == "a"]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def report(capsys: pytest.CaptureFixture[str], *arguments: object) -> Page:
    capsys.readouterr()
    assert main(["report", *map(str, arguments)]) == 0
    return Page(capsys.readouterr().out)


def changed(path: Path, **fields: Any) -> None:
    record = json.loads(path.read_text("utf-8"))
    record.update(fields)
    path.write_text(json.dumps(record), "utf-8")


def folders(run: Path) -> dict[str, Path]:
    results = json.loads((run / "summary.json").read_text("utf-8"))["results"]
    return {row["outcome"]: run / row["folder"] for row in results}


# ------------------------------------------------------------------------------------------------- runs


def test_a_run_says_what_became_of_each_topic(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = report(capsys, run)
    for topic in TOPICS:
        assert topic in page.text
    said = ("1 full", "1 short", "1 insufficient", "Needs a person (1)", "Worth a look", "Herfindahl index")
    for word in (*said, "references checked", "withheld"):
        assert word in page.text or word.replace(" ", "") in page.text.replace(" ", "")
    linked = {unquote(link) for link in page.links if link.startswith("./")}
    assert linked == {f"./{one.name}/article.md" for one in run.iterdir() if one.is_dir()}
    assert "script" not in page.tags


def test_links_fit_the_place_of_the_page(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pages" / "night.html"
    assert main(["report", str(run), "--output", str(out)]) == 0
    assert capsys.readouterr().out == ""
    links = [link for link in Page(out.read_text("utf-8")).links if not link.startswith("#")]
    assert len(links) >= 3
    for link in links:
        assert (out.parent / unquote(link)).is_file()


def test_the_same_run_gives_the_same_bytes_from_anywhere(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    capsys.readouterr()
    main(["report", str(run)])
    first = capsys.readouterr().out
    monkeypatch.chdir(run)
    main(["report", "."])
    assert capsys.readouterr().out == first
    assert str(tmp_path) not in first


def test_a_failed_topic_and_unreadable_records_come_first(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = json.loads((run / "summary.json").read_text("utf-8"))
    failed = {"id": "line 9", "folder": "", "outcome": "failed", "why": "the <b>disk</b> is full", "usd": 0.5}
    changed(run / "summary.json", results=[*summary["results"], failed])
    (folders(run)["full"] / "provenance.json").write_text("{", "utf-8")
    page = report(capsys, run)
    assert "Needs a person (3)" in page.text
    assert "failed: the <b>disk</b> is full" in page.text
    assert "its records cannot be read" in page.text
    assert "$0.50" in page.text


def test_errors_left_in_an_article_need_a_person(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    audit = folders(run)["full"] / "audit.json"
    summary = json.loads(audit.read_text("utf-8"))["summary"]
    changed(audit, summary={**summary, "severities": {"error": 2}, "codes": {"C101": 2}})
    page = report(capsys, run)
    assert "Needs a person (2)" in page.text
    assert "2 errors left in the audit: C101 (2)" in page.text


def test_unpriced_calls_are_said(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    provenance = folders(run)["full"] / "provenance.json"
    writer = json.loads(provenance.read_text("utf-8"))["writer"]
    changed(provenance, writer={**writer, "priced": False})
    page = report(capsys, run)
    assert "the cost is unknown" in page.text
    assert "and more" in page.text


def test_earlier_runs_beside_it_show_the_trend(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Runs so far" not in report(capsys, run).text
    for day in ("2026-11-19", "2026-11-20", "2026-11-22"):
        changed(Path(shutil.copytree(run, run.with_name(day))) / "summary.json", as_of=day)
    stranger = run.with_name("stranger")
    stranger.mkdir()
    (stranger / "summary.json").write_text('{"total": 3}', "utf-8")
    page = report(capsys, run)
    assert "Runs so far" in page.text
    assert page.text.index("2026-11-19") < page.text.index("2026-11-20")
    assert "2026-11-22" not in page.text
    assert [one.as_of for one in earlier_runs(read_run(run))] == ["2026-11-19", "2026-11-20"]


def test_a_folder_of_runs_reports_the_newest(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(Path(shutil.copytree(run, run.with_name("older"))) / "summary.json", as_of="2026-11-01")
    page = report(capsys, run.parent)
    assert "Run of 2026-11-21" in page.text
    assert "2026-11-01" in page.text


def test_a_run_without_a_summary_is_reported_as_unfinished(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = read_run(run)
    (run / "summary.json").unlink()
    page = report(capsys, run)
    assert "not finished" in page.text
    assert read_run(run).outcomes == whole.outcomes
    assert read_run(run).verdicts == whole.verdicts


@pytest.mark.parametrize("folder", ["../elsewhere", "..", "/etc", "a/b", ".", ""])
def test_a_summary_cannot_lead_out_of_its_run(run: Path, capsys: pytest.CaptureFixture[str], folder: str) -> None:
    shutil.copytree(folders(run)["full"], run.parent / "elsewhere")
    (run / "a").mkdir()
    shutil.copytree(folders(run)["full"], run / "a" / "b")
    row = {"id": "x", "folder": folder, "outcome": "full", "why": "", "usd": 0}
    changed(run / "summary.json", results=[row])
    assert [link for link in report(capsys, run).links if not link.startswith("#")] == []


def test_i01_i02_topics_and_reasons_stay_inert(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = '</title></style>--><script>alert(1)</script>"><img src=x onerror=alert(1)> {{7*7}} \u202e\x1b[31m'
    for folder in folders(run).values():
        changed(
            folder / "provenance.json",
            topic={"id": evil, "question": evil},
            risks=[evil],
            cited=[{"url": "javascript:1"}],
        )
    summary = json.loads((run / "summary.json").read_text("utf-8"))
    changed(run / "summary.json", as_of=evil, results=[{**row, "why": evil} for row in summary["results"]])
    page = report(capsys, run)
    assert not {"script", "img"} & set(page.tags)
    assert page.tags.count("title") == page.tags.count("style") == 1
    assert "{{7*7}} \\u202e\\x1b[31m" in page.text
    article = report(capsys, folders(run)["full"])
    assert article.tags.count("script") == 1
    assert "img" not in article.tags


# ------------------------------------------------------------------------------------------------- audits


def test_an_article_shows_its_audit_and_how_it_came_about(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folders(run)["full"]
    page = report(capsys, folder)
    account = read_account(folder / "provenance.json")
    assert account.question == TOPICS[0]
    assert f"How this article came about: full, {account.why}" in page.text
    for axis in account.scored[0].axes:
        assert axis.why in page.text
    assert "found and not cited" in page.text
    assert "Sources withheld, and why" in page.text
    assert account.withheld
    assert all(one.why in page.text for one in account.withheld)
    assert "List of references: " in page.text
    assert any(":~:text=" in link for link in page.links)


def test_a_recorded_audit_is_read_back_as_it_was(run: Path) -> None:
    for folder in folders(run).values():
        from wellsourced.formats import render

        record = folder / "audit.json"
        again = json.loads(render("json", read_audit(record)))
        before = json.loads(record.read_text("utf-8"))
        assert {**again, "summary": 0} == {**before, "summary": 0}


DRAFT = "The dam opened in 1998 [1]. Salmon pass the ladder in spring [3].\n\n## Sources\n\n1. https://dam.example/x\n"


@pytest.fixture
def audited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with a draft, its sources and its audit as JSON."""
    monkeypatch.chdir(tmp_path)
    Path("draft.md").write_text(DRAFT, "utf-8")
    source = {"url": "https://dam.example/x", "title": "Dam", "text": "The dam opened in the spring of 1998."}
    Path("draft.sources.jsonl").write_text(json.dumps(source) + "\n", "utf-8")
    assert main(["audit", "draft.md", "--format", "json", "--output", "audit.json"]) == 1
    capsys.readouterr()
    return tmp_path


def test_an_audit_file_and_its_folder_give_the_page_that_audit_gives(
    audited: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["audit", "draft.md", "--format", "html"])
    direct = capsys.readouterr().out
    for place in ("audit.json", ".", audited):
        main(["report", str(place)])
        assert capsys.readouterr().out == direct


def test_what_an_editor_said_stands_on_the_page_of_a_record_too(
    audited: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [found] = [one for one in read_audit(Path("audit.json")).files[0].findings if one.code == "C101"]
    write_reviews(Path("review.jsonl"), [Review(found.id, "C101", "proven", "disagree", "it comes later")])
    main(["audit", "draft.md", "--format", "json", "--output", "audit.json"])
    main(["audit", "draft.md", "--format", "html"])
    direct = capsys.readouterr().out
    assert 'data-j="disagree" data-why="it comes later"' in direct
    assert direct.count("you disagreed with 1 of 1 C101 here") == 1
    assert main(["report", "audit.json"]) == 0
    assert capsys.readouterr().out == direct


def test_a_draft_that_changed_since_is_refused(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("draft.md").write_text("New first line.\n" + DRAFT, "utf-8")
    assert main(["report", "audit.json"]) == 2
    assert "changed since it was audited" in capsys.readouterr().err


def test_without_the_draft_the_verdicts_are_still_shown(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("draft.md").unlink()
    page = report(capsys, "audit.json")
    assert "was not at hand" in page.text
    assert "C101 citation-out-of-bounds" in page.text


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret.md", "secret.txt"])
def test_a_record_cannot_pull_in_files_from_elsewhere(
    audited: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    (audited.parent / "secret.md").write_text("hidden words", "utf-8")
    Path("secret.txt").write_text("hidden words", "utf-8")
    record = json.loads(Path("audit.json").read_text("utf-8"))
    changed(Path("audit.json"), files=[{**record["files"][0], "path": path, "markers": [], "findings": []}])
    page = report(capsys, "audit.json")
    assert "hidden words" not in page.text
    (audited.parent / "secret.md").unlink()


# ------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("", "", 2, "is empty"),
        ("note.txt", "x", 3, "nothing to report"),
        ("audit.json", "{}", 2, "is not a wellsourced.audit/1 record"),
        ("audit.json", "[1]", 2, "not an object"),
        ("summary.json", "{", 2, "is not JSON"),
        ("summary.json", '{"schema": "wellsourced.summary/1"}', 3, "nothing to report"),
        ("summary.json", '{"schema": "wellsourced.summary/1", "results": [[]]}', 2, "results[0]: is not an object"),
        ("audit.json", '{"schema": "wellsourced.audit/1", "files": []}', 3, "nothing to report"),
        ("audit.json", '{"schema": "wellsourced.audit/1", "files": {}}', 2, "files: is not a list"),
        ("audit.json", '{"schema": "wellsourced.audit/1", "files": [{"path": 1}]}', 2, "path: is not a string"),
    ],
)
def test_what_cannot_be_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, code: int, said: str
) -> None:
    place = tmp_path / "folder"
    place.mkdir()
    if name:
        (place / name).write_text(content, "utf-8")
    assert main(["report", str(place)]) == code
    streams = capsys.readouterr()
    assert streams.out == ""
    assert said in streams.err
    assert len(streams.err.splitlines()) == 1


def test_a_missing_folder_is_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path / "none")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_a_storage_error(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", ".", "--output", "draft.md/page.html"]) == 4
    assert "cannot be written" in capsys.readouterr().err


def test_a_folder_without_permission_is_a_storage_error(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def refused(path: Path, *args: Any, **options: Any) -> Any:
        if run in path.parents:  # what anybody but root gets behind a folder of mode 0
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **options)

    monkeypatch.setattr(Path, "open", refused)
    assert main(["report", str(run)]) == 4


def test_a_page_that_may_not_be_read_is_not_overwritten(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_text("mine", "utf-8")
    opened = Path.open

    def closed(self: Path, *arguments: object, **options: object) -> object:
        if self == page:
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments, **options)  # type: ignore[call-overload]

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", closed)
        assert main(["report", str(run), "--output", str(page)]) == 4
    assert capsys.readouterr().err == f"error: {page}: may not be read: check its permissions\n"
    assert page.read_text("utf-8") == "mine"
