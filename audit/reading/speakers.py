"""Find who speaks a quotation: the name nearest to a speech verb beside it; a pronoun is the last name."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from audit.reading.quoted_words import Quotation
from audit.thresholds import SPEAKER_REACH
from wellsourced_core.lexicon import either, listed, words
from wellsourced_core.patterns import compiled
from wellsourced_core.text import QUALIFIERS, STOP_WORDS, sentences, unique
from wellsourced_core.values import frozen

SPEECH_VERBS = words("speech verbs")
SPOKEN_VERBS = words("verbs of spoken words")  # they bring speech, never a title: "she said" against "she wrote"
_TRANSITIVE = words("speech verbs with a hearer")
_OR_NOUN = words("speech verbs that are nouns")
ANOTHER = "another person"  # in a source that is an answer: not the one whom the claim names
_OTHERS = frozenset("another someone somebody".split())
_PRONOUNS = words("personal pronouns")
_TITLES = words("titles and offices")
_OFFICES = _TITLES | words("roles in a body")
_OFFICE_ENDS = listed("endings of offices")
_NO_NAME = STOP_WORDS | QUALIFIERS | words("capitalised words that are nobody")
_PREPOSITIONS = words("prepositions before a name")
_DETERMINERS = words("determiners before a name")
_GERMAN_ARTICLES = words("articles before a noun")
_TOKEN = compiled(r"[^\W\d_]+(?:[.'’-][^\W\d_]+)*|[^\w\s]")
_PARAGRAPH = compiled(r"(?<=[.!?\"”»’:])[ \t\r]*\n|\n[ \t\r]*\n")
_CAPITALS = r"[^\W\d_a-z][^\W\d_]{1,40}(?:\.? [^\W\d_a-z][^\W\d_]{0,40}){0,3}"
_ACTING = compiled(
    rf",? ?(?:{either('openings of an apposition')}|[0-9]{{1,9}})\b| [^\W\dA-Z_]|, (?:der|die|das|dessen|deren)\b"
    rf"|, (?:{either('verbs of naming')})\b"
)
_APPOSED = compiled(r", [^\W\dA-Z_]")  # "The head of the board, Jens Voll, spoke of ..."
_SIGNATURE = compiled(rf"\s{{0,8}}[-―—–~]{{1,2}} ?({_CAPITALS})\.?[ \t\u00a0]{{0,8}}(?=\n|$)")
_LABEL_BEFORE = compiled(rf"[ \t*_]{{0,8}}({_CAPITALS})[*_]{{0,4}}:[*_]{{0,4}}\s")
_REPORTER = compiled(rf"[Aa]ccording to (?:[^\W\dA-Z_]+ ){{0,4}}({_CAPITALS})")
_LABEL = compiled(rf"[ \t*_]{{0,8}}({_CAPITALS})[*_]{{0,4}}:[*_]{{0,4}}\s{{0,8}}$")


@frozen
class Name:
    """Capitalised words that may name a person, without titles; "" is somebody unnamed ("she", "the judge").

    ``role`` is "object" after a preposition ("of Ada Byron"), "owner" before 's, "unknown" without a name.
    """

    text: str
    start: int
    end: int
    role: str = "subject"


def names(text: str) -> list[Name]:
    """Return the runs of capitalised words of a text that can be names, in order; a possessive ends a run."""
    found: list[Name] = []
    run: list[re.Match[str]] = []
    before = lead = article = ""
    for token in (*_TOKEN.finditer(text), None):
        word = token[0] if token else ""
        if word == "." and run and token and token.start() == run[-1].end():
            continue
        german = not run and not _GERMAN_ARTICLES.isdisjoint((word, article))
        capital = word[:1].isupper() and word.lower() not in _NO_NAME and not german
        article = word
        if run and not (
            capital and token and text[run[-1].end() : token.start()] in _WITHIN_NAME and not _owns(run[-1][0])
        ):
            found += _name(text, run, lead)
            before, run = run[-1][0].lower(), []
        if capital and token:
            lead = lead if run else before
            run.append(token)
        elif word.lower() not in _DETERMINERS:
            before = word.lower()
    return found


def _name(text: str, run: list[re.Match[str]], lead: str) -> list[Name]:
    while run and (run[0][0].lower() in _TITLES or (len(run) > 1 and run[0][0].lower().endswith(_OFFICE_ENDS))):
        run = run[1:]
    if not run:
        return []
    start, end = run[0].start(), run[-1].end()
    owner = _owns(run[-1][0])
    role = "object" if lead in _PREPOSITIONS else "owner" if owner else "subject"
    return [Name(text[start : end - 2 if owner else end], start, end, role)]


def _owns(word: str) -> bool:
    return word.endswith(("'s", "’s"))


_WITHIN_NAME = (" ", ". ", "\n", "\u00a0")


def attributed(text: str, *, first: bool) -> Name | None:
    """Return whom a speech verb in ``text`` belongs to, or None without such a verb.

    ``text`` is what stands beside a quotation. ``first`` takes the first speech verb (after a quotation),
    else the last one (before it). A subject that opens the text or the nearest one before the verb wins; a
    name after it counts where nothing but a title stands between ("said Ada Byron", not "said of Ada Byron").
    """
    tokens = list(_TOKEN.finditer(text))
    verbs = [t for i, t in enumerate(tokens) if _is_speech_verb(tokens, i)]
    if not verbs:
        return None
    verb = verbs[0 if first else -1]
    people = names(text)
    somebody = [Name("", t.start(), t.end()) for t in tokens if t[0].lower() in _PRONOUNS]
    somebody += [Name(ANOTHER, t.start(), t.end()) for t in tokens if t[0].lower() in _OTHERS]
    after = [p for p in people if p.start >= verb.end() and _inverted(text[verb.end() : p.start])]
    before = [p for p in (*people, *somebody) if p.end <= verb.start() and p.role == "subject"]
    if before and verb[0].lower() != "according":
        opening = min(before, key=lambda p: p.start)
        far = verb[0].endswith("ing") or (first and opening.start <= 2)
        return opening if far else max(before, key=lambda p: p.end)
    if after and verb[0].lower() not in _TRANSITIVE:
        # "declared the Liberal member Ada Byron"
        named = len(after) > 1 and text[after[0].end : after[1].start].strip() in _OFFICES
        return after[1 if named else 0]
    return Name("", verb.start(), verb.end(), "unknown")


def _is_speech_verb(tokens: Sequence[re.Match[str]], i: int) -> bool:
    word = tokens[i][0] if i else tokens[i][0].lower()
    if word not in _OR_NOUN:
        return word in SPEECH_VERBS or word == "According"
    return i == 0 or tokens[i - 1][0].lower() in _PRONOUNS or tokens[i - 1][0][0].isupper()


_OFFICE = compiled(r" (?:the|die|der) [^,.;\"]{3,60}, ")


def _inverted(between: str) -> bool:
    if office := _OFFICE.match(between):  # "said the head of the office, Dr. Ada Byron"
        between = between[office.end() :]
    tokens = [t[0].lower() for t in _TOKEN.finditer(between.removeprefix(" to "))]
    return len(tokens) <= 4 and all(t == "." or (t[0].isalpha() and t not in _PREPOSITIONS) for t in tokens)


def same_person(one: str, other: str) -> bool:
    """Tell whether two names can be one person's: one holds the other, or surname and initial agree."""
    a, b = _parts(one), _parts(other)
    if not a or not b or set(a) <= set(b) or set(b) <= set(a):
        return True
    if any(len(x) == 1 < len(y) and len(x[0]) < 6 and n.isupper() for n, x, y in ((one, a, b), (other, b, a))):
        return True  # an acronym and a name in full: nothing here can tell
    return a[-1] == b[-1] and (a[0].startswith(b[0]) or b[0].startswith(a[0]))


def _parts(name: str) -> list[str]:
    lowered = name.casefold().replace("’", "'")
    parts = [p.removesuffix("'s").strip(".'") for p in re.split(r"[\s.]+", lowered)]
    return [p for p in parts if p and p not in _TITLES and p not in ("jr", "sr", "the")]


def claimed_speaker(text: str, spans: Sequence[Quotation], i: int) -> str | None:
    """Return whom a claim names as the speaker of its i-th quotation, None for nobody by name.

    A quotation without a speech verb of its own goes on with the one before; a pronoun is the last name.
    """
    nearby = (_beside(text, spans, j) for j in range(i, max(-1, i - 3), -1))
    name = next((n for n in nearby if n is not None), None)
    if name is None or name.text == ANOTHER:
        return None
    if name.text or name.role != "subject":
        return name.text or None
    earlier = names(_before_pronoun(text[max(0, spans[i].start - 4 * SPEAKER_REACH) : spans[i].start]))
    return earlier[-1].text if earlier else None


def _before_pronoun(before: str) -> str:
    """Return what stands before the first pronoun of a quotation's sentence: "he regretted electing Byron, saying"."""
    start = max((start for start, _ in sentences(before)), default=0)
    pronoun = next((t for t in _TOKEN.finditer(before, start) if t[0].lower() in _PRONOUNS), None)
    return before[: pronoun.start()] if pronoun else before


def _beside(text: str, spans: Sequence[Quotation], i: int) -> Name | None:
    """Return the speaker that stands right after or right before a quotation, in its own sentence."""
    span = spans[i]
    left = spans[i - 1].end + 1 if i else 0
    right = spans[i + 1].start - 1 if i + 1 < len(spans) else len(text)
    before = text[max(left, span.start - 1 - SPEAKER_REACH) : max(0, span.start - 1)]
    after = text[span.end + 1 : min(right, span.end + SPEAKER_REACH)]
    if signature := _SIGNATURE.match(after):
        return Name(signature[1], signature.start(1), signature.end(1))
    tail = "" if text[span.start : span.end].rstrip()[-1:] == "." else _first_sentence(after)
    lead = _lead_in(before)
    leading, following = attributed(lead, first=False), attributed(tail, first=True)
    if label := _LABEL.match(lead):
        leading = Name(label[1], label.start(1), label.end(1))
    if following and following.text and _adjacent(tail, following):
        return following
    if leading and leading.text:
        return leading
    if subject := _subject(lead):
        return subject
    opening = None if lead else _opening(tail)
    return following or opening or leading or attributed(_first_sentence(after), first=True)


def _adjacent(tail: str, name: Name) -> bool:
    """Tell whether a text opens with "Ada Byron said" or "said Countess Ada Byron"."""
    return all(
        t.lower() in SPEECH_VERBS | _TITLES | _DETERMINERS for t in _TOKEN.findall(tail[: name.start]) if t != "."
    )


def _subject(sentence: str) -> Name | None:
    """Return the first name of a sentence that can act: a verb or "who ..." follows, not the comma of "Soon,"."""
    acting = (n for n in names(sentence) if n.role == "subject")
    return next((n for n in acting if _ACTING.match(sentence, n.end) or _is_apposed(sentence, n)), None)


def _is_apposed(sentence: str, name: Name) -> bool:
    """Tell whether a name stands between the commas of an apposition to what comes before."""
    return sentence[: name.start].endswith(", ") and _APPOSED.match(sentence, name.end) is not None


def _opening(tail: str) -> Name | None:
    """Return the name that a text begins with, a title or an article aside."""
    name = next((n for n in names(tail) if n.role == "subject"), None)
    return name if name and _adjacent(tail, name) else None


def _told_before(text: str, at: int) -> Name | None:
    """Return the acting person of the sentence before a quotation that stands alone."""
    before = text[max(0, at - SPEAKER_REACH) : max(0, at - 1)].rstrip()
    cut = sentences(before)
    sentence = before[cut[-1][0] :] if cut else ""
    return _subject(sentence)


def _first_sentence(after: str) -> str:
    paragraph = _PARAGRAPH.split(after, maxsplit=1)[0]
    for _, end in sentences(paragraph):
        if paragraph[:end].rsplit(maxsplit=1)[-1].rstrip(".").lower() not in _TITLES:
            return paragraph[:end]
    return paragraph


def _lead_in(before: str) -> str:
    """Return the sentence that leads to a quotation; "" where the text before it has ended."""
    paragraph = _PARAGRAPH.split(before)[-1]
    cut = sentences(paragraph)
    if not cut or paragraph[: cut[-1][1]].endswith((".", "!", "?")):
        return ""
    return paragraph[cut[-1][0] :]


def _reporters(text: str, span: Quotation) -> list[str]:
    """Return who else is named as a quotation's source: "he said, according to the Courier"."""
    before, after = text[max(0, span.start - SPEAKER_REACH) : span.start], text[span.end + 1 : span.end + SPEAKER_REACH]
    return [m[1] for m in _REPORTER.finditer(_lead_in(before[:-1]) + " " + _first_sentence(after))]


class Speakers:
    """Who speaks each quotation of a source; worked out when first asked."""

    def __init__(self, text: str, spans: Sequence[Quotation]) -> None:
        self.text = text
        self.spans = spans
        self._starts = [s.start for s in spans]

    def conflict(self, speaker: str, starts: Sequence[int]) -> str | None:
        """Return who else speaks at one of the offsets, or None where the source agrees or does not say."""
        for start in starts:
            i = bisect_right(self._starts, start) - 1
            if i >= 0 and start < self.spans[i].end:
                candidates = self._quoted_by[i]
            else:
                candidates = self._told_by(start) if self._knows(speaker) else ()
            if candidates and not any(self._can_be(speaker, c) for c in candidates):
                return candidates[0]
        return None

    def _can_be(self, speaker: str, candidate: str) -> bool:
        return same_person(speaker, candidate) and not self._namesake(speaker, candidate)

    def _knows(self, speaker: str) -> bool:
        """Tell whether the source mentions a name: an author's or a newspaper's own words carry none."""
        return any(part in self._folded for part in _parts(speaker)[-1:])

    @cached_property
    def _folded(self) -> str:
        return self.text.casefold()

    def _namesake(self, speaker: str, surname: str) -> bool:
        """Tell whether a bare surname is another's: every full name of the source with it conflicts."""
        if " " in surname or " " not in speaker:
            return False
        full = self._full_names.get(surname.casefold(), ())
        return bool(full) and not any(same_person(speaker, name) for name in full)

    @cached_property
    def _full_names(self) -> dict[str, list[str]]:
        full: dict[str, list[str]] = {}
        for name in unique(n.text for n in names(self.text) if " " in n.text):
            full.setdefault(name.rsplit(maxsplit=1)[-1].casefold(), []).append(name)
        return full

    def _told_by(self, start: int) -> tuple[str, ...]:
        """Return who speaks, and who else is named, in the sentence around an offset outside quotations."""
        line = self.text[max(self.text.rfind("\n", 0, start) + 1, start - SPEAKER_REACH) : start]
        if label := _LABEL_BEFORE.match(line):
            return (label[1],)
        left = max(0, start - SPEAKER_REACH)
        window = self.text[left : start + SPEAKER_REACH]
        sentence = next((window[a:b] for a, b in sentences(window) if left + b > start), "")
        said = attributed(sentence, first=True)
        return (said.text, *(n.text for n in names(sentence))) if said and said.text else ()

    @cached_property
    def _quoted_by(self) -> list[tuple[str, ...]]:
        known: list[tuple[str, ...]] = []
        narration = [n for n in names(self._narration()) if n.role != "object"]
        ends = [n.end for n in narration]
        for i, span in enumerate(self.spans):
            name = _beside(self.text, self.spans, i)
            if name is None and i and not _PARAGRAPH.search(self.text, self.spans[i - 1].end, span.start):
                known.append(known[i - 1])
                continue
            if name is None:
                name = _told_before(self.text, span.start)
            elif name.role == "subject" and not name.text:
                last = bisect_right(ends, span.start) - 1
                name = narration[last] if last >= 0 else None
            known.append((name.text, *_reporters(self.text, span)) if name and name.text else ())
        return known

    def _narration(self) -> str:
        parts, at = [], 0
        for span in self.spans:
            parts.append(self.text[at : span.start])
            parts.append("·" * (span.end - span.start))
            at = span.end
        return "".join((*parts, self.text[at:]))
