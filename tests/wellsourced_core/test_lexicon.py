"""The word lists: how a file is read, and what every file keeps to."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from wellsourced_core import lexicon

FOLDER = Path(lexicon.__file__).parent


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of lists of our own, read in place of those that ship."""
    for language in lexicon.LANGUAGES:
        (tmp_path / f"{language}.txt").write_text("# nothing yet\n", "utf-8")
    monkeypatch.setattr(lexicon, "_FOLDER", str(tmp_path))
    yield tmp_path
    for read in (lexicon.words, lexicon.listed, lexicon.rows, lexicon.keys, lexicon.either, lexicon._sections):
        read.cache_clear()


def _fresh() -> None:
    for read in (lexicon.words, lexicon.listed, lexicon.rows, lexicon.keys, lexicon.either, lexicon._sections):
        read.cache_clear()


def test_a_list_has_the_entries_of_all_languages_in_their_order(written: Path) -> None:
    (written / "de.txt").write_text("# x\n[denied]\nnicht kein\n", "utf-8")
    (written / "en.txt").write_text(
        "# x\n[denied]\n# those that need no verb\nnot no_longer\nnever\n\n[other]\nelse\n", "utf-8"
    )
    _fresh()
    assert lexicon.listed("denied") == ("not", "no longer", "never", "nicht", "kein")
    assert lexicon.words("denied", "de") == {"nicht", "kein"}
    assert lexicon.either("denied", language="en") == r"not|no\slonger|never"
    assert lexicon.either("denied", "other", language="en", gap=" ") == "not|no longer|never|else"
    assert lexicon.languages("denied") == ("en", "de")
    assert lexicon.languages("allowed") == ()


def test_a_table_gives_each_entry_its_key(written: Path) -> None:
    (written / "any.txt").write_text("# x\n[scales]\n1e3: k thousand\n  tausend\n1e6: m\nnothing:\n", "utf-8")
    _fresh()
    assert lexicon.rows("scales") == (("1e3", ("k", "thousand", "tausend")), ("1e6", ("m",)), ("nothing", ()))
    assert lexicon.keys("scales") == {"k": "1e3", "thousand": "1e3", "tausend": "1e3", "m": "1e6"}


def test_an_unknown_list_is_an_error(written: Path) -> None:
    _fresh()
    with pytest.raises(KeyError, match="no list 'denied'"):
        lexicon.words("denied")


def test_signs_of_patterns_are_no_signs_in_a_list(written: Path) -> None:
    (written / "any.txt").write_text("# x\n[signs]\nu.s + (c)\n", "utf-8")
    _fresh()
    assert re.fullmatch(lexicon.either("signs"), "u.s")
    assert not re.fullmatch(lexicon.either("signs"), "uxs")


@pytest.mark.parametrize("language", lexicon.LANGUAGES)
def test_every_file_is_readable_and_names_a_list_once(language: str) -> None:
    text = (FOLDER / f"{language}.txt").read_text("utf-8")
    heads = re.findall(r"^\[([^\]\n]+)\]$", text, re.MULTILINE)
    assert not [name for name, times in Counter(heads).items() if times > 1]
    assert set(heads) == set(lexicon._sections(language))
    assert all(re.fullmatch(r"[a-z][a-z0-9 -]*", name) for name in heads)
    assert all(lexicon._sections(language)[name].strip() for name in heads), "an empty list"


def test_every_list_is_asked_for() -> None:
    root, rooms = FOLDER.parent.parent, ("audit", "quality", "retrieval", "wellsourced", "wellsourced_core", "writer")
    code = "".join(path.read_text("utf-8") for room in rooms for path in (root / room).rglob("*.py"))
    heads = {name for language in lexicon.LANGUAGES for name in lexicon._sections(language)}
    # "csl kinds of works" is asked for as the kinds that a format of references has "of works"
    formats = {f"{form} kinds of {works}" for form in ("csl", "bibtex") for works in ("works", "books")}
    unused = sorted(name for name in heads - formats if f'"{name}"' not in code and f"'{name}'" not in code)
    assert unused == []


def test_the_files_are_those_of_the_languages() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(lexicon.LANGUAGES)
