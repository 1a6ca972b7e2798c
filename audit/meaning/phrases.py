"""Find which of many phrases stand in a text, without a look for each: by the longest word of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

_NO_MARKS = str.maketrans(dict.fromkeys('.,;:()[]-!?"/', " "))


class Phrases:
    """A list of phrases in lower case, that can be asked which of them a text in lower case has."""

    def __init__(self, phrases: Iterable[str]) -> None:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for phrase in phrases:
            found[max(phrase.split(), key=len)].append(phrase)
        self._by_word = dict(found)

    def within(self, low: str) -> list[str]:
        """Return the phrases that stand in a text, the longest first; they may begin or end inside of its words."""
        likely = self._by_word.keys() & frozenset(low.translate(_NO_MARKS).split())
        found = [phrase for word in likely for phrase in self._by_word[word] if phrase in low]
        return sorted(found, key=lambda one: (-len(one), one))
