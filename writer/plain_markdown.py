"""Write untrusted text into Markdown so that it stays plain text, and put our markers after it."""

from __future__ import annotations

from collections.abc import Iterable

from wellsourced_core.patterns import compiled
from wellsourced_core.untrusted import one_line

# A source's own citation marks: [7], [7, 8], [7-9], [^note], 【3】, 【3†source】, ［2］, [citation needed].
_FOREIGN = compiled(
    r" ?(?:\[(?:\^[\w.-]{1,40}|[0-9]{1,3}(?:[,;–-] ?[0-9]{1,3}){0,20}|citation needed|edit|note [0-9]{1,3})\]"
    r"|【[0-9]{1,3}[^【】\n]{0,40}】|［[0-9]{1,3}］)"
)
# Superscript numbers after a word of four letters or after punctuation are note marks; m², 10⁻³ are not.
_NOTE_MARKS = compiled(r"(?:(?<=[a-z]{4})|(?<=[.,;:!?\"”’)]))⁽?[¹²³⁰⁴-⁹]{1,3}(?:[,⁻–-][¹²³⁰⁴-⁹]{1,3}){0,9}⁾?(?!\w)")
_SPECIAL = compiled(r"[\\`*_\[\]~$^|{}]|<(?=[^\s0-9])|&(?=#?[A-Za-z0-9]{1,32};)")
# What starts a list, a heading or a quotation, but only at the beginning of a line.
_OPENER = compiled(r"[-+=:#>]|[0-9]{1,9}(?=[.)](?:\s|$))")
_END = compiled(r"([.!?…。！？｡]+)([\"'”’)\]»」』）]*)$|([\"'”’)\]»」』）]+)([.!?…。！？｡]*)$")
_DOTTED = compiled(r"(?:^|[\s(])(?:[A-Za-z]\.){1,4}[A-Za-z]\.$")

_EMPHASISED = compiled(r"(?<![\w*\\])(\*{1,2})(?=[\w\"“'‘(])([^*\n]{1,200})(?<=[\w.!?:%)\"”'’])\1(?![\w*])")


def without_marks(text: str) -> str:
    """Drop a source's own citation marks: they refer to a list that is not ours."""
    return _NOTE_MARKS.sub("", _FOREIGN.sub("", text))


def without_emphasis(text: str) -> str:
    """Drop the stars around words that a source's Markdown emphasises; others are its own: "shields (*)"."""
    return _EMPHASISED.sub(r"\2", text)


def inert(text: str) -> str:
    """Escape a line so that every Markdown reader shows exactly its characters.

    No emphasis, heading, link, image, HTML, entity, code, math or citation marker of the source survives.
    """
    escaped = _SPECIAL.sub(r"\\\g<0>", text)
    opener = _OPENER.match(escaped)
    if opener is None:
        return escaped
    at = opener.end() if opener[0].isdigit() else 0
    return f"{escaped[:at]}\\{escaped[at:]}"


def quoted(text: str | None) -> str:
    """Write a text as a Markdown quotation of one line; "" for none."""
    return f"> {inert(one_line(text))}" if text else ""


def with_bare_dollar(block: str) -> str:
    """Return a block without the backslash before its only dollar sign: alone it begins no formula."""
    return block.replace("\\$", "$") if block.count("$") == 1 else block


def markers(numbers: Iterable[int]) -> str:
    """Write citation numbers as adjacent markers, ascending and once each: ``[1][3]``."""
    return "".join(f"[{n}]" for n in sorted(set(numbers)))


def cited(sentence: str, numbers: Iterable[int]) -> str:
    """Put the markers inside the sentence, before its end mark: ``It fell by half [1][3].``

    After the end mark they would belong to the next sentence. Closing quotes stay before the markers
    (``“It fell” [1].``); the last dot of an abbreviation like U.S. stays too.
    """
    marks = markers(numbers)
    if not marks:
        return sentence
    core, closers, stop = split_end(sentence)
    gap = "" if stop and stop[0] in "。！？｡" else " "
    return f"{core}{closers}{gap}{marks}{stop}"


def split_end(sentence: str) -> tuple[str, str, str]:
    """Cut a sentence into its words, its closing quotes or brackets, and its end mark ("" where missing)."""
    end = _END.search(sentence, max(0, len(sentence) - 12))
    if end is None:
        return sentence, "", ""
    stop, closers = (end[1], end[2]) if end[1] else (end[4], end[3])
    core = sentence[: end.start()]
    if end[1] and stop == "." and _DOTTED.search(sentence[max(0, end.end(1) - 12) : end.end(1)]):
        core += "."
    return core, closers, stop
