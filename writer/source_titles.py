"""Read the titles and headings of pages: what may be shown of them, and whether they tell what a page is about."""

from __future__ import annotations

import re

from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, idf
from writer.standalone_sentences import count_words
from writer.thresholds import HEADING_FEWEST_WORDS, TELLS_TOPIC_SHARE, TITLE_WORDS

_DAYS = "|".join(one[:3].capitalize() for one in listed("days of the week", "en"))
_BLAND = words("headings that say nothing", "en")
_QUOTED_HEAD = compiled(r"\A[“\"][^“”\"]{3,120}[”\"][:,]? (?:[–—-] )?(?=[A-Z])")
_QUOTED_WHOLE = compiled(r"\A[“\"]([^“”\"]{12,120})[”\"]\Z")
_SENTENCE = compiled(r"(?:[^“”\"\[]{8,120}?[!?]|[^“”\"\[]{12,120}?\.)(?= [A-Z])")
_NO_TITLE = compiled(r"[“”\"]|(?:[!?…]|(?<!\b[Nn]o)\.) ")
# "Updated 4 May", "OldStanners Mon 24 Aug 07:58": when somebody wrote.
_STAMP = compiled(rf"\A(?:Updated|Published|Posted|Last)\b|\b(?:{_DAYS})[a-z]*,? [0-9]{{1,2}} [A-Z][a-z]{{2}}")
_ISSUE = compiled(r"\b[01]?[0-9]/20[0-9]{2}\b")  # "Fair Buyer 10/2026"
_CODE = compiled(r"\A(?=\S+\Z)\S*(?:://|_)")  # an address, "kevin_lawns_pro"
_FIGURES = compiled(r"[$£€][0-9]|[0-9],[0-9]{3}")  # "$420 $489" and "Brandt, Theodor: 4,118" are no headings
_LOWER = compiled(r"\b[a-z]{2,}\b")
# "One" mostly counts nothing.
_COUNTS = {word: str(value) for value, word in enumerate(listed("numerals from zero", "en")) if value > 1}
_WORD = compiled(r"[a-z]+")
# Above a page's first words, who wrote them.
_NAMES = compiled(r"(?:(?:, | and )?[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][\w'’-]+){1,6}")
_BYLINE = compiled(
    rf"\A(?:{either('openings of a byline', language='en', gap=' ')}) [A-Z]"
    rf"|\b(?:{either('who signs a byline', language='en')})\b|\bwrote, [0-9]"
)


def is_names(heading: str) -> bool:
    """Tell whether a line has nothing but names: above a page's first words those of who wrote them."""
    return _NAMES.fullmatch(heading) is not None


def shown_heading(heading: str, title: str, day: str, *, noted: bool = False) -> str:
    """Return a section's heading as it may stand behind its page's title, "" where it says nothing beyond that.

    What is ``noted`` below it without a verb is only understood with it.
    """
    shown = heading.lstrip("# ").strip() if "|" not in heading else ""
    row = _FIGURES.search(shown) is not None and len(_LOWER.findall(shown)) < HEADING_FEWEST_WORDS
    dated = (bool(day) and day in shown) or row or any(sign.search(shown) for sign in (_STAMP, _ISSUE, _BYLINE, _CODE))
    says = known_stems(shown) not in (frozenset(), known_stems(title)) or shown.lower() == "may"
    says = says and shown.lower() not in _BLAND
    new = says or (noted and shown.casefold() != title.casefold())
    return shown if new and not dated and _NO_TITLE.search(shown) is None else ""


def shown_title(title: str) -> str:
    """Return a source's title as it may stand before its words, "" where it has quotation marks within.

    Of two sentences it is the first, behind a quotation what follows it; one that is all quoted loses its marks.
    """
    shown = _QUOTED_HEAD.sub("", _QUOTED_WHOLE.sub(r"\1", title.partition(" | ")[0].strip()))
    if (first := _SENTENCE.match(shown)) is not None:
        shown = first[0]
    whole, _, site = re.sub(r" [–—] ", " - ", shown).rpartition(" - ")
    # "Earwax build-up - Norland Public Health": behind its title stands whose page it is.
    if whole and count_words(whole) > count_words(site) / 2 > 0:
        shown = shown[: len(whole)]
    shown = shown.removesuffix(".")
    unfit = _NO_TITLE.search(shown) or count_words(shown) not in TITLE_WORDS
    return "" if unfit else shown


def known_stems(text: str) -> frozenset[str]:
    """Return the stems that a reader knows from a text: of "sodium-ion" its parts, of "two" the number, too."""
    counts = {_COUNTS[word] for word in _WORD.findall(text.lower()) if word in _COUNTS}
    return content(text) | content(text.replace("-", " ")) | counts


def tells_topic(text: str, known: frozenset[str], share: float = TELLS_TOPIC_SHARE) -> bool:
    """Tell whether a sentence holds enough of the question to say what it is about; any does where nothing is asked."""
    weight, said = sum(idf(stem) for stem in sorted(known)), known_stems(text)
    # "Earwax" is said of ear and wax.
    said |= {stem for one in known for other in known if one + other in said for stem in (one, other)}
    held = sum(idf(stem) for stem in sorted(known & said))
    return held >= share * weight
