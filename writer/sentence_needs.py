"""Tell what a sentence lacks by itself: a pronoun's noun, whoever brought "the group", what it goes on from.

The lists are English; a sentence in another language is taken to need what ``leans`` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, stem_of
from wellsourced_core.values import frozen
from writer.english_verbs import is_third_person
from writer.standalone_sentences import leans
from writer.thresholds import FEWEST_WORDS_ALONE

WORD = compiled(r"[^\W_]+(?:[.'’-][^\W_]+)*|[^\w\s]")
_TOLD = words("nouns told before", "en")
BY_NAME = words("names told by a noun", "en")
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
_BEFORE_THERE = sorted(words("words before there", "en"))
_COMPARATIVES = either("comparatives that point up", "comparatives that point down", language="en")
# What goes on from a sentence before, wherever in its own it stands.
_GOES_ON = compiled(
    "|".join(
        (
            (
                rf"\b(?:{either('words that go on', language='en', gap=' ')})\b"
                r"(?! as\b| hand\b| than\b| to\b|[- ](?:much|many|often|few)\b)"
            ),
            rf"\b[Tt]h(?:is|ese)\b(?! (?:{either('spans of a day or year', language='en')})\b)",
            r"\b[Ss]uch\b(?! as\b)|^[Oo]thers?\b",
            # "A coin, and then another" has its first.
            r"\A(?:(?!\b(?:[Aa]n?|[Oo]ne)\b).){0,400}\b[Aa]nother\b(?! (?:one|word)\b)",
            r"\b[Tt]hose\b(?! (?:who|that|which|with|of|in|without|whose|at|on|from)\b)",
            rf"^(?:{either('amounts of somebody', language='en', gap=' ')}) (?:of them|do|did|are|were|say|said)\b",
            r"\b(?:do|does|did|so|that|[Tt]here)(?=[,.;])",
            r"(?<![Ii]f )(?<!by )(?<!since )(?<!and )\b[Tt]hen(?: (?!and\b)|[.,;])",
            r"\btimes as often(?! as)|\bas (?:much|many|often)\b(?!.* as\b)|\bas (?:much|many) in\b",
            r"\b[Bb]oth (?:are|were|have|had|can|could|will|lost|fell|rose|[a-z]+ed)\b|\b[Aa] further\b",
            r"\b(?:try|tries|tried|do|does|did|change|changed|know|knew) that\b",
            # A comparison without its other half, a share of nothing told, a time counted from one told.
            (
                rf"\b(?:is|are|was|were|been) (?:[a-z]+ly |much |even |still )?(?:{_COMPARATIVES}|(?:more|less) [a-z]+)"
                r"(?=[,.;]| still\b)(?!.*\bthan\b)|\bby (?:more|less)\b(?!.*\bthan\b)"
            ),
            (
                rf"\b(?:percent|per cent|%|points?|times|third|half|quarter) (?:more|less|fewer|{_COMPARATIVES})\b"
                r"(?!.*\b(?:than|against|compared|from|after|before|if|when|with)\b)"
            ),
            (
                r"^(?:(?:Just|Only|About|Nearly|Almost|Some) )?(?:[\w.,-]+ (?:per cent|percent)"
                r"|(?:[Aa] |[Oo]ne )?(?:[Hh]alf|[Tt]hird|[Qq]uarter|[Ff]ifth|[Tt]enth)s?) (?!(?:of|an?|the)\b)"
            ),
            r"\b(?:years?|months?|weeks?|days?|decades?|hours?) (?:later|earlier)\b",
            r"\b(?i:at|in|on|by|for|from|after|before|since|during|to|of|with) that [a-z]+(?!ed\b)\b",
        )
    )
)
FULL_NAME = compiled(r"(?<![\w.'’-])[A-Z][a-z]+(?: [A-Z]\.)? [A-Z][a-z'’]+(?:-[A-Z][a-z]+)?\b")
NO_NAMES = STOP_WORDS | words("connectives", "en") | words("openings of a phrase of place or time", "en")
QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")


# Of what one of these speaks may stand farther back than in the sentence before.
_PAIR = compiled(
    rf"\b(?:[Tt]he|[Tt]hose|[Tt]hese) (?:{either('one of several told before', language='en')}|other [a-z]+)"
    r"(?=[,.;]| (?:lost|was|were|is|are|had|has|have|can|could|will|would|took|got|did|do|does|averaged|[a-z]+ed)\b)"
    r"|\b[Bb]oth\b(?!.* and\b)|\b[Nn]either\b(?!.* nor\b)|\b[Nn]either\b [a-z]+|\b[Ee]ither\b(?!.* or\b)"
    r"|^(?:Others?|Another|Each|Both|Neither|None|Some|Most|All|Many)\b (?:of (?:them|these|those)|"
    r"(?:do|did|are|were|is|was|has|have|had|can|say|said|could|will|would)\b)"
)


@frozen
class Needs:
    """What a sentence lacks: the one right before it (``previous``), or whoever brought a noun.

    ``nouns`` are the stems of those that must have been brought, ``others`` of those that stand as if they had been.
    ``speaker`` says that it is a quotation without anybody who says it, ``pronoun`` that it goes on by a pronoun,
    ``pair`` that it speaks of one of several ("the first", "both"), ``person`` that it does of somebody.
    """

    previous: bool = False
    nouns: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    speaker: bool = False
    pronoun: bool = False
    pair: bool = False
    person: bool = False


@lru_cache(maxsize=4096)
def needs(text: str) -> Needs:
    """Return what a sentence needs from those before it, apart from nouns that its article's title tells."""
    speaker = is_speakerless(text)
    short = len(text.split()) < FEWEST_WORDS_ALONE
    pronoun = leans(text) or _has_open_pronoun(text)
    previous = speaker or short or pronoun or _GOES_ON.search(text) is not None
    told = list(_told_nouns(text))
    outside = WORD.findall(QUOTED.sub(" ", text))
    open_persons = (token.lower() in _PERSONS and not _has_person(outside[:i]) for i, token in enumerate(outside))
    person = not _NAMED_BEHIND.search(text) and any(open_persons)
    return Needs(
        previous,
        tuple(dict.fromkeys(stem for stem, sure in told if sure)),
        tuple(dict.fromkeys(stem for stem, sure in told if not sure)),
        speaker,
        pronoun,
        _PAIR.search(text) is not None,
        person,
    )


def stands_alone(text: str, *, first: bool) -> bool:
    """Tell whether a sentence may be the first that a reader meets, as the ``first`` of its source is."""
    own = needs(text)
    if first:
        return not own.pronoun and not own.speaker
    return not own.previous and not own.pair and _LOOKS_BACK.search(text) is None


def opens_section(text: str) -> bool:
    """Tell whether a sentence may be the first that a reader meets behind the title and the heading above it."""
    own = needs(text)
    if text.endswith("?"):
        return _GOES_ON_ASKING.match(text) is None
    return not (own.pronoun or own.speaker or own.pair)


_GOES_ON_ASKING = compiled(r"(?:[A-Z][a-zA-Z]{1,20}: )?(?:And|But|So|Then|Or)\b")  # "And the lead?"


def brings_all(text: str, known: frozenset[str]) -> bool:
    """Tell whether a sentence speaks of nothing as known that a reader does not know."""
    own = needs(text)
    return not own.pronoun and not own.speaker and known.issuperset((*own.nouns, *own.others))


# What may stand behind another sentence, but begins nothing: "in still colder water", "seven of the jars".
_LOOKS_BACK = compiled(
    "|".join(
        (
            rf"\b(?:{either('words that look back', language='en', gap=' ')})\b(?! (?:if|when|though|than)\b)",
            # A place told before: "a permit there was £48".
            rf"[a-z]{{3}}{''.join(f'(?<! {word})' for word in _BEFORE_THERE)} there (?:was|is|are|were)\b",
            rf"\b[Tt]here\b(?! (?:{either('verbs behind there', language='en')})\b)(?!['’])",
            r"^(?:(?:Nearly|About|More than|Almost) )?[\w,]+ of the\b",
            r"\bdid (?!not\b|so\b|n't)[a-z]+\b",
            r"\bthe (?:new|same|whole|entire|last|next) [a-z]+\b(?! (?:of|that|which|for|in)\b)",
            r"\b(?:his|her|its|their|he|she|they|it) own\b",
        )
    )
)


_MONTHS, _DAYS = words("month names", "en"), words("days of the week", "en")


def _has_open_pronoun(text: str) -> bool:
    """Tell whether a pronoun stands before anything in its sentence that it could mean."""
    if _NAMED_BEHIND.search(text):
        return False
    outside = WORD.findall(QUOTED.sub(" ", text))
    for i, token in enumerate(outside):
        # Who speaks is no one of whom the quotation tells.
        if token.lower() in _PERSONS and not _has_person(outside[:i]):
            return True
    tokens = WORD.findall(text)
    lowered = [token.lower() for token in tokens]
    spaced = [i for i, token in enumerate(tokens) if token[0].isalnum()]
    for i in spaced:
        word = lowered[i]
        if word in _PERSONS and not _has_person(tokens[:i]):
            return True
        if word in _THINGS:
            opening = lowered[spaced[0]] in _PHRASE_OPENS and word in _SUBJECTS and not _has_comma_and_verb(lowered[:i])
            bound = word in _OBJECTS and _BOUNDARIES.isdisjoint(lowered[:i])
            if opening or bound or not _has_thing(tokens[:i], lowered[:i], word):
                return True
    return False


def _has_comma_and_verb(before: Sequence[str]) -> bool:
    return any(word in _PASTS or (len(word) > 4 and word.endswith("ed")) for word in before)


def _has_person(tokens: Sequence[str]) -> bool:
    said = [token for token in tokens if token[0].isalpha()]
    # "In Delft he sells": a place is nobody.
    named = any(is_name(name) and before.lower() not in _PLACES_BEHIND for before, name in pairwise(said))
    return named or not ANYBODY.isdisjoint(token.lower() for token in said)


_OWNERS = frozenset("its their".split())
_COMMON_NOUN = compiled(r"\b(?:an?|the|no|each|every|any) (?:[a-z]{1,24} ){0,8}[a-z]{3}")
# "A month before she was sacked, Dana Okoro wrote".
_NAMED_BEHIND = compiled(r"^[^,]{3,60}\b(?:he|she|his|her)\b[^,]{2,60}, (?:[a-z]+ ){0,2}[A-Z][a-z]+ [A-Z][a-z]+")
_PLACES_BEHIND = frozenset("in at near from across around".split())
ANYBODY = words("words for anybody", "en")
_BRINGS_THING = words("words that bring a thing", "en")


def _has_thing(tokens: Sequence[str], lowered: Sequence[str], pronoun: str) -> bool:
    # "Stenhavn is lowering its speed limit"; "Idris Fell had learned of it" means no name.
    if tokens[0][0].isupper() and lowered[0] not in NO_NAMES:
        named = FULL_NAME.match(" ".join(tokens)) is not None
        if pronoun in _OWNERS or not named:
            return True
        if not _COMMON_NOUN.search(" ".join(tokens)):
            return False
    if any(low in _BRINGS_THING or low[0].isdigit() for low in lowered[:-1]):
        return True
    common = [token for token in tokens if token[0].islower() and len(token) > 3]
    plural = any(low.endswith("s") and len(low) > 3 for low in lowered)
    return plural or len(common) >= 2


def _told_nouns(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the stems of nouns behind "the", and whether some sentence before must have brought them.

    Others need to have been brought only where one before has them: "into the river" may be the only one there is.
    """
    tokens = WORD.findall(text)
    lowered = [token.lower() for token in tokens]
    for i, word in enumerate(lowered):
        if word != "the" or i + 1 >= len(tokens):
            continue
        start = i + 1
        counted = lowered[start] in _COUNTS or _NUMBER.fullmatch(lowered[start]) is not None
        start += counted
        run: list[str] = []
        for token, low in zip(tokens[start : start + 3], lowered[start : start + 3], strict=True):
            if not token[0].isalpha() or low in _RESTRICTS or low in _PASTS or (run and _may_be_verb(low)):
                break
            run.append(token)
        behind = tokens[start + len(run)] if start + len(run) < len(tokens) else "."
        # "The lander Kestrel-2": its name stands behind it. "The Trust" is no name.
        titled = len(run) == 1 and run[0].lower() in _TOLD and not behind[0].isupper()
        if not run or (any(token[0].isupper() for token in (*run, behind)) and not titled):
            continue
        yield from _lacking(run, tokens, lowered, i, start + len(run), counted=counted)


def _may_be_verb(word: str) -> bool:
    return word.endswith("ed") or is_third_person(word)


def is_name(token: str) -> bool:
    known = token in _MONTHS or token.lower() in _DAYS or token.lower() in STOP_WORDS
    return token[0].isupper() and len(token) > 1 and not known


def _lacking(
    run: Sequence[str], tokens: Sequence[str], lowered: Sequence[str], the: int, end: int, *, counted: bool
) -> Iterator[tuple[str, bool]]:
    whole = (token.lower().removesuffix("'s").removesuffix("’s") for token in run)
    names = [part for token in whole for part in token.split("-")]
    behind = lowered[end] if end < len(lowered) else "."
    if names[0] in _UNIQUE or names[0].endswith("est") or names[-1] in _TIME_UNITS:
        return
    before = frozenset(filter(None, map(stem_of, lowered[:the])))
    told = next((name for name in names if name in _TOLD), "")
    opens = (
        the == 0
        or (tokens[the - 1] in (",", ";", ":", '"', "“") and the < 12)
        or lowered[the - 1] in ("that", "because", "said", "says")
        or (the < 4 and lowered[the - 1] == "of")
    )
    owner = any(token.lower().endswith(("'s", "’s")) for token in run)
    restricted = (behind in _RESTRICTS or behind.endswith("ing")) and not owner
    if restricted:
        return
    sure = bool(counted or told or opens)
    word = told or (names[-1] if counted or not sure else names[0])
    stems = [stem for name in names if (stem := stem_of(name))]
    if not stems or before.intersection(stems):
        return
    if told in BY_NAME and any(is_name(token) for token in tokens[1:the]):
        return
    yield stem_of(word) or stems[0], sure


def is_speakerless(text: str) -> bool:
    """Tell whether a sentence is somebody's words and nothing outside the quotation marks says whose."""
    spoken = [m for m in QUOTED.finditer(text) if len(m[0].split()) > 3 and not _is_title(m[0])]
    if not spoken:
        return False
    outside = [word for word in WORD.findall(QUOTED.sub(" ", text)) if word[0].isalpha()]
    return len(outside) < 2


def has_quotation(text: str) -> bool:
    """Tell whether somebody's words stand in a sentence: four or more between marks, that are no title."""
    return any(len(m[0].split()) > 3 and not _is_title(m[0]) for m in QUOTED.finditer(text))


def _is_title(quoted: str) -> bool:
    heavy = [word for word in quoted.strip('"“”.,').split() if len(word) > 3]
    return bool(heavy) and all(word[0].isupper() for word in heavy)
