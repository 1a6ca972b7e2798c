"""Read what several cited sources say of a sentence as one passage: a number may follow from two of them together."""

from __future__ import annotations

from collections.abc import Sequence

from audit.numbers.numbered_text import NumberedText, read
from audit.thresholds import JOINT_SENTENCES


def joined(claim: NumberedText, sources: Sequence[NumberedText]) -> NumberedText:
    """Return the sentences with numbers that share most words with a claim, a few of each source, as one text."""
    wanted = frozenset(claim.stems)
    passages = []
    for source in sources:
        nearest = sorted(source.numbered, key=lambda at: (-len(wanted & source.sentence_stems[at]), at))[
            :JOINT_SENTENCES
        ]
        passages += [source.text[slice(*source.sentences[at])] for at in sorted(nearest)]
    return read("\n".join(passages), names=True)
