"""State what the sources leave open, in sentences without any claim that a reader would have to check."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import timedelta

from wellsourced_core.lexicon import words as lexicon_words
from wellsourced_core.model import Assignment, Change
from wellsourced_core.text import content, idf, stem_of, unique, words
from writer.plain_markdown import inert
from writer.section_headings import BLAND
from writer.thresholds import (
    BRIEF_ARTICLE_WORDS,
    LONG_QUESTION_WORDS,
    MISSING_LEAST_WEIGHT,
    MISSING_MOST_NAMED,
    MISSING_PREFIX_LETTERS,
    MOST_SHOWN,
    SHORT_TIME_WORDS,
)

HEADING = "What these sources do not say"
_ASKING = lexicon_words("contractions without an apostrophe", "en")
_RECENT = timedelta(days=730)


def limits(
    assignment: Assignment, numbers: Set[int], changes: Sequence[Change] = (), *, contrasted: bool = False
) -> str:
    """Write the closing paragraph: terms of the question nobody mentions, thin support, dates, how it was made.

    ``numbers`` are those of the sources that are cited. What was changed in a sentence, and which sentences are ours,
    is said as it is.
    """
    said = [*_unmentioned(assignment), *_support(numbers), *_dates(assignment, numbers)]
    if assignment.words >= BRIEF_ARTICLE_WORDS or changes or contrasted or not said:
        said.append(made_by(changes, contrasted=contrasted))
    return " ".join(said)


def made_by(changes: Sequence[Change], *, contrasted: bool) -> str:
    """Say how the article was made: what stands word for word in its sources, and what does not."""
    but = []
    if changes:
        short = [one.before for one in changes if len(one.before.split()) <= SHORT_TIME_WORDS]
        words = [f"“{inert(before)}”" for before in unique(short)][:MOST_SHOWN]
        shown = f" ({', '.join(words)})" if words else ""
        but.append(f"times that a source tells from its own day were written out as dates{shown}")
    if contrasted:
        but.append("where sources differ, two of them were joined to one sentence")
    exact = "Every sentence above stands word for word in the source it cites"
    exact += f", except that {' and '.join(but)}" if but else ""
    weigh = "beyond that, this overview does not weigh them" if contrasted else "this overview does not weigh them"
    return f"{exact}; {weigh} against each other and knows nothing beyond them."


def unmentioned(assignment: Assignment) -> list[str]:
    """Return up to three words of the question, as it writes them, that no source has; of a long question none."""
    sources = {p.n: p.source.source for p in assignment.passages}
    texts = (f"{one.title}\n{one.text}" for one in sources.values())
    passages = (*(p.text for p in assignment.passages), *(f.text for f in assignment.facts))
    text = "\n".join((*texts, *passages))
    used = content(text) | content(text.replace("-", ""))  # "re-waxed" has what "rewax" asks for
    beginnings = {stem[:MISSING_PREFIX_LETTERS] for stem in used}
    # A long question is a story; its words that no source repeats mean nothing.
    if len(assignment.question.split()) > LONG_QUESTION_WORDS:
        return []
    missing = [
        word
        for word in unique(words(assignment.question).surfaces)
        if (stem := stem_of(word))
        and word.lower() not in BLAND | _ASKING
        and idf(stem) >= MISSING_LEAST_WEIGHT
        and stem[:MISSING_PREFIX_LETTERS] not in beginnings
    ]
    return missing[:MISSING_MOST_NAMED]


def _unmentioned(assignment: Assignment) -> list[str]:
    quoted = [f"“{inert(word)}”" for word in unmentioned(assignment)]
    if not quoted:
        return []
    listed = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
    return [f"The sources used here do not mention {listed}."]


def _support(numbers: Set[int]) -> list[str]:
    return ["All of it rests on a single source."] if len(numbers) == 1 else []


def _dates(assignment: Assignment, numbers: Set[int]) -> list[str]:
    published = {p.n: p.source.source.published for p in assignment.passages if p.n in numbers}
    dated = [day for day in published.values() if day is not None]
    said = []
    if published and not dated:
        said.append("None of the sources carries a date, so parts of this may have been overtaken.")
    elif len(dated) < len(published):
        said.append("Some of the sources carry no date.")
    if dated and assignment.as_of is not None and assignment.as_of - max(dated) > _RECENT:
        said.append("None of the dated sources is recent, so later developments are missing.")
    return said
