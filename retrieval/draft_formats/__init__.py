"""Drafts as people have them, each format read by a file of its own into the Markdown that the audit reads.

A reader is a function of bytes and a name: it looks at nothing else, and runs in a process that may be ended
(retrieval.draft_reading).
"""

from __future__ import annotations

from pathlib import PurePath

from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retrieval.draft_formats.draft_text import DraftText

WORD = ".docx"
PAGES = (".html", ".htm", ".xhtml")
LATEX = (".tex", ".ltx")
INSIDE = (".qmd", ".rmd")  # those that nothing has to be read apart for
SUFFIXES = (WORD, *LATEX, ".ipynb", *INSIDE, *PAGES)
_LARGEST, _LARGEST_TEX = 64 * 1024 * 1024, 4 * 1024 * 1024  # pylatexenc takes ten seconds for a megabyte
_EXTRAS = {WORD: ("python-docx", "docx"), **dict.fromkeys(LATEX, ("pylatexenc", "tex"))}
_REMEDIES = {WORD: "save it as .docx with a word processor, without a password"}
_SAVE_AGAIN = "save it again with the program that made it"


def is_converted(name: str) -> bool:
    """Tell whether a file of this name is read by a converter; any other is Markdown."""
    return PurePath(name).suffix.lower() in SUFFIXES


def refuse_large(data: bytes, name: str) -> None:
    """Raise InputError for a draft that is too large to be read in time."""
    most = _LARGEST_TEX if PurePath(name).suffix.lower() in LATEX else _LARGEST
    if len(data) > most:
        raise InputError(name, f"is larger than {most >> 20} MiB", "split the draft")


def read_draft(data: bytes, name: str) -> DraftText:
    """Read a draft by the ending of its name. Raises InputError for what is not of that format."""
    refuse_large(data, name)
    suffix = PurePath(name).suffix.lower()
    try:
        return _read(data, name, suffix)
    except RecursionError:
        raise InputError(name, "is nested too deeply", "check its braces and tags") from None
    except MemoryError:
        raise InputError(name, "takes too much memory to read", "split the draft") from None
    except ModuleNotFoundError as error:
        package, extra = _EXTRAS.get(suffix, (error.name, "all"))
        problem = f"cannot be read without {package}"
        raise InputError(name, problem, f'install "wellsourced[{extra}]"', code="missing-extra") from error
    except ValueError as error:
        raise InputError(name, str(error), _REMEDIES.get(suffix, _SAVE_AGAIN)) from error


def _read(data: bytes, name: str, suffix: str) -> DraftText:
    if suffix == WORD:
        from retrieval.draft_formats.word import read

        return read(data)
    from retrieval.draft_formats.draft_text import as_it_is
    from wellsourced_core.values import replace

    text, keeps_bytes = _decoded(data, name, suffix)
    draft = _reader(suffix)(text) if text.strip() else as_it_is(text)
    return draft if keeps_bytes else replace(draft, original="")


def _reader(suffix: str) -> Callable[[str], DraftText]:
    if suffix in LATEX:
        from retrieval.draft_formats import tex

        return tex.read
    if suffix == ".ipynb":
        from retrieval.draft_formats import notebook

        return notebook.read
    if suffix in PAGES:
        from retrieval.draft_formats import html

        return html.read
    from retrieval.draft_formats import quarto

    return quarto.read


def _page(data: bytes, name: str) -> str:
    from retrieval.charset import decode

    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(name, "is not HTML", "name the file as what it is")
    return decode(data)[0]


def _decoded(data: bytes, name: str, suffix: str) -> tuple[str, bool]:
    """Return a file's text, and whether it is UTF-8, so that writing it changes no byte; only a page may be other."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if suffix in PAGES:
            return _page(data, name), False
        raise InputError(name, f"is not UTF-8 at byte {error.start}", "save the draft as UTF-8") from None
    if "\0" in text:
        problem = f"is not UTF-8 text: it has a NUL at byte {data.index(0)}, as UTF-16 has"
        raise InputError(name, problem, "save the draft as UTF-8")
    return text, True
