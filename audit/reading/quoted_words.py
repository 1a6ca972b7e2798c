"""Read words as quotations compare them, and quotation marks in pairs."""

from __future__ import annotations

import re
import unicodedata

from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled
from wellsourced_core.text import plain_number, readable, written_at
from wellsourced_core.values import frozen

# ---------------------------------------------------------------------------------------------- words

# A combining mark stays inside its word; ``readable`` has left out the characters that nobody sees.
_MARKS = "\u0300-\u036f"
_SPACELESS = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff"
_LETTERS = rf"[^\W\d_{_SPACELESS}](?:[^\W\d_{_SPACELESS}]|[{_MARKS}])*"
_WORD = compiled(
    rf"[{_SPACELESS}]"
    r"|[Pp]er cent(?![^\W_])"
    r"|[A-Za-z](?:\.[A-Za-z](?![^\W_]))+"
    r"|(?:(?<![^\s(])[-−–])?[0-9]+(?:[,\u2009\u202f\u00a0][0-9]{3}(?![0-9]))*(?:\.[0-9]+)*"
    rf"|(?:\[[^\W\d_]\])?{_LETTERS}(?:['’ʼ＇]{_LETTERS})*"
    r"|[^\W_]|[%$€£¥°&]"
)
_SPACELESS_CHARACTER = compiled(f"[{_SPACELESS}]")
_SAME = {"percent": "%", "per cent": "%", "&": "and"}
_APOSTROPHES = str.maketrans("’ʼ＇", "'''")


@frozen
class Word:
    """A word where it stands; ``norm`` is its form to compare: case, width, composition and marks unified."""

    norm: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """Read all words of a text in order; of the marks only currencies, % and the minus of a number count."""
    seen, gaps = readable(text)
    found = _WORD.finditer(seen)
    if not gaps:
        return [Word(_norm(m[0]), m.start(), m.end()) for m in found]
    return [Word(_norm(m[0]), written_at(m.start(), gaps), written_at(m.end() - 1, gaps) + 1) for m in found]


def is_spaceless(word: str) -> bool:
    """Tell whether a word is of a script without spaces, where a word is a single character."""
    return bool(_SPACELESS_CHARACTER.match(word))


def _norm(surface: str) -> str:
    if surface[-1].isdigit() and surface.isascii():
        return plain_number(surface)
    lowered = surface.casefold()
    if lowered[0] == "[":
        lowered = lowered[1] + lowered[3:]
    if not lowered.isascii():
        lowered = unicodedata.normalize("NFKC", lowered).translate(_APOSTROPHES)
        lowered = lowered.replace("−", "-").replace("–", "-")
        if lowered[-1:].isdigit() and lowered.isascii():
            return plain_number(lowered)
    if "." in lowered:
        lowered = lowered.replace(".", "")
    return _SAME.get(lowered, lowered)


# ---------------------------------------------------------------------------------------------- quotations

_MARK = compiled(r"""["“”„‟«»「」『』＂〝〞‹›″❝❞'‘’‚]|\n[ \t\r]*(?=\n)""")
_CLOSERS = {
    '"': '"”“', "“": '”"', "”": "”", "„": '“”"', "‟": "”", "«": "»", "»": "«", "‹": "›", "›": "‹",
    "「": "」", "『": "』", "＂": "＂", "〝": "〞", "″": "″", "❝": "❞", "‘": "’'", "'": "'’", "‚": "‘’",
}  # fmt: skip
_DIRECTED = "“„‟«「『〝‹❝"
_SINGLE = "'‘’‚"
_ELIDED = compiled(rf"(?:{either('words that lose their first letters')})(?!\w)", re.IGNORECASE)  # 'tis: an apostrophe
# What a reader sees as “ and ”: <q> in HTML, and ``...'' or ''...'' of single marks.
_TAG = compiled(r"<(/?)q(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_DOUBLED = compiled(r"(?<![^\s(\[—])(?:``|''|´´)(?=[\w\[…])((?:[^`'´]|['´](?!['´]))+)(?<!\s)(?:''|´´)(?![\w'])")
_ENTITY = compiled(r"&(?:#(?:[0-9]{1,7}|[xX][0-9A-Fa-f]{1,6})|[A-Za-z][A-Za-z0-9]{1,31});")
_BEFORE_OPENING = " \t\n\r([{—–-:/*_>|、，：。（\u00a0\u3000"


@frozen
class Quotation:
    """A stretch between quotation marks: [start, end) without the marks; ``mark`` is the opening one.

    ``whole`` is false where one of the two marks lies outside the text or was forgotten.
    """

    start: int
    end: int
    mark: str
    whole: bool = True


def quotations(text: str) -> list[Quotation]:
    """Pair the quotation marks of a text, outermost only, in order; a blank line closes what is open.

    Straight marks are told apart by their neighbours (an opening one follows a space), not by counting: one
    inch sign or one forgotten mark does not turn the rest of the text inside out.
    """
    found: list[Quotation] = []
    opened: tuple[str, int] | None = None
    marks = list(_MARK.finditer(text))
    for i, match in enumerate(marks):
        mark, at = match[0], match.start()
        if mark[0] == "\n":
            if opened and opened[0] not in _SINGLE:
                found.append(Quotation(opened[1], at, opened[0], whole=False))
            opened = None
        elif opened is None:
            if _opens(text, at):
                opened = (mark, match.end())
            elif mark in '"”»' and at and text[at - 1] in ".,!?…" and not found:
                found.append(Quotation(0, at, mark, whole=False))
        elif mark in _CLOSERS[opened[0]] and _closes(text, at, opened[0]):
            if mark in _SINGLE and _is_possessive(text, at) and _next_closes(text, marks, i, opened[0]):
                continue
            found.append(Quotation(opened[1], at, opened[0]))
            opened = None
        elif opened[0] in _SINGLE and mark not in _SINGLE and _opens(text, at):
            opened = (mark, match.end())  # the single mark was an apostrophe
        elif mark == opened[0] and mark not in _SINGLE and _opens(text, at):
            opened = (mark, match.end())
    if opened and opened[0] not in _SINGLE:
        found.append(Quotation(opened[1], len(text), opened[0], whole=False))
    return found


def typeset(text: str) -> str:
    """Return a text with the characters that a reader sees for HTML entities, <q>, ``...'' and ''...''."""
    if "<" in text:
        text = _TAG.sub(lambda tag: "”" if tag[1] else "“", text)
    if "''" in text or "´´" in text:
        text = _DOUBLED.sub(r"“\1”", text)
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    from html import entities, unescape  # a table of two thousand names, which few drafts need

    # By name, only a whole one: ``unescape`` would read the "not" of "&notanentity;".
    return unescape(entity[0]) if entity[0][1] == "#" else entities.html5.get(entity[0][1:], entity[0])


def _opens(text: str, at: int) -> bool:
    mark = text[at]
    before = text[at - 1] if at else " "
    after = text[at + 1 : at + 2]
    if mark in _DIRECTED:
        return True
    if mark in "」』〞”’" or not after or after.isspace():
        return mark == "”" and before in _BEFORE_OPENING and bool(after) and not after.isspace()
    if mark in "'‘‚":
        stands = before in _BEFORE_OPENING + '"“' and (after.isalpha() or after in "[.…")
        return stands and not _ELIDED.match(text, at + 1)
    return before in _BEFORE_OPENING or before in _SINGLE or (mark == '"' and before in ",;" and after.isalpha())


def _closes(text: str, at: int, opener: str) -> bool:
    before, after = text[at - 1], text[at + 1 : at + 2]
    if opener in _SINGLE:
        return not before.isspace() and not after.isalnum()
    if text[at] not in '"″':
        return True
    return not before.isspace() or not after or after.isspace() or not after.isalnum()


def _is_possessive(text: str, at: int) -> bool:
    return text[at - 1] == "s" and text[at + 1 : at + 2] == " " and text[at + 2 : at + 3].islower()


def _next_closes(text: str, marks: list[re.Match[str]], i: int, opener: str) -> bool:
    if i + 1 == len(marks):
        return False
    following = marks[i + 1]
    return following[0] in _CLOSERS[opener] and _closes(text, following.start(), opener)
