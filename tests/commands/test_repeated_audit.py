"""What was audited before is not audited again, unless something has changed that its report depends on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from retrieval.cache import Cache, Entry
from wellsourced.cli import main
from wellsourced.commands import _draft_audits, _kept_audits
from wellsourced.formats import names as formats

URL = "https://dam.example/cost"
TEXT = "The dam cost 4.2 billion dollars. It opened in 1998 beside the old mill."
DRAFT = """\
# The dam

The dam cost $4.2 billion [1]. It opened in 1889 beside the old mill [1]. The mayor resigned over the bridge [1].
Salmon returned [7].

## Sources

1. https://dam.example/cost
2. https://mill.example/old
"""
DAY = ("--as-of", "2026-11-21")


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Desk:
    """A folder with a draft, runs of `audit` in it, and how many drafts were really audited."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], audited: list[str]) -> None:
        self.folder, self._capsys, self.audited = folder, capsys, audited

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def run(self, *arguments: str, day: tuple[str, ...] = DAY) -> Said:
        code = main(["audit", "--jobs", "1", *day, *(arguments or ("draft.md",))])
        return Said(code, *self._capsys.readouterr())

    def fresh(self, *arguments: str, day: tuple[str, ...] = DAY) -> Said:
        """Run without results of earlier runs."""
        before = list(self.audited)
        said = self.run(*(arguments or ("draft.md",)), "--no-cache", day=day)
        self.audited[:] = before
        return said


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    audited: list[str] = []
    judge = _draft_audits.DraftAudits.audit

    def counted(self: _draft_audits.DraftAudits, draft: _draft_audits.DraftFile) -> _kept_audits.Audited:
        audited.append(draft.name)
        return judge(self, draft)

    monkeypatch.setattr(_draft_audits.DraftAudits, "audit", counted)
    desk = Desk(folder, capsys, audited)
    desk.write("draft.md", DRAFT)
    desk.write("draft.sources.jsonl", source())
    return desk


def source(text: str = TEXT, url: str = URL) -> str:
    return json.dumps({"url": url, "title": "Dam", "text": text}) + "\n"


# ---------------------------------------------------------------------------------------------- the same again


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("more", [(), ("-v",), ("-q",), ("--max-findings", "1"), ("--output", "report")])
def test_the_second_run_says_the_same_and_audits_nothing(desk: Desk, name: str, more: tuple[str, ...]) -> None:
    arguments = ("draft.md", "--format", name, *more)
    fresh, written = desk.fresh(*arguments), (desk.folder / "report")
    body = written.read_bytes() if written.exists() else b""
    for _ in range(3):
        written.unlink(missing_ok=True)
        assert desk.run(*arguments) == fresh
        assert (written.read_bytes() if written.exists() else b"") == body
    assert fresh.code == 1
    assert desk.audited == ["draft.md"]


def test_standard_input_is_known_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    def piped() -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(DRAFT))
        return desk.run("-", "--sources", "draft.sources.jsonl")

    assert piped() == piped()
    assert desk.audited == ["<stdin>"]


def test_another_way_to_show_it_needs_no_audit(desk: Desk) -> None:
    for arguments in (("draft.md",), ("draft.md", "--format", "json"), ("draft.md", "-v", "--fail-on", "never")):
        assert desk.run(*arguments) == desk.fresh(*arguments)
    assert desk.audited == ["draft.md"]


def test_of_many_drafts_only_those_that_changed_are_audited(desk: Desk) -> None:
    for number in range(5):
        desk.write(f"d{number}.md", DRAFT.replace("1889", str(1880 + number)))
        desk.write(f"d{number}.sources.jsonl", source())
    first = desk.run(".", "--format", "json")
    desk.write("d3.md", DRAFT.replace("1889", "1998"))
    again = desk.run(".", "--format", "json")
    assert again == desk.fresh(".", "--format", "json") != first
    assert desk.audited == [*(f"d{number}.md" for number in range(5)), "draft.md", "d3.md"]


def test_what_cannot_be_read_is_told_again(desk: Desk) -> None:
    desk.write("bad.sources.jsonl", "{")
    desk.write("bad.md", DRAFT)
    fresh = desk.fresh("draft.md", "missing.md", "bad.md")
    assert fresh.code == 2
    assert fresh.err.count("error: ") == 2
    assert desk.run("draft.md", "missing.md", "bad.md") == desk.run("draft.md", "missing.md", "bad.md") == fresh
    assert desk.audited == ["draft.md", "bad.md", "bad.md"]


PROBE = """
import sys
from wellsourced.cli import main
code = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("name", ["text", "json", "html"])
def test_the_second_run_imports_no_room_that_judges_and_no_format(desk: Desk, name: str) -> None:
    loaded: set[str] = set()
    for _ in range(2):
        command = [sys.executable, "-c", PROBE, "audit", "draft.md", "--format", name]
        done = subprocess.run(command, cwd=desk.folder, capture_output=True, text=True, check=True)
        loaded = set(done.stderr.splitlines()[-1].split())
    assert not {module.partition(".")[0] for module in loaded} & {"audit", "quality", "pyromark", "Stemmer"}
    assert not loaded & {"wellsourced_core.text", "wellsourced_core.model", f"wellsourced.formats.{name}"}
    assert "multiprocessing" not in loaded


# ---------------------------------------------------------------------------------------------- what it depends on


def config(text: str) -> Callable[[Desk], None]:
    return lambda desk: desk.write("wellsourced.toml", text)


def file(name: str, text: str) -> Callable[[Desk], None]:
    return lambda desk: desk.write(name, text)


OPINIONS = '{"schema": "wellsourced.opinions/1", "opinions": {}}\n'
CHANGES: dict[str, Callable[[Desk], None]] = {
    "the draft": file("draft.md", DRAFT.replace("1889", "1998")),
    "one space of it": file("draft.md", DRAFT + " "),
    "its sources": file("draft.sources.jsonl", source(TEXT.replace("1998", "1889"))),
    "their order": file("draft.sources.jsonl", source(url="https://mill.example/old") + source()),
    "sources of another name": file("draft.md.sources.jsonl", source()),
    "no sources": lambda desk: (desk.folder / "draft.sources.jsonl").unlink(),
    "opinions": file("opinions.json", OPINIONS),
    "rules in the configuration": config('[audit]\nignore = ["C102"]\n'),
    "strictness in the configuration": config("[audit]\nstrict = true\n"),
    "rules for a path": config('[[audit.path]]\npattern = "*.md"\nignore = ["N"]\n'),
    "how sources are judged": config("[quality]\nleast_authority = 0.99\nleast_density = 0.99\n"),
    "hosts that may be visited": lambda desk: os.environ.__setitem__("WELLSOURCED_TRUSTED_HOSTS", "a.example:80"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_what_lies_around_it_is_seen(desk: Desk, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WELLSOURCED_TRUSTED_HOSTS", "")
    first = desk.run()
    kept = {path.name: path.read_bytes() for path in desk.folder.iterdir()}
    CHANGES[what](desk)
    assert desk.run() == desk.run() == desk.fresh()
    assert desk.audited == ["draft.md"] * 2, "audited again, and once"
    for path in desk.folder.iterdir():
        path.unlink()
    for name, content in kept.items():
        (desk.folder / name).write_bytes(content)
    monkeypatch.setenv("WELLSOURCED_TRUSTED_HOSTS", "")
    assert desk.run() == first
    assert desk.audited == ["draft.md"] * 2, "known still"


OPTIONS: dict[str, tuple[str, ...]] = {
    "selected rules": ("--select", "C1"),
    "ignored rules": ("--ignore", "N201"),
    "strictness": ("--strict",),
    "a file of sources": ("--sources", "other.jsonl"),
    "a baseline": ("--baseline", "accepted.json"),
    "a configuration": ("--config", "other.toml"),
    "the name": ("./draft.md",),
    "the format that shows the sources": ("--format", "html"),
}


@pytest.mark.parametrize("what", OPTIONS)
def test_another_option_is_another_audit(desk: Desk, what: str) -> None:
    desk.write("other.jsonl", source(TEXT.replace("4.2", "4.3")))
    desk.run("draft.md", "--write-baseline", "accepted.json")
    desk.write("other.toml", '[audit]\nselect = ["R4"]\n')
    more = OPTIONS[what]
    arguments = more if what == "the name" else ("draft.md", *more)
    desk.run()
    assert desk.run(*arguments) == desk.run(*arguments) == desk.fresh(*arguments)
    assert len(desk.audited) == 2


@pytest.mark.parametrize("name", ["other.jsonl", "accepted.json"])
def test_a_change_of_a_file_that_was_named_is_seen(desk: Desk, name: str) -> None:
    desk.write("other.jsonl", source())
    desk.run("draft.md", "--sources", "other.jsonl", "--write-baseline", "accepted.json")
    arguments = ("draft.md", "--sources", "other.jsonl", "--baseline", "accepted.json")
    first = desk.run(*arguments)
    if name == "accepted.json":
        desk.run("draft.md", "--select", "R4", "--sources", "other.jsonl", "--write-baseline", "other.json")
        (desk.folder / "other.json").replace(desk.folder / name)
    else:
        desk.write(name, source("Nothing of the kind."))
    assert desk.run(*arguments) == desk.run(*arguments) == desk.fresh(*arguments) != first
    assert len(desk.audited) == 2


def test_another_day_is_another_audit(desk: Desk) -> None:
    desk.run()
    later = ("--as-of", "2027-11-21")
    assert desk.run(day=later) == desk.fresh(day=later)
    assert len(desk.audited) == 2


def test_other_code_is_another_audit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run()
    monkeypatch.setattr(_kept_audits, "code_identity", lambda results: "other code")
    desk.run()
    assert len(desk.audited) == 2


def test_a_lock_is_seen_beside_the_draft_and_in_the_working_folder(desk: Desk) -> None:
    (desk.folder / "draft.sources.jsonl").unlink()
    first = desk.run()
    for number, place in enumerate((desk.folder / "sources.lock", desk.folder / "sub" / "sources.lock")):
        (desk.folder / "sub").mkdir(exist_ok=True)
        desk.write("sub/draft.md", DRAFT)
        desk.run("sub/draft.md")
        place.write_text("", "utf-8")
        fresh = desk.fresh("sub/draft.md")
        assert desk.run("sub/draft.md") == fresh
        assert len(desk.audited) == 3 + 2 * number
    assert first.code == 1


def kept_page(text: str) -> Entry:
    return Entry(URL, URL, "text/plain", "2026-11-20", text.encode("utf-8"))


def test_a_page_of_the_cache_is_seen_as_it_comes_changes_and_goes(desk: Desk) -> None:
    (desk.folder / "draft.sources.jsonl").unlink()
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "wellsourced"
    outputs = [desk.run()]
    for change in (
        lambda: Cache.open(folder),  # a cache without the page
        lambda: Cache.open(folder).put(kept_page(TEXT)),
        lambda: Cache.open(folder).put(kept_page(TEXT.replace("1998", "1889"))),
        lambda: Cache.open(folder).put(kept_page(TEXT)),
        lambda: next(folder.glob("v1/bodies/*/*")).write_bytes(b"damaged"),
        lambda: Cache.open(folder).clear(),
    ):
        change()
        outputs.append(desk.run())
        assert outputs[-1] == desk.run() == desk.fresh()
    assert outputs[2] == outputs[4] != outputs[3] != outputs[1]
    assert "texts: 1 from the cache" in outputs[2].err
    assert len(desk.audited) <= len(outputs)


def test_a_named_cache_that_others_may_write_to_is_told_each_time(desk: Desk) -> None:
    desk.write("wellsourced.toml", '[fetch]\ncache = "pages"\n')
    (desk.folder / "pages").mkdir(mode=0o700)
    first = desk.run()
    (desk.folder / "pages").chmod(0o777)
    assert desk.run() == desk.run() == desk.fresh() != first
    (desk.folder / "pages").chmod(0o700)
    assert desk.run() == first
    assert desk.audited == ["draft.md"]


def test_a_page_that_another_draft_cites_does_not_matter(desk: Desk) -> None:
    """A draft says the same alone and beside others that cite its page by another spelling."""
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "wellsourced"
    spelt = URL + "?utm_source=x"
    Cache.open(folder).put(Entry(spelt, spelt, "text/plain", "2026-11-20", TEXT.encode("utf-8")))
    desk.write("a.md", DRAFT.replace(URL, spelt))
    desk.write("b.md", DRAFT)
    alone = json.loads(desk.fresh("b.md", "--format", "json").out)["files"][0]
    both = json.loads(desk.run("a.md", "b.md", "--format", "json").out)["files"]
    assert both[1] == alone
    assert both[0]["markers"][0]["refs"][0]["verdict"] == "supported"


def test_a_file_that_changes_during_the_audit_is_not_taken_for_what_it_was(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = _draft_audits.DraftAudits.audit

    def meanwhile(self: _draft_audits.DraftAudits, draft: _draft_audits.DraftFile) -> _kept_audits.Audited:
        desk.write("draft.sources.jsonl", source("Nothing of the kind is told here at all."))
        return judge(self, draft)

    before = desk.fresh()
    with monkeypatch.context() as patch:
        patch.setattr(_draft_audits.DraftAudits, "audit", meanwhile)
        desk.run()
    desk.write("draft.sources.jsonl", source())
    assert desk.run() == before


# ---------------------------------------------------------------------------------------------- when it is off


def entries() -> list[Path]:
    return list(Path(os.environ["XDG_CACHE_HOME"]).glob("wellsourced-results/v1/*/*"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--no-cache",),
        ("--diff",),
        ("--fix",),
        ("--renumber",),
        ("--write-baseline", "accepted.json"),
        ("--config", "off.toml"),
    ],
)
def test_nothing_is_kept_where_it_is_off(desk: Desk, arguments: tuple[str, ...]) -> None:
    desk.write("off.toml", "[cache]\nresults = false\n")
    desk.run("draft.md", *arguments)
    assert entries() == []


def test_sources_from_a_pipe_are_read_each_time(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    reader = os.open(desk.folder / "pipe", os.O_RDWR)
    said = desk.run("draft.md", "--sources", "pipe")
    os.close(reader)
    assert said == desk.fresh("draft.md", "--sources", "pipe")
    assert len(entries()) <= 1  # what the code was


def test_a_folder_that_others_may_write_to_is_not_believed(desk: Desk) -> None:
    desk.run()
    (Path(os.environ["XDG_CACHE_HOME"]) / "wellsourced-results").chmod(0o777)
    desk.run()
    assert len(desk.audited) == 2


@pytest.mark.parametrize("size", [0, 10, 200])
def test_a_damaged_entry_is_audited_anew(desk: Desk, size: int) -> None:
    fresh = desk.run()
    for path in entries():
        os.truncate(path, min(size, path.stat().st_size - 1))
    assert desk.run() == fresh
    assert len(desk.audited) == 2
    assert desk.run() == fresh
    assert len(desk.audited) == 2


def test_a_disk_where_nothing_can_be_kept_changes_nothing(desk: Desk) -> None:
    fresh = desk.fresh()
    (Path(os.environ["XDG_CACHE_HOME"])).mkdir(parents=True, exist_ok=True)
    (Path(os.environ["XDG_CACHE_HOME"]) / "wellsourced-results").write_text("in the way", "utf-8")
    assert desk.run() == desk.run() == fresh


def test_results_have_a_bound(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.write("wellsourced.toml", "[cache]\nresults_mb = 1\n")
    for number in range(30):
        desk.write("draft.md", DRAFT + f"\n{number}" + "word " * 20_000)
        desk.run()
    assert 500_000 < sum(path.stat().st_size for path in entries()) <= 1_000_000
    assert main(["config"]) == 0
    assert "cache.results_mb = 1" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["0", "-1", "1000001"])
def test_a_bound_out_of_range_is_named(desk: Desk, given: str) -> None:
    desk.write("wellsourced.toml", f"[cache]\nresults_mb = {given}\n")
    said = desk.run()
    assert said.code == 2
    assert said.err.startswith(f"error: wellsourced.toml: cache.results_mb: {given} is out of range: ")
