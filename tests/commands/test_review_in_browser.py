"""The loop: an editor judges on the page, the file is taken in, a table is fitted, and the next audit has learnt."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import listen, started
from playwright.sync_api import Page

from wellsourced.cli import main

SENTENCES = 40


@pytest.fixture
def page() -> Iterator[Page]:
    with started() as browser, browser.new_context() as context:
        yield context.new_page()


def write_draft(folder: Path) -> None:
    """Write a draft of which every sentence has a number that its source has otherwise, and the sources."""
    towns = [f"{first}{last}" for first in ("Marlow", "Skerry", "Hallow", "Dunmere") for last in "ABCDEFGHIJ"]
    text, sources = ["# Harbors\n"], []
    for n, town in enumerate(towns, 1):
        text.append(f"The harbor of {town} handled {500 + n} ships in the year of the great storm [{n}].\n")
        said = f"The harbor of {town} handled {900 + n} ships in the year of the great storm."
        sources.append({"n": n, "url": f"https://{town.lower()}.example/", "title": town, "text": said})
    entries = [f"{n}. {town}. https://{town.lower()}.example/" for n, town in enumerate(towns, 1)]
    (folder / "draft.md").write_text("\n".join([*text, "## Sources\n", *entries, ""]), "utf-8")
    (folder / "draft.sources.jsonl").write_text("".join(json.dumps(one) + "\n" for one in sources), "utf-8")


def findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    capsys.readouterr()
    main(["audit", str(folder / "draft.md"), "--format", "json", "--as-of", "2026-11-23"])
    [file] = json.loads(capsys.readouterr().out)["files"]
    return list(file["findings"])


def test_forty_judgements_on_the_page_change_the_next_audit_as_the_table_says(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_draft(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = findings(tmp_path, capsys)
    assert len(before) == SENTENCES
    [(code, sure)] = {(one["code"], one["certainty"]) for one in before}
    assert main(["review", "draft.md"]) == 0

    heard: list[str] = []
    listen(page, heard)
    page.goto((tmp_path / "draft.review.html").as_uri())
    page.keyboard.press("j")
    for n in range(SENTENCES):
        if n % 4:
            page.keyboard.press("d")
            page.keyboard.type(f"counted otherwise {n}")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("a")
    assert page.locator("#judged").inner_text() == "40 of 40 judged, 40 not saved"
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save judgements").click()
    waiting.value.save_as(tmp_path / "downloads" / "review.jsonl")
    assert heard == []

    assert main(["review", "draft.md", "--add", "downloads/review.jsonl"]) == 0
    kept = (tmp_path / "review.jsonl").read_text("utf-8").splitlines()
    assert len(kept) == SENTENCES
    assert kept == sorted(kept)
    capsys.readouterr()
    assert main(["review", "draft.md", "--summary"]) == 0
    assert f"{code} number" in capsys.readouterr().out
    assert main(["calibrate", "review.jsonl", "--fit"]) == 0
    table = (tmp_path / "calibration.toml").read_text("utf-8")
    assert f'[certainty.{code}]\n{sure} = "possible"\n' in table

    (tmp_path / "wellsourced.toml").write_text('[audit]\ncalibration = "calibration.toml"\n', "utf-8")
    after = findings(tmp_path, capsys)
    assert [one["id"] for one in after] == [one["id"] for one in before]
    assert {(one["severity"], one["certainty"], one["told"]) for one in after} == {("note", "possible", sure)}
    main(["audit", "draft.md"])
    assert f"draft.md: you disagreed with 30 of 40 {code} here" in capsys.readouterr().out
    assert elsewhere(tmp_path, "1", "Asia/Tokyo") == elsewhere(tmp_path, "2", "America/New_York")


def elsewhere(folder: Path, seed: str, zone: str) -> list[bytes]:
    """Fit and audit in a copy of the folder, with another hash seed and time zone; return all that comes of it."""
    copy = folder.parent / f"copy {seed}"
    shutil.copytree(folder, copy)
    (copy / "calibration.toml").unlink()
    (copy / "wellsourced.toml").unlink()
    surroundings = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}

    def said(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "wellsourced", *arguments]
        return subprocess.run(command, cwd=copy, env=surroundings, capture_output=True, check=False).stdout

    told = [said("calibrate", "review.jsonl", "--fit")]
    shutil.copy(folder / "wellsourced.toml", copy)
    for name in ("json", "html", "text"):
        told.append(said("audit", "draft.md", "--format", name, "--as-of", "2026-11-23"))
    told += [(copy / "calibration.toml").read_bytes(), (copy / "review.jsonl").read_bytes()]
    assert told[-2] == (folder / "calibration.toml").read_bytes()
    assert all(told)
    return told
