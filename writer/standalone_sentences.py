"""Distinguish sentences that can stand alone in an article from menus, fragments and dependent sentences."""

from __future__ import annotations

import re
from itertools import pairwise

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from writer.english_verbs import has_verb
from writer.thresholds import (
    CAPITALS_LEAST,
    CAPITALS_MOST_SHARE,
    FEWEST_QUESTION_WORDS,
    FIGURES_LEAST,
    FIGURES_MOST_SHARE,
    LEANING_OPENING_WORDS,
    PROSE_MOST_CHARACTERS,
    PROSE_SPACELESS_CHARACTERS,
    PROSE_WORDS,
    QUESTION_WORDS,
)

_LEANING_PARTS = frozenset("it them this these".split())  # "of those" goes on: "of those who asked"
_LEANING_WORDS = words("words that lean")


def _any_of(name: str) -> str:
    return rf"\b(?:{either(name, gap=' ')})\b"


_START = compiled(r"[\"“‘'«„]?[$£€]?[^\W_a-z]")
_END = compiled(r"[.。｡][\"'”’)\]»」』）]*$")
_CUT = compiled(r"(?:\.\.|…)[\"'”’)\]]*$")
_LABELLED = compiled(r"\A[A-Z][a-z]+(?: [a-z]+)?: (?![\"“])")  # "Moderator: thread moved", "Update: ..."
# "Their answer: ", "The good news first: ": what stands behind says something. Any other may be who speaks.
_TOLD_LABEL = compiled(r"\A(?:The|An?|Their|Our|Its|One) [^:]{2,60}: (?=[a-z0-9])")
_GLUED_NOTE = compiled(r"[a-z][.,][0-9]{1,3}(?:\s|$)|[a-z]{4}[0-9](?=[;,.!\s]|$)")
# When a page was written says nothing of its subject; what "see below" points to is not told.
_OF_THE_PAGE = (
    r"\A(?:this )?(?:page|article|post) (?:was |has been )?(?:last )?"
    r"(?:written|updated|reviewed|checked|published|revised)\b|\bsee (?:below|above|overleaf)\b"
)
_JUNK = compiled(rf"{_OF_THE_PAGE}|https?:|www\.|@[a-z]|[|©®»›]|doi:|{_any_of('menu phrases')}", re.IGNORECASE)
_ORDERS = compiled(
    r"\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules|previous|above)\b"
    r"|\bsystem prompt\b|\bas an ai\b|\b(?:cite|print|reveal)\b.{0,20}(?:\[[0-9]|\bkey\b)",
    re.IGNORECASE,
)
_LEANING = compiled(_any_of("connectives"), re.IGNORECASE)
_WORD_START = compiled(r"^\W*(\w*).*")
_WE = compiled(r"\b(?:[Ww]e|[Oo]urs?|us|[Oo]urselves)\b")
_I = compiled(
    rf"\b(?:{either('words of a speaker')})\b|\bI['’]|(?:^|[^\w\s]\s?"
    rf"|\b(?:{either('conjunctions before a speaker')}) )I (?=[a-z])"
)


_YOU = compiled(rf"\b(?:{either('words to a reader', language='en')})\b")
_I_ACT = compiled(rf"\bI (?:{either('what a speaker does', language='en')})\b")
# A heading or a table's cell that ran into the sentence behind it: "46 percent The outlook remains unchanged."
_RUN_IN = compiled(r"[a-z0-9%)] (?:The|A|An|In|It|This|All|Our|We) [a-z]")
# Two sentences that nothing parted: "up to 80 percent!* The traffic", "at 7 p.m. Present: 15 members".
_RUN_ON = compiled(r"[a-z0-9%](?:[.!?]\*? [A-Z][a-z]+(?: [a-z]+)?: |[!?]\*? [A-Z])")
_ASKS = compiled(
    rf"(?:{either('opens a question', language='en')})\b"
    r"(?:(?!\b(?:I|my|mine|me|you|your|we|our|us)\b)[^?!.:;|\"“”#*])*\?"
)


def starts_sentence(text: str) -> bool:
    """Say whether a text opens like a sentence: with a capital, a digit or a letter without case."""
    return _START.match(text) is not None


def is_question(text: str) -> bool:
    """Say whether a line is a question as a heading or a reader asks it, which the sentence behind it answers."""
    return _ASKS.fullmatch(text) is not None and len(text.split()) in QUESTION_WORDS


def is_heading_question(text: str) -> bool:
    """Say whether a line of its own is one question of a page of questions and answers, whoever asks it."""
    fits = len(text.split()) in range(FEWEST_QUESTION_WORDS, QUESTION_WORDS.stop)
    return fits and starts_sentence(text) and _QUESTION.fullmatch(text) is not None and _is_clean(text)


_QUESTION = compiled(r"\A[^?!;|#*]*\?")


def is_answer(text: str) -> bool:
    """Say whether a line answers a question right before it: it needs no verb ("Until 31 March: £41.20 each way.")."""
    clean = starts_sentence(text) and _END.search(text[-12:]) and not _CUT.search(text[-12:])
    says = bool(clean) and _STAMPED.fullmatch(text) is None
    return says and _is_clean(text) and len(text.split()) <= PROSE_WORDS.stop


def is_note(text: str) -> bool:
    """Say whether a line says something below a heading without a verb ("£5 a tent and night."), not what for."""
    says = not text.startswith("To ") and _AUTHORS.fullmatch(text) is None
    return says and len(text.split()) >= PROSE_WORDS.start and is_answer(text)


_AUTHORS = compiled(
    r"\A(?:(?:^|, )(?:[A-Z][\w'’-]{1,30} [A-Z]{1,3}|(?:[A-Z]\. ?){1,3}[A-Z][\w'’-]{1,30})){1,30}\.?"
)  # "Aubert L, Stroud H.", "T. Crane, F. Ostrander"
_DAY = rf"[0-9]{{1,2}} (?:{either('month names', language='en')}) [0-9]{{4}}"
_STAMPED = compiled(rf"\A[A-Z][^.]{{2,80}}?, (?:[a-z]{{1,12}} since )?{_DAY}\.?")


def is_verdict(text: str) -> bool:
    """Say whether a line gives a page's own answer behind a label, whether or not it has a verb ("Verdict: poor")."""
    return _VERDICT.match(text) is not None and is_answer(text)


def without_label(text: str) -> str:
    """Return a page's own answer without the label before it."""
    return _VERDICT.sub("", text)


_VERDICT = compiled(rf"(?:{either('labels of a verdict', language='en', gap=' ')}): ", re.IGNORECASE)


def concludes(heading: str) -> bool:
    """Say whether below a heading stands what a page comes to: its verdict, its results."""
    return _CONCLUSION.search(heading) is not None


_CONCLUSION = compiled(rf"\b(?:{either('headings of what a page comes to', language='en', gap=' ')})\b", re.IGNORECASE)


def is_list(text: str, *, headed: bool = True) -> bool:
    """Say whether a list of items, joined behind what says of what they are, may be quoted."""
    return (starts_sentence(text) or not headed) and _is_clean(text) and not is_personal(text)


def _is_clean(text: str) -> bool:
    # "Up to 80%***": what takes it back stands in a footnote.
    noted = _FOOTNOTED.search(text) is not None and _EMPHASIS.search(text) is None
    return not noted and not any(p.search(text) for p in (_JUNK, _ORDERS, _GLUED_NOTE)) and _is_balanced(text)


_FOOTNOTED, _EMPHASIS = compiled(r"[\w%)]\*{1,3}(?!\w)"), compiled(r"(?<![\w*])\*{1,3}\w")


def is_prose(text: str, *, whole: bool = True) -> bool:
    """Say whether a line is one declarative sentence of readable length, with a verb for each clause if ``whole``.

    Questions, exclamations, cut or glued ends, menus, notices, addresses, table rows, shouting, open
    quotes or brackets, and sentences that give orders to a reader's machine are not.
    """
    tokens = text.split()
    if _is_spaceless(text, len(tokens)):
        fits = len(text) in PROSE_SPACELESS_CHARACTERS
    else:
        fits = len(tokens) in PROSE_WORDS and len(text) <= PROSE_MOST_CHARACTERS
    if not fits or not starts_sentence(text) or not _END.search(text[-12:]) or _CUT.search(text[-12:]):
        return False
    if not _is_clean(text):
        return False
    said = _TOLD_LABEL.sub("", text)
    glued = text.count(" - ") > 1 or any(p.search(said) for p in (_LABELLED, _RUN_IN, _RUN_ON))
    if glued or not (has_verb(text, whole=whole) or (said != text and has_verb(said, whole=whole))):
        return False
    capitals = sum(token[:1].isupper() for token in tokens)
    digits = sum(any("0" <= c <= "9" for c in token) for token in tokens)
    shouted = sum(len(token) > 1 and token.isupper() for token in tokens)
    fewer = max(digits, shouted) <= max(FIGURES_LEAST, FIGURES_MOST_SHARE * len(tokens))
    return fewer and capitals <= max(CAPITALS_LEAST, CAPITALS_MOST_SHARE * len(tokens))


def announces(text: str) -> bool:
    """Tell whether a sentence says that others follow: what it announces must stand behind it."""
    return _ANNOUNCED.search(text) is not None


# What such a sentence says stands in the list behind it.
LISTS = compiled(
    r"\b(?:the following|as follows)\b(?! (?:day|week|month|year|morning|night|spring|summer|winter)\b)|:$"
)


def turns(text: str) -> bool:
    """Tell whether a sentence takes back what the one before it says, or sets something against it."""
    return _TURN.match(text) is not None


_TURN = compiled(rf"[\"“]?(?:{either('openings of a turn', language='en', gap=' ')})(?!\w)")


_COUNT = r"(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]everal|[Ss]ome|[Aa] few|[Mm]any)"
_ANNOUNCED = compiled(
    rf"\b(?:the following|as follows|on the one hand|one thing|for one)\b|\b[Hh]ere (?:it is|they are)\.$"
    r"|\b[Hh]ere(?:['’]s| is| are) (?:what|how|why|where|our|the)\b[^;:]{0,200}\.$"
    rf"|^{_COUNT} (?:[a-z]+ )?[a-z]+s (?:went|were|stand|stood|are|explain|speak|matter|help)\b[^;:]*\.$"
    rf"|\b{_COUNT} (?:[a-z]+ )?(?:{either('what is listed', language='en')})\b[^,;:]*\.$"
    rf"|^These are (?:the|our) (?:{either('what is listed', language='en')})\b[^;:]*\.$"
    # "Isn't it the exhaust?" says Dr Harkin.
    r"|\?[\"”] [^\"“”?!]{3,100}\.\Z"
    # "The facts say otherwise." "Ilse Varga has told us why."
    r"|\A(?!.*\b(?:unless|not|never|nobody|refused)\b|.*n['’]t\b)[^;:]{5,200}\b"
    r"(?:(?:say|says|said|suggests?) otherwise|ha(?:s|ve) (?:told|explained) [A-Za-z ]{0,30}\b(?:why|how))\.$"
)


def leans(text: str) -> bool:
    """Say whether a sentence needs the one before it: a connective, or a pronoun among its first two words.

    "Only 74 of them" does too. The lists are English; a sentence in another language is taken to stand alone.
    """
    opening = [
        _WORD_START.sub(r"\1", word.lower())
        for word in text.split(maxsplit=LEANING_OPENING_WORDS)[:LEANING_OPENING_WORDS]
    ]
    of_them = any(pair[0] == "of" and pair[1] in _LEANING_PARTS for pair in pairwise(opening))
    begins = _LEANING.match(text.lstrip("\"“‘'")) is not None or not _LEANING_WORDS.isdisjoint(opening[:2])
    return begins or of_them


def is_own_voice(text: str) -> bool:
    """Say whether the source speaks of itself as "we": its finding, not ours, and to be put in quotes."""
    return _WE.search(text) is not None


def is_personal(text: str) -> bool:
    """Say whether somebody speaks of themselves, or asks a reader for something: that is not reporting."""
    return asks_readers(text) or any(speaks.search(text) for speaks in (_I, _I_ACT))


def asks_readers(text: str) -> bool:
    """Say whether a sentence asks a reader for something."""
    return _TO_READERS.match(text) is not None


_TO_READERS = compiled(
    r"Please |Dear [A-Za-z]"
    r"|You(?:['’]ll| will| may) (?:remember|recall)\b"
)


def count_words(text: str) -> int:
    """Count the words of a text; of Chinese, Japanese or Thai every second character counts as one."""
    spaced = len(text.split())
    return max(spaced, (len(text) + 1) // 2) if _is_spaceless(text, spaced) else spaced


def _is_balanced(text: str) -> bool:
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"), ("「", "」"), ("（", "）"))
    return text.count('"') % 2 == 0 and all(text.count(a) == text.count(b) for a, b in pairs)


def _is_spaceless(text: str, tokens: int) -> bool:
    return len(text) > 20 * max(1, tokens) or (tokens < 5 and any(c >= "\u0e00" for c in text[:40]))
