"""Sentences in the order of how many words they share with a claim: the same as by counting in each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.numbers.sentence_rank import SentenceRank

WORDS = "tide lamp rope crane mill".split()
SENTENCES = st.lists(st.frozensets(st.sampled_from(WORDS)), min_size=1, max_size=40)


@given(SENTENCES, st.frozensets(st.sampled_from([*WORDS, "unknown"])), st.data())
def test_those_that_share_most_come_first_and_of_equals_the_earlier(
    sentences: list[frozenset[str]], asked: frozenset[str], data: st.DataObject
) -> None:
    holders = {word: [at for at, held in enumerate(sentences) if word in held] for word in WORDS}
    among = data.draw(st.lists(st.sampled_from(range(len(sentences))), unique=True))
    known = SentenceRank(holders, len(sentences))
    naive = sorted(among, key=lambda at: (-len(asked & sentences[at]), at))
    assert list(known.most_first(asked, known.bits(among))) == naive
