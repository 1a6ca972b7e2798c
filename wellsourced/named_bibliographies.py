"""The bibliographies that a draft names itself, as LaTeX and pandoc do, and what it cites of them."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from retrieval.storage import is_file
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LATEX = (".tex", ".ltx")
_NAMED = compiled(
    r"^(?P<before>[^%\n]{0,400}?)\\(?:bibliography|addbibresource)(?:\[[^\[\]\n]{0,200}\])?"
    r"\{(?P<names>[^{}]{1,2000})\}",
    re.MULTILINE,
)
_CITED = compiled(r"\\[A-Za-z]{0,12}?[cC]ite[a-z]{0,10}\*?(?:\[[^\[\]]{0,300}\]){0,2}\{([^{}]{1,4000})\}")
_KEY = compiled(r"@([A-Za-z0-9_*][\w:.#$%&+?<>~/-]{0,200})")
_FENCES = ("---", "...")
_LONGEST_HEAD = 200  # lines
_ALL = "*"
_KINDS = (".bib", ".json")


def named(draft: Path, original: str) -> dict[str, Path | None]:
    """Return the names that a draft gives to bibliographies, and the file of each, which need not be there.

    None is that of a name which leads out of the draft's folder: what a stranger's draft names there is nobody's
    business.
    """
    latex = draft.suffix.lower() in _LATEX
    found: dict[str, Path | None] = {}
    for name in _in_latex(original) if latex else _in_head(original):
        written = PurePosixPath(name)
        file = draft.parent / (written if not latex or written.suffix == ".bib" else f"{name}.bib")
        inside = not written.is_absolute() and ".." not in written.parts and file.suffix.lower() in _KINDS
        found[name] = file if inside else None
    return found


def beside(draft: Path, original: str) -> tuple[list[Path], list[str]]:
    """Return the bibliographies that a draft names and that lie in its folder or below, and the names of the others."""
    places = named(draft, original)
    there = {name: file for name, file in places.items() if file is not None and is_file(file)}
    return list(dict.fromkeys(there.values())), [name for name in places if name not in there]


def cited_keys(draft: Path, original: str) -> frozenset[str] | None:
    """Return the keys that a draft cites; None where it takes in all entries of its bibliography."""
    if draft.suffix.lower() in _LATEX:
        keys = frozenset(key.strip() for found in _CITED.finditer(original) for key in found[1].split(","))
    else:
        keys = frozenset(found[1].rstrip(":.#$%&+?<>~/-") for found in _KEY.finditer(original))
    return None if _ALL in keys else keys


def _in_latex(text: str) -> Iterator[str]:
    for found in _NAMED.finditer(text):
        yield from filter(None, (name.strip() for name in found["names"].split(",")))


def _in_head(text: str) -> Iterator[str]:
    """Yield what the head of a Markdown text says under ``bibliography``: a name, or a list of them."""
    lines = text.removeprefix("\ufeff").split("\n", _LONGEST_HEAD)[:_LONGEST_HEAD]
    if lines[0].rstrip() != _FENCES[0]:
        return
    within = False
    for line in lines[1:]:
        if line.rstrip() in _FENCES:
            return
        key, colon, value = line.partition(":")
        if within and line.lstrip().startswith("- "):
            yield _unquoted(line.lstrip()[2:])
            continue
        within = bool(colon) and key == "bibliography"
        if within and value.strip():
            yield from filter(None, map(_unquoted, value.strip().strip("[]").split(",")))


def _unquoted(value: str) -> str:
    return value.strip().strip("\"'").strip()
