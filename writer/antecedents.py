"""Tell what a sentence needs from those before it: a pronoun's noun, the name of "the group", a first name.

The lists are English; a sentence in another language is taken to need what ``leans`` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, stem_of
from wellsourced_core.values import frozen
from writer.standalone_sentences import leans
from writer.thresholds import FEWEST_WORDS_ALONE, MOST_NEEDED, MOST_SENTENCES_BACK

_WORD = compiled(r"[^\W_]+(?:[.'’-][^\W_]+)*|[^\w\s]")
_TOLD = words("nouns told before", "en")
_BY_NAME = words("names told by a noun", "en")
_UNIQUE = words("nouns that need no telling", "en")
_RESTRICTS = words("words that restrict a noun", "en")
_PHRASE_OPENS = words("openings of a phrase of place or time", "en")
_PASTS = words("irregular pasts", "en") | words("helping verbs", "en")
_THINGS, _PERSONS = (
    words("pronouns of things", "en"),
    words("pronouns of persons", "en"),
)
# "Signs alone reduced them": no clause before, so that it is not the subject that is meant.
_OBJECTS = frozenset("it them".split())
_BOUNDARIES = words("ends of a first clause", "en") | frozenset(",;:")
_SUBJECTS = frozenset("it they he she".split())
_TIME_UNITS = words("units of time told of", "en")
_NUMBER = compiled(r"[0-9][0-9.,]*")
_COUNTS = words("counts of things named before", "en")
# What goes on from a sentence before, wherever in its own it stands.
_GOES_ON = compiled(
    "|".join(
        (
            (
                rf"\b(?:{either('words that go on', language='en', gap=' ')})\b"
                r"(?! as\b| hand\b| than\b| to\b|[- ](?:much|many|often|few)\b)"
            ),
            r"\b[Tt]h(?:is|ese)\b|\b[Ss]uch\b(?! as\b)|\b[Aa]nother\b(?! (?:one|word)\b)|^[Oo]thers?\b",
            r"\b[Tt]hose\b(?! (?:who|that|which|with|of|in|without|whose|at|on|from)\b)",
            rf"^(?:{either('amounts of somebody', language='en', gap=' ')}) (?:of them|do|did|are|were|say|said)\b",
            r"\b(?:do|does|did|so|that|there)(?=[,.;])|(?<![Ii]f )(?<!by )(?<!since )\b[Tt]hen (?!and\b)",
            r"\btimes as often(?! as)|\bas (?:much|many|often)\b(?!.* as\b)",
        )
    )
)
_LATER = compiled(
    "|".join(
        (
            r"\b(?:years?|months?|weeks?|days?|decades?|hours?) (?:later|earlier)\b",
            r"\b(?:the|a) (?:year|month|week|day|decade) (?:before|after)(?=[,.;]|$)",
            (
                r"\b(?:[Pp]revious|[Pp]rior|[Ff]ollowing|[Ss]ame|[Tt]hat|[Pp]receding) "
                r"(?:year|month|week|day|season|period|decade|winter|summer)\b"
            ),
            r"\b[Bb]y then\b|\bsince then\b|\bat the time\b",
        )
    )
)
_YEAR = compiled(r"\b(?:1[0-9]|20)[0-9]{2}\b")
_MORE = compiled(
    r"\b(?:percent|per cent|%|points?|times|third|half|quarter) "
    rf"(?:{either('comparatives of amounts', language='en')})\b(?!.*\bthan\b)"
    r"(?!.*\b(?:against|compared|from|after|before|if|when|with)\b)"
)
_COMPARED = compiled(rf"^(?:The )?(?:{either('openings that compare', gap=' ')})\b(?!.*\bthan\b)", re.IGNORECASE)
_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_SPEECH = words("speech verbs")


@frozen
class Needs:
    """What a sentence lacks: the one right before it, the introduction of a noun (stems), a first name.

    ``speaker`` says that it is a quotation without anybody who says it.
    """

    previous: bool = False
    nouns: tuple[str, ...] = ()
    speaker: bool = False

    def __bool__(self) -> bool:
        return self.previous or bool(self.nouns) or self.speaker


@lru_cache(maxsize=4096)
def needs(text: str) -> Needs:
    """Return what a sentence needs from those before it, apart from nouns that its article's title tells."""
    speaker = is_speakerless(text)
    short = len(text.split()) < FEWEST_WORDS_ALONE
    previous = speaker or short or leans(text) or _goes_on(text) or _has_open_pronoun(text)
    return Needs(previous, tuple(dict.fromkeys(_told_nouns(text))), speaker)


def has_pronoun(text: str) -> bool:
    """Tell whether a sentence has any word that may mean something outside it."""
    return not (_THINGS | _PERSONS).isdisjoint(token.lower() for token in _WORD.findall(text))


def needed(at: int, texts: Sequence[str], known: frozenset[str], on_topic: Sequence[bool]) -> tuple[int, ...] | None:
    """Return which of the sentences before ``at`` it needs, and they need in turn, in order; None where that fails.

    ``known`` are the stems that a reader knows already; a sentence that is not ``on_topic`` does not say what it is
    about and goes on from the one before. At most three are needed, none from far back.
    """
    found: set[int] = set()
    waiting = [at]
    while waiting:
        i = waiting.pop()
        direct = _direct(i, texts, known, on_topic[i])
        if direct is None:
            return None
        new = direct - found
        found |= new
        waiting += sorted(new)
        if len(found) > MOST_NEEDED or (found and at - min(found) > MOST_SENTENCES_BACK):
            return None
    return tuple(sorted(found))


def _direct(i: int, texts: Sequence[str], known: frozenset[str], on_topic: bool) -> set[int] | None:
    text, own = texts[i], needs(texts[i])
    found: set[int] = set()
    if own.previous or not (on_topic or _is_first(i, texts)):
        if i == 0 or (own.speaker and not _QUOTED.search(texts[i - 1])):
            return None
        found.add(i - 1)
    for stem in own.nouns:
        # A question says "street safety", not which street.
        if stem in known and stem not in _BY_NAME_STEMS:
            continue
        if _is_first(i, texts):
            continue  # so the source itself begins
        # Where nothing brings the noun, the sentence before may bring what it belongs to: "the gain" of what rose.
        found.add(_introduction(stem, i, texts, i - 1))
    for name in _bare_names(text):
        j = _full_name(name, i, texts)
        if j is not None:
            found.add(j)
    return found


def _is_first(i: int, texts: Sequence[str]) -> bool:
    return not any(text.endswith(".") and len(text.split()) >= FEWEST_WORDS_ALONE for text in texts[:i])


def _introduction(stem: str, i: int, texts: Sequence[str], otherwise: int) -> int:
    back = range(i - 1, max(-1, i - 1 - MOST_SENTENCES_BACK), -1)
    for j in back:
        if stem in _stems(texts[j]) and stem not in needs(texts[j]).nouns:
            return j
    return otherwise


_BY_NAME_STEMS = frozenset(map(stem_of, _BY_NAME))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(filter(None, (stem_of(word) for word in _WORD.findall(text))))


# ------------------------------------------------------------------------------------------------ going on


# "It fell to 2.3.": a figure of nothing that the sentence names.
_BARE_FIGURE = compiled(r"(?<=\s)[0-9]+(?:\.[0-9]+)?(?=[,.;](?:\s|$))(?<![12][0-9]{3})")
_ELLIPTICAL = compiled(
    "|".join(
        (
            (
                r"\b[Tt]he (?:best|worst|largest|smallest|others?|second|third|last)"
                r"(?=,| (?:lost|was|were|is|are|had|has)\b)"
            ),
            rf"^(?:{either('people of something', language='en')})\b(?! (?:of|who|in|with|at|from|aged|whose)\b)",
            r"^(?:No|Yes|True|Wrong)[.,] |^(?:Not|Nor|Yes|So|Rather|Perhaps|Maybe)\b",
            r"\b(?:is|are|was|were|do|does|did|has|have|had|will|can|could)(?: not)?\.$",
            r"^(?:Without|With) (?:one|it|them)\b|^One [a-z]+s\b|\beach one\b|\bafterwards\b|\bthereafter\b",
            r"\b(?:say|says|said|shows?|showed|found|estimates?|estimated)(?: that)? (?:it|they)\b",
            (
                r"^(?:About |Nearly |Almost |Only |Just )?(?:[Aa] |[Oo]ne )?"
                r"(?:[Hh]alf|[Tt]hird|[Qq]uarter|[Ff]ifth|[Tt]enth)s? (?!of\b|a\b|an\b|the\b)"
            ),
            (
                r"^(?:(?:[Uu]sually|[Oo]ften|[Mm]ostly|[Ss]ometimes) )?(?:[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive) "
                r"(?:or|and|of|in|more|were|are)\b"
            ),
            r"^(?:First|Second|Third|Fourth|Finally|Lastly|Next),",
            r"(?<!^)\b(?:all|none|both|most|some|many|half|part|two|three|one) of (?:it|them)\b",
        )
    )
)


def _goes_on(text: str) -> bool:
    if _BARE_FIGURE.search(text) and not _COUNTED_BEFORE.search(text):
        return True
    if _ELLIPTICAL.search(text) or _PERCENT_OF_NONE.match(text) or _MORE.search(text) or _COMPARED.search(text):
        return True
    if not _YEAR.search(text) and _LATER.search(text):
        return True
    return _GOES_ON.search(text) is not None


# "Sixty-one percent would save it": of whom, the sentence before says.
_PERCENT_OF_NONE = compiled(r"^[\w-]+(?: [a-z]+)? (?:percent|per cent) (?!of\b|more\b|less\b|fewer\b)")
# A bare figure goes on from one that has its noun: "from 2,100 trips to 4,700".
_COUNTED_BEFORE = compiled(
    r"\b(?:from|between|against|of|than|number|count|total|vote|score|page|aged?|chapter|level|\$|and|route|line)\b",
    re.IGNORECASE,
)


def _has_open_pronoun(text: str) -> bool:
    """Tell whether a pronoun stands before anything in its sentence that it could mean."""
    outside = _WORD.findall(_QUOTED.sub(" ", text))
    for i, token in enumerate(outside):
        # Who speaks is no one of whom the quotation tells.
        if token.lower() in _PERSONS and not _has_person(outside[:i]):
            return True
    tokens = _WORD.findall(text)
    lowered = [token.lower() for token in tokens]
    spaced = [i for i, token in enumerate(tokens) if token[0].isalnum()]
    for rank, i in enumerate(spaced):
        word = lowered[i]
        if word in _PERSONS and not _has_person(tokens[:i]):
            return True
        if word in _THINGS:
            opening = lowered[spaced[0]] in _PHRASE_OPENS and word in _SUBJECTS and not _has_comma_and_verb(lowered[:i])
            bound = word in _OBJECTS and _BOUNDARIES.isdisjoint(lowered[:i])
            if rank < 2 or opening or bound or not _has_thing(tokens[:i], lowered[:i]):
                return True
    return False


def _has_comma_and_verb(before: Sequence[str]) -> bool:
    return any(word in _PASTS or (len(word) > 4 and word.endswith("ed")) for word in before)


def _has_person(tokens: Sequence[str]) -> bool:
    said = [token for token in tokens if token[0].isalpha()]
    named = any(map(_is_name, said[1:]))
    return named or not _ANYBODY.isdisjoint(token.lower() for token in said)


_ANYBODY = words("words for anybody", "en")
_BRINGS_THING = words("words that bring a thing", "en")


def _has_thing(tokens: Sequence[str], lowered: Sequence[str]) -> bool:
    if any(low in _BRINGS_THING or low[0].isdigit() for low in lowered[:-1]):
        return True
    common = [token for token in tokens if token[0].islower() and len(token) > 3]
    plural = any(low.endswith("s") and len(low) > 3 for low in lowered)
    body = any(token.isupper() and len(token) > 2 for token in tokens)
    return plural or body or len(common) >= 2


# ------------------------------------------------------------------------------------------------ "the group"


def _told_nouns(text: str) -> Iterator[str]:
    """Yield the stems of nouns behind "the" that some sentence before must have brought."""
    tokens = _WORD.findall(text)
    lowered = [token.lower() for token in tokens]
    for i, word in enumerate(lowered):
        if word != "the" or i + 1 >= len(tokens):
            continue
        start = i + 1
        counted = lowered[start] in _COUNTS or _NUMBER.fullmatch(lowered[start]) is not None
        start += counted
        run: list[str] = []
        for token, low in zip(tokens[start : start + 3], lowered[start : start + 3], strict=True):
            if not token[0].isalpha() or low in _RESTRICTS or low in _PASTS or (run and low.endswith("ed")):
                break
            run.append(token)
        behind = tokens[start + len(run)] if start + len(run) < len(tokens) else "."
        # "The lander Kestrel-2": its name stands behind it.
        if not run or any(token[0].isupper() for token in (*run, behind)):
            continue
        yield from _lacking(run, tokens, lowered, i, start + len(run), counted=counted)


def _is_name(token: str) -> bool:
    return token[0].isupper() and len(token) > 1 and token.lower() not in STOP_WORDS


def _lacking(
    run: Sequence[str], tokens: Sequence[str], lowered: Sequence[str], the: int, end: int, *, counted: bool
) -> Iterator[str]:
    names = [token.lower().removesuffix("'s").removesuffix("’s") for token in run]
    behind = lowered[end] if end < len(lowered) else "."
    if names[0] in _UNIQUE or names[0].endswith("est") or names[-1] in _TIME_UNITS:
        return
    before = frozenset(filter(None, map(stem_of, lowered[:the])))
    told = next((name for name in names if name in _TOLD), "")
    opens = (
        the == 0
        or (tokens[the - 1] in (",", ";", ":", '"', "“") and the < 12)
        or lowered[the - 1] in ("that", "because", "said", "says")
    )
    owner = any(token.lower().endswith(("'s", "’s")) for token in run)
    restricted = (behind in _RESTRICTS or behind.endswith("ing")) and not owner
    if not (counted or told or opens) or restricted:
        return
    word = told or (names[-1] if counted else names[0])
    stems = [stem for name in names if (stem := stem_of(name))]
    if not stems or before.intersection(stems):
        return
    if told in _BY_NAME and any(_is_name(token) for token in tokens[1:the]):
        return
    yield stem_of(word) or stems[0]


# ------------------------------------------------------------------------------------------------ persons


def is_speakerless(text: str) -> bool:
    """Tell whether a sentence is somebody's words and nothing outside the quotation marks says whose."""
    spoken = [m for m in _QUOTED.finditer(text) if len(m[0].split()) > 3 and not _is_title(m[0])]
    if not spoken:
        return False
    outside = [word for word in _WORD.findall(_QUOTED.sub(" ", text)) if word[0].isalpha()]
    return len(outside) < 2


def has_quotation(text: str) -> bool:
    """Tell whether somebody's words stand in a sentence: four or more between marks, that are no title."""
    return any(len(m[0].split()) > 3 and not _is_title(m[0]) for m in _QUOTED.finditer(text))


def _is_title(quoted: str) -> bool:
    heavy = [word for word in quoted.strip('"“”.,').split() if len(word) > 3]
    return bool(heavy) and all(word[0].isupper() for word in heavy)


_CAPITAL = compiled(r"(?<![\w.'’-])[A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*")


def _bare_names(text: str) -> list[str]:
    """Return the capitalised words of a sentence that stand alone: perhaps surnames."""
    found = []
    for m in _CAPITAL.finditer(text):
        before, after = text[max(0, m.start() - 30) : m.start()], text[m.end() : m.end() + 3]
        joined = re.search(r"[A-Z][\w.'’-]* $", before) or re.match(r" [A-Z]", after)
        if not joined:
            found.append(m[0].removesuffix("'s").removesuffix("’s"))
    return found


def _full_name(name: str, i: int, texts: Sequence[str]) -> int | None:
    """Return the sentence before ``i`` that has a first name before a surname; None where there is none."""
    full = re.compile(rf"[A-Z][a-z]+(?: [A-Z]\.)? {re.escape(name)}\b")
    if full.search(texts[i]):
        return None
    return next((j for j in range(i - 1, -1, -1) if full.search(texts[j])), None)
