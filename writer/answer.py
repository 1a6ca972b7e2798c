"""Choose what answers the question: the sentences that an article opens with."""

from __future__ import annotations

from collections.abc import Sequence

from wellsourced_core.text import content
from writer.sentence_choice import Bundles, relevance, told_twice
from writer.sentence_roles import is_aside, roles, wanted
from writer.thresholds import (
    ANSWER_AGREED,
    ANSWER_ASIDE,
    ANSWER_COVERS,
    ANSWER_FIGURE,
    ANSWER_LEAD_CHARACTERS,
    ANSWER_LEADS,
    ANSWER_MOST_SENTENCES,
    ANSWER_SHARE,
    ANSWER_STRONG,
    ANSWER_TIED,
    ANSWER_VOICE,
    ANSWER_WANTED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.quotable_sentences import Place, Sentence


def answer(found: Sequence[Sentence], bundles: Bundles, question: str, words: int) -> list[Sentence]:
    """Return the sentences that answer best, a fifth of ``words`` and three at most, each with what it needs before it.

    What answers covers the question, does what it asks for, stands at the head of its source, and is said by several.
    Nobody's voice, doubt or plan answers where anything else does.
    """
    asked, roles_wanted = content(question), frozenset(wanted(question))
    worth = {s.place: _worth(s, asked, roles_wanted) for s in found if s.offered and not s.own_voice}
    opening: dict[Place, Sentence] = {}
    said = 0
    for sentence in sorted(
        (s for s in found if s.place in worth), key=lambda s: (-worth[s.place], s.place, s.text)
    ):
        bundle = [s for s in bundles.of(sentence) if s.place not in opening]
        if not bundle or len(opening) + len(bundle) > ANSWER_MOST_SENTENCES:
            continue
        length = sum(s.words for s in bundle)
        if opening and (said + length > 1.5 * ANSWER_SHARE * words or told_twice(bundle, opening.values())):
            continue
        opening.update((s.place, s) for s in bundle)
        said += length
        if said >= ANSWER_SHARE * words or len(opening) == ANSWER_MOST_SENTENCES:
            break
    return list(opening.values())


def _worth(sentence: Sentence, asked: frozenset[str], roles_wanted: frozenset[str]) -> float:
    does = roles(sentence.text)
    worth = ANSWER_COVERS * relevance(sentence, asked) + ANSWER_STRONG * sentence.strength
    worth += ANSWER_WANTED if roles_wanted.intersection(does) else 0.0
    worth += ANSWER_LEADS if sentence.place[1] < ANSWER_LEAD_CHARACTERS else 0.0
    worth += ANSWER_AGREED * min(2, len(sentence.numbers) - 1)
    worth += ANSWER_FIGURE if "figures" in does else 0.0
    worth += ANSWER_TIED * len(sentence.needs)
    worth += ANSWER_VOICE if "voice" in does else 0.0
    return worth + (ANSWER_ASIDE if is_aside(does) and not roles_wanted.intersection(does) else 0.0)
