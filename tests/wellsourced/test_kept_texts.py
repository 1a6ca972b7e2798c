"""A document that did not change is read once, whatever becomes of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fakes.pdfs import pdf

from wellsourced.file_states import FileStates
from wellsourced.kept_texts import KeptTexts
from wellsourced.result_cache import Results


@pytest.fixture
def results(tmp_path: Path) -> Results:
    (tmp_path / "results").mkdir(mode=0o700)
    return Results(str(tmp_path / "results"), 10_000_000)


def test_a_text_is_kept_whole(tmp_path: Path, results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([[(60.0, 700.0, "doi:10.5555/x.1 Text.")], [(60.0, 700.0, "More.")]]))
    made = KeptTexts(results, FileStates()).read(path, "a.pdf")
    assert made[0].document is not None
    assert made[0].document.pages == (0, 23)
    monkeypatch.setattr("wellsourced.kept_texts.read_document", None)  # whoever calls it fails
    assert KeptTexts(results, FileStates()).read(path, "a.pdf") == made
    path.write_bytes(pdf([[(60.0, 700.0, "Another text.")]]))
    with pytest.raises(TypeError):
        KeptTexts(results, FileStates()).read(path, "a.pdf")


def test_a_large_file_that_has_the_state_it_had_is_not_opened(tmp_path: Path, results: Results) -> None:
    path = tmp_path / "large.pdf"
    path.write_bytes(b"%PDF-" + os.urandom(200_000))
    first = FileStates(results).digest(str(path))
    assert first == FileStates().digest(str(path))
    was = path.stat()
    with path.open("r+b") as file:  # other bytes under the same state: only who opens the file can tell
        file.write(b"%PDX-")
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert FileStates(results).digest(str(path)) != first  # the time of change cannot be set back
    assert FileStates(results).digest(str(path)) == FileStates().digest(str(path))


def test_a_remembered_digest_needs_no_file(tmp_path: Path, results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.pdf"
    path.write_bytes(os.urandom(200_000))
    first = FileStates(results).digest(str(path))
    monkeypatch.setattr("wellsourced.file_states._digest", None)
    assert FileStates(results).digest(str(path)) == first
