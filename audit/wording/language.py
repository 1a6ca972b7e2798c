"""Tell the language of a text by its script and its commonest small words; no model, no library."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

# Thirty small words each, of two letters and more: a text is told by several of them, never by one.
_LISTS = {
    "en": "the of and to in is that for it was on with as are by this be at from which has were have an or not"
    " you we they he his their its can will but if how do does more about than also your there one when i over per"
    " she her him they",
    "de": "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch wird sind bei hat"
    " einer einen nach aus werden wurde oder über zum zur durch am vor wie noch nur in laut einem eines wurden hatte"
    " haben seit unter dass sie er es so aber kein keine gegen rund etwa bereits beim sagte",
    "fr": "le la les des et est une dans que qui pour du par sur au il sont avec plus ce pas aux cette en un de"
    " ont été être mais ou elle leur comme ses nous sans selon entre depuis ces deux tout",
    "es": "el la los las que del por con una para se su como más fue es son al lo sus pero entre en un de y"
    " no ha desde también hasta muy sobre este está según sin tras ya han",
    "pt": "os que do da em um uma para com não dos das se por mais como foi ao são na no pela de ou seu sua"
    " também pelo entre até é às ser tem",
    "it": "il di che la per un una del della con non si sono gli da nel dei delle alla come anche in le più"
    " stato è ha ma tra questo degli dalla suo",
    "nl": "de het een van en is dat op te met voor zijn niet aan er om ook als bij wordt naar in die werd door"
    " uit tot of over maar deze heeft meer",
    "sv": "och att det som en på är av för den med till inte om ett han var de från har i ett kan men också efter"
    " vid eller sina under blev",
    "da": "og det en er til af på som med den for der ikke et han fra var blev har de kan men også efter ved eller"
    " sig blev om være",
    "pl": "na do się nie jest że od po jak przez dla był oraz są które to za ze ale może który przy roku czy"
    " jego tym także było",
    "tr": "ve bir bu için ile de da olarak olan daha çok gibi en sonra kadar ise her ne olduğu değil veya ki",
    "id": "yang dan di dengan untuk dari pada ini dalam tidak adalah itu oleh sebagai akan ke juga atau telah"
    " bisa lebih karena",
}
# Nouns of reports, in German with their capital, and letters that words of few languages have.
_NOUNS = {"de": "Millionen Milliarden Prozent Jahr Jahre Jahren Menschen Uhr", "fr": "milliards", "es": "millones"}
_LETTERS = {
    "ß": ("de",), "ä": ("de", "sv"), "ö": ("de", "sv", "tr"), "ü": ("de", "tr"), "ñ": ("es",), "è": ("fr", "it"),
    "ê": ("fr", "pt"), "ç": ("fr", "pt", "tr"), "ã": ("pt",), "õ": ("pt",), "å": ("sv", "da"), "ø": ("da",),
}  # fmt: skip
SMALL_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
_LANGUAGES_OF: dict[str, tuple[str, ...]] = {}
for _language, _list in (*_LISTS.items(), *_NOUNS.items()):
    for _word in _list.split():
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
_SAMPLE = 200  # words that are looked at
_SHORT = 12  # words up to which a single small word tells something


def languages_of(surfaces: Sequence[str]) -> frozenset[str]:
    """Return the languages ("en", "de", ...) or the script ("han", ...) that words may be in; none if unsure.

    A script counts from a third of the words on (kana from a tenth: it stands between Han characters). Languages
    need two small words and a tenth of all words; those with more than half as many as the best, or one less, stay
    possible. Of up to twelve words a single small word is enough, if English has it. A capital makes a small word part
    of a name ("Le Mans"), but for the first. A letter that few languages have counts as one of their small words.
    """
    sample = surfaces[:_SAMPLE]
    if not sample:
        return frozenset()
    if script := _script_of(sample):
        return frozenset((script,))
    counts = _counted(sample)
    best = max(counts.values(), default=0)
    if best == 1 and len(sample) <= _SHORT:
        return _of_one_word(sample)
    if best < max(2, 0.1 * len(sample)):
        return frozenset()
    return frozenset(language for language, count in counts.items() if 2 * count > best or count == best - 1)


def is_german(surfaces: Sequence[str]) -> bool:
    """Tell whether words are German rather than English or anything else: there every noun has a capital."""
    counts = _counted(surfaces[:_SAMPLE]) if surfaces else {}
    german = counts.pop("de", 0)
    return german > 0 and german >= max(counts.values(), default=0) and german > counts.get("en", 0)


def _counted(sample: Sequence[str]) -> dict[str, int]:
    """Count the small words of each language."""
    counts: dict[str, int] = {}
    words = (sample[0].lower(), *sample[1:])
    told = list(filter(None, map(_LANGUAGES_OF.get, words)))
    if not "".join(words).isascii():
        told += [_by_letters(word) for word in words if not word.isascii() and word not in _LANGUAGES_OF]
    for language in chain.from_iterable(told):
        counts[language] = counts.get(language, 0) + 1
    return counts


def _by_letters(word: str) -> tuple[str, ...]:
    if not word[0].islower():
        return ()  # a name may be foreign
    return next((languages for letter, languages in _LETTERS.items() if letter in word), ())


def differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two texts are surely in different languages."""
    return bool(one and other) and not one & other


def _of_one_word(sample: Sequence[str]) -> frozenset[str]:
    """Return the languages of the small words of a short text, which has none twice; none where English has none.

    English texts have foreign words in their names ("Los Angeles", "Rio de Janeiro"), hardly the other way round.
    """
    found = [_LANGUAGES_OF.get(word, ()) for word in (sample[0].lower(), *sample[1:])]
    return frozenset(language for languages in found if "en" in languages for language in languages)


def _script_of(sample: Sequence[str]) -> str:
    if max(sample) < _BEYOND_LATIN:
        return ""
    beyond_latin = [word[0] for word in sample if word >= _BEYOND_LATIN]
    for script, first, last in _SCRIPTS:
        share = sum(1 for letter in beyond_latin if first <= letter <= last) / len(sample)
        if share >= (0.1 if script == "kana" else 0.34):
            return script
    return ""
