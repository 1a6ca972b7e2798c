"""A pool keeps what was read; it changes no score."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality import page_cache as pools
from quality.composite import judge
from quality.options import Options
from quality.page_cache import PageCache
from wellsourced_core.model import Source

DAY = date(2026, 5, 1)
QUESTIONS = ("leaf blower ban in Hamburg", "leaf blower", "latest Hamburg noise ruling")
WORDS = st.lists(st.sampled_from("leaf blower ban Hamburg park noise the of 2024 court music.".split()), max_size=20)
SOURCES = st.lists(WORDS.map(" ".join), max_size=6).map(
    lambda texts: [
        Source(str(i), f"https://h{i}.example.org/", f"Leaf {i}", t, DAY if i % 2 else None)
        for i, t in enumerate(texts)
    ]
)


@given(SOURCES, st.permutations(QUESTIONS))
@settings(max_examples=60)
def test_a_pool_changes_no_score(sources, questions):
    options = Options()
    pool = PageCache(options)
    for question in questions:
        assert judge(question, sources, options, DAY, pool=pool) == judge(question, sources, options, DAY)


def test_a_source_is_read_once_for_all_questions(monkeypatch):
    reads = []
    monkeypatch.setattr(pools, "read", lambda source, real=pools.read: reads.append(source.id) or real(source))
    sources = [Source(str(i), "", "", f"Leaf blower number {i}.") for i in range(4)]
    pool = PageCache(Options())
    for question in QUESTIONS:
        judge(question, sources, Options(), DAY, pool=pool)
    assert reads == ["0", "1", "2", "3"]


def test_a_pool_of_other_options_is_a_callers_bug():
    with pytest.raises(ValueError, match="other options"):
        judge("ban", [], Options(), DAY, pool=PageCache(Options(topic="news")))
