"""Turn a model's text into an article: nothing active, no list of its own, our title and disclaimer."""

from __future__ import annotations

import re

from wellsourced_core.lexicon import words
from wellsourced_core.model import Assignment
from wellsourced_core.patterns import compiled
from wellsourced_core.untrusted import one_line, without_comments
from writer.plain_markdown import inert, quoted

_LINK = compiled(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_TAG = compiled(r"(?<!\\)<(?=[A-Za-z/!?])")
_DEFINITION = compiled(r"^ {0,3}\[[^\[\]\n]{1,80}\]:[^\n]*\n?", re.MULTILINE)
_FENCE = compiled(r"```[a-z]{0,12}\n")
_MARKER = compiled(r"\[[0-9]{1,4}\]")
_ENTRY = compiled(r"[ \t]{0,12}(?:$|[-*+•]|\[?[0-9]{1,4}[\].)]|\[|https?:)")
_LIST_NAMES = words("headings of a written list")


def finished(text: str, assignment: Assignment) -> str:
    """Return the article of a model's text.

    HTML stays visible as text; links and images keep their words and lose their address, so that nothing is fetched or
    leads away; a list of references and a code fence around the whole are removed. The question becomes the title if
    the model gave none; the disclaimer follows the title.
    """
    lines = _without_list(_harmless(_unfenced(text.strip())).strip().splitlines())
    if lines and lines[0].startswith("# "):
        title, body = lines[0], "\n".join(lines[1:]).strip()
    else:
        title, body = f"# {inert(one_line(assignment.question))}", "\n".join(lines).strip()
    return "\n\n".join(part for part in (title, quoted(assignment.disclaimer), body) if part) + "\n"


def has_words(text: str) -> bool:
    """Say whether anything but headings, markers and punctuation is written."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return any(c.isalpha() for c in _MARKER.sub("", "".join(lines)))


def _unfenced(text: str) -> str:
    opening = _FENCE.match(text)
    return text[opening.end() : -3] if opening and text.endswith("\n```") else text


def _harmless(text: str) -> str:
    linked = _LINK.sub(_words_of_link, without_comments(text))
    return _TAG.sub(r"\\<", _DEFINITION.sub("", linked)).replace("](", "] (")


def _words_of_link(link: re.Match[str]) -> str:
    label = link[1].strip()
    return f"[{label}]" if label.isdecimal() and not link[0].startswith("!") else label


def _without_list(lines: list[str]) -> list[str]:
    """Cut off a list of references at the end: its name alone on a line, then nothing but entries."""
    for i in range(len(lines) - 1, -1, -1):
        if lines[i].strip("#*_: \t").lower() in _LIST_NAMES:
            return lines[:i] if all(_ENTRY.match(line) for line in lines[i + 1 :]) else lines
        if not _ENTRY.match(lines[i]):
            return lines
    return lines
