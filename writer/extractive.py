"""Write an article without a model: the sources' own sentences, selected, ordered, grouped and cited.

Nothing is paraphrased. Every cited sentence is in its source word for word, except for white space,
invisible characters, the source's own citation marks and the place of the full stop (it comes after the
marker). Sentences in which a source speaks of itself are in quotation marks. The same assignment gives the same bytes,
whatever the order of its passages and facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wellsourced_core.errors import WriterError
from wellsourced_core.model import Assignment, Written
from wellsourced_core.text import content
from wellsourced_core.untrusted import one_line
from writer.open_questions import HEADING, limits
from writer.plain_markdown import cited, inert, quoted, with_bare_dollar
from writer.quotable_sentences import OWN_WORDS, Place, Sentence, usable_sentences
from writer.section_headings import Topic, topics
from writer.sentence_choice import chosen, relevance, scores
from writer.standalone_sentences import count_words
from writer.thresholds import (
    ANSWER_MOST_SENTENCES,
    ANSWER_SHARE,
    FEWEST_FIGURES,
    HEADING_WORDS,
    PARAGRAPH_SENTENCES,
    SMALLEST_BODY_WORDS,
    TITLE_CHARACTERS,
    WORDS_PER_HEADING,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

FIGURES = "Figures"
NOTHING_TO_QUOTE: Literal["nothing-to-quote"] = "nothing-to-quote"
OTHERWISE = "Also reported"


def write(assignment: Assignment) -> Written:
    """Write the article: title, disclaimer if any, answer, topics, figures, limits; no list of references.

    The length is within 25 % of ``assignment.words`` if the passages hold enough sentences; it is never padded. Raises
    WriterError where not one sentence can be quoted.
    """
    found = usable_sentences(assignment)
    if not found:
        problem, remedy = "the passages contain no sentence that can be quoted", "add sources with prose"
        raise WriterError(assignment.question, problem, remedy, code=NOTHING_TO_QUOTE)
    title = f"# {inert(_title(assignment.question))}"
    note = quoted(assignment.disclaimer)
    closing = limits(assignment, found)
    headings = HEADING_WORDS * (assignment.words // WORDS_PER_HEADING)
    around = count_words(f"{title} {note} {HEADING} {closing}") + headings
    worth = scores(found, assignment.question)
    taken = chosen(found, worth, assignment.question, max(SMALLEST_BODY_WORDS, assignment.words - around))
    parts = [title, note, *_body(taken, found, worth, assignment.question), f"## {HEADING}", closing]
    return Written("\n\n".join(with_bare_dollar(part) for part in parts if part) + "\n")


def _body(taken: Sequence[Sentence], found: Sequence[Sentence], worth: dict[Place, float], question: str) -> list[str]:
    chains = _chains(taken)
    opening = _opening(taken, chains, content(question))
    heads = [s for s in taken if s.after is None and s not in opening]
    figures = [s for s in heads if s.kind == "statistic" and len(chains[s.place]) == 1]
    figures = figures if len(figures) >= FEWEST_FIGURES else []
    grouped = topics([s for s in heads if s not in figures], found, question)
    named = sorted((t for t in grouped if t.heading), key=lambda t: _rank(t, worth))
    parts = [" ".join(_shown(s) for head in opening for s in chains[head.place])]
    for topic in (*named, *(t for t in grouped if not t.heading)):
        if named:
            parts.append(f"## {_heading(topic.heading)}")
        parts += _paragraphs(topic.sentences, chains, worth)
    if figures:
        lines = (f"- {_shown(s)}" for s in sorted(figures, key=lambda s: s.place))
        parts += [f"## {FIGURES}", "\n".join(lines)]
    return parts


def _opening(taken: Sequence[Sentence], chains: dict[Place, list[Sentence]], asked: frozenset[str]) -> list[Sentence]:
    """Return the heads of the answer: what covers most of the question, a fifth of the words, at most three."""
    heads = [s for s in taken if s.after is None]
    plain = [s for s in heads if not s.own_voice and s.kind != "quote"] or heads
    plain.sort(key=lambda s: -relevance(s, asked))
    room = ANSWER_SHARE * sum(s.words for s in taken)
    opening: list[Sentence] = []
    said = 0
    for head in plain:
        if opening and (said >= room or len(opening) == ANSWER_MOST_SENTENCES):
            break
        opening.append(head)
        said += sum(s.words for s in chains[head.place])
    return opening


def _chains(taken: Sequence[Sentence]) -> dict[Place, list[Sentence]]:
    """Return for each sentence that stands alone its chain: itself, then what leans on it, in order."""
    head_of: dict[Place, Place] = {}
    chains: dict[Place, list[Sentence]] = {}
    for sentence in taken:  # what leans on a sentence was taken after it
        head = sentence.place if sentence.after is None else head_of[sentence.after]
        head_of[sentence.place] = head
        chains.setdefault(head, []).append(sentence)
    return {head: [chain[0], *sorted(chain[1:], key=lambda s: s.place)] for head, chain in chains.items()}


def _rank(topic: Topic, worth: dict[Place, float]) -> tuple[float, str]:
    return -max(worth[s.place] for s in topic.sentences), topic.heading


def _paragraphs(heads: Iterable[Sentence], chains: dict[Place, list[Sentence]], worth: dict[Place, float]) -> list[str]:
    """Join sentences to paragraphs of about four: source by source, the strongest first, in reading order."""
    ordered = list(heads)
    best: dict[int, float] = {}
    for head in ordered:
        best[head.place[0]] = max(best.get(head.place[0], 0.0), worth[head.place])
    ordered.sort(key=lambda s: (-best[s.place[0]], s.place))
    paragraphs: list[list[str]] = [[]]
    for head in ordered:
        if len(paragraphs[-1]) >= PARAGRAPH_SENTENCES:
            paragraphs.append([])
        paragraphs[-1] += [_shown(s) for s in chains[head.place]]
    if len(paragraphs) > 1 and len(paragraphs[-1]) == 1:
        alone = paragraphs.pop()
        paragraphs[-1] += alone
    return [" ".join(lines) for lines in paragraphs if lines]


def _shown(sentence: Sentence) -> str:
    text = inert(sentence.text)
    if sentence.own_voice:
        text = f"{OWN_WORDS} “{text}”"
    return cited(text, sentence.numbers)


def _title(question: str) -> str:
    line = one_line(question, TITLE_CHARACTERS)
    return line[:1].upper() + line[1:]


def _heading(phrase: str) -> str:
    return inert(phrase[:1].upper() + phrase[1:]) if phrase else OTHERWISE
