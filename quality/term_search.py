"""Find the words of a question in many texts without tokenising them: each page becomes a string of its matches."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from quality.question_terms import Question
from quality.thresholds import SOURCE_SEARCHED_CHARACTERS
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled

_SPACELESS = compiled(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]")
_BLOCK = 60_000  # code points that are searched as one: larger ones leave the processor's cache
_LOWER = "".join(" " if chr(i).isspace() else chr(i).lower() for i in range(128))
_SPACES = compiled(r"[^\S ]")
_NOT_ASCII = compiled(r"[^\x00-\x7f][^ ]*")


def lines(question: Question, sources: Iterable[Source]) -> Iterator[tuple[str, int]]:
    """Yield for each source the codes of its words, from the first word of the question to the last, and its length.

    Between them stands ``OTHER`` for any number of other terms, ``END`` where a sentence ends, and nothing for stop
    words. Length is in words, title included; a character of a script without spaces is one. A source without a word
    of the question has the line "", and its length is not needed: its length is 0.
    """
    block: list[str] = []
    size = 0
    for source in sources:
        text = _text(source)
        block.append(text)
        size += len(text)
        if size > _BLOCK:
            yield from _found(question, block)
            block, size = [], 0
    yield from _found(question, block)


def _text(source: Source) -> str:
    """Return what is searched: the title as a sentence, unless the text begins with it, and the text's head."""
    text, title = source.text[:SOURCE_SEARCHED_CHARACTERS], source.title[:SOURCE_SEARCHED_CHARACTERS]
    return f"{title} . {text}" if title and not text.startswith(title) else text


def _found(question: Question, texts: Sequence[str]) -> list[tuple[str, int]]:
    """Search texts, those in ASCII as one."""
    plain = [text if text.isascii() else "" for text in texts]
    found = _search(question, plain, " ".join([*plain, ""]).translate(_LOWER))
    for i, text in enumerate(texts):
        if not text.isascii():
            ((line, words),) = _search(question, [text], f"{_SPACES.sub(' ', text.lower())} ")
            found[i] = line, words + len(_SPACELESS.findall(text)) if line else 0
    return found


def _search(question: Question, texts: Sequence[str], joined: str) -> list[tuple[str, int]]:
    """Return the line and the words of each text of a joined string, in which a space ends every word."""
    found = [("", 0)] * len(texts)
    ends = [*accumulate([len(text) + 1 for text in texts])] if len(texts) > 1 else [len(joined)]
    stop = last = i = words = 0
    line = ""
    for start, end, code in sorted(_hits(question, joined)):
        if start < stop:
            line += question.between(line, joined, last, start, code) + code
        else:
            i = bisect_right(ends, start)
            stop, line = ends[i], code
            words = joined.count(" ", ends[i - 1] if i else 0, stop)
        found[i] = line, words
        last = end
    return found


def _hits(question: Question, text: str) -> set[tuple[int, int, str]]:
    """Return start, end and code of the words that the question sees."""
    found: set[tuple[int, int, str]] = set()
    for stub in question.stubs:
        at = text.find(stub)
        while at >= 0:
            end = at + 1
            # A number may stand behind a letter ("B12"). Before the first word stands the space at the end.
            if stub[0].isdigit() or not text[at - 1].isalpha():
                start, end = text.rfind(" ", 0, at) + 1, text.index(" ", at)
                code = question.codes[text[start:end]]
                if code:
                    found.add((start, end, code))
            at = text.find(stub, end)
    if not text.isascii():
        for rest in _NOT_ASCII.finditer(text):
            start = text.rfind(" ", 0, rest.start()) + 1
            code = question.codes[text[start : rest.end()]]
            if code:
                found.add((start, rest.end(), code))
    return found
