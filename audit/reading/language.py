"""Tell the language of a text by its script and its commonest small words; no model, no library."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from audit.thresholds import (
    KANA_LEAST_SHARE,
    LANGUAGE_LEAST_SHARE,
    LANGUAGE_LEAST_WORDS,
    LANGUAGE_SAMPLE_WORDS,
    LANGUAGE_SHORT_WORDS,
    SCRIPT_LEAST_SHARE,
)
from wellsourced_core.lexicon import languages, listed, rows, words

_SMALL, _NOUNS = "small words", "nouns of reports"
_LETTERS = dict(rows("letters of few languages"))
SMALL_WORDS = {language: words(_SMALL, language) for language in languages(_SMALL)}
_LANGUAGES_OF: dict[str, tuple[str, ...]] = {}
for _list in (_SMALL, _NOUNS):
    for _language in languages(_list):
        for _word in listed(_list, _language):
            _LANGUAGES_OF[_word] = (*_LANGUAGES_OF.get(_word, ()), _language)

_SCRIPTS = (
    ("kana", "\u3040", "\u30ff"),
    ("han", "\u3400", "\u9fff"),
    ("hangul", "\uac00", "\ud7af"),
    ("cyrillic", "\u0400", "\u052f"),
    ("greek", "\u0370", "\u03ff"),
    ("arabic", "\u0600", "\u06ff"),
    ("hebrew", "\u0590", "\u05ff"),
    ("devanagari", "\u0900", "\u097f"),
    ("thai", "\u0e00", "\u0e7f"),
)
_BEYOND_LATIN = "\u0370"


def languages_of(surfaces: Sequence[str]) -> frozenset[str]:
    """Return the languages ("en", "de", ...) or the script ("han", ...) that words may be in; none if unsure.

    A script counts from a third of the words on (kana from a tenth: it stands between Han characters). Languages
    need two small words and a tenth of all words; those with more than half as many as the best, or one less, stay
    possible. Of up to twelve words a single small word is enough, if English has it. A capital makes a small word part
    of a name ("Le Mans"), but for the first. A letter that few languages have counts as one of their small words.
    """
    sample = surfaces[:LANGUAGE_SAMPLE_WORDS]
    if not sample:
        return frozenset()
    if script := _script_of(sample):
        return frozenset((script,))
    counts = _counted(sample)
    best = max(counts.values(), default=0)
    if best == 1 and len(sample) <= LANGUAGE_SHORT_WORDS:
        return _of_one_word(sample)
    if best < max(LANGUAGE_LEAST_WORDS, LANGUAGE_LEAST_SHARE * len(sample)):
        return frozenset()
    return frozenset(language for language, count in counts.items() if 2 * count > best or count == best - 1)


def is_german(surfaces: Sequence[str]) -> bool:
    """Tell whether words are German rather than English or anything else: there every noun has a capital."""
    counts = _counted(surfaces[:LANGUAGE_SAMPLE_WORDS]) if surfaces else {}
    german = counts.pop("de", 0)
    return german > 0 and german >= max(counts.values(), default=0) and german > counts.get("en", 0)


def _counted(sample: Sequence[str]) -> dict[str, int]:
    """Count the small words of each language."""
    counts: dict[str, int] = {}
    seen = (sample[0].lower(), *sample[1:])
    told = list(filter(None, map(_LANGUAGES_OF.get, seen)))
    if not "".join(seen).isascii():
        told += [_by_letters(word) for word in seen if not word.isascii() and word not in _LANGUAGES_OF]
    for language in chain.from_iterable(told):
        counts[language] = counts.get(language, 0) + 1
    return counts


def _by_letters(word: str) -> tuple[str, ...]:
    if not word[0].islower():
        return ()  # a name may be foreign
    return next((own for letter, own in _LETTERS.items() if letter in word), ())


def may_be_english(languages: frozenset[str]) -> bool:
    """Tell whether a text may be in English: for all that was read of it, or because nothing tells its language."""
    return not languages or "en" in languages


def differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two texts are surely in different languages."""
    return bool(one and other) and not one & other


def _of_one_word(sample: Sequence[str]) -> frozenset[str]:
    """Return the languages of the small words of a short text, which has none twice; none where English has none.

    English texts have foreign words in their names ("Los Angeles", "Rio de Janeiro"), hardly the other way round.
    """
    found = [_LANGUAGES_OF.get(word, ()) for word in (sample[0].lower(), *sample[1:])]
    return frozenset(language for own in found if "en" in own for language in own)


def _script_of(sample: Sequence[str]) -> str:
    if max(sample) < _BEYOND_LATIN:
        return ""
    beyond_latin = [word[0] for word in sample if word >= _BEYOND_LATIN]
    for script, first, last in _SCRIPTS:
        share = sum(1 for letter in beyond_latin if first <= letter <= last) / len(sample)
        if share >= (KANA_LEAST_SHARE if script == "kana" else SCRIPT_LEAST_SHARE):
            return script
    return ""
