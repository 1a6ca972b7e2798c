"""Words as letters: one letter a term whoever asks, and what a text scores does not depend on the alphabet."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality import alphabet, reading
from quality.alphabet import END, Alphabet
from quality.axes import relevance
from quality.kinds import KINDS, kind_of
from quality.options import Options
from quality.reading import Query, read
from wellsourced.core.model import Source
from wellsourced.core.text import terms

ASKED = Query("harbour dredging in Hamburg", date(2026, 5, 1))
WORDS = st.sampled_from(
    "Harbour harbours, harbour's HARBOUR. (dredging) dredged! the of 2024 2,500. 5G, u.s. state-of-the-art café, 東京。"
    " x ... o'neill naïve; dying die".split()
)


def spelled(text):
    return "".join(c for c in Alphabet().spell(text.split()) if c not in KINDS)


@given(st.lists(WORDS, max_size=12))
@settings(deadline=None, max_examples=100)
def test_a_term_is_a_letter(words):
    letters = spelled(" ".join(words)).replace(END, "")
    stems = [stem for word in words for stem in terms(word).stems]
    assert len(letters) == len(stems)
    assert len(set(letters)) == len(set(stems))


@pytest.mark.parametrize("word", ["harbour", "2024", "café", "5G", "东京", "x", "the", "U", "İs"])
@pytest.mark.parametrize("mark", list(".,;:!?"))
def test_a_mark_adds_nothing_but_the_end_of_a_sentence(word, mark):
    plain, marked = Alphabet().spell([word]), Alphabet().spell([f"{word}{mark}"])
    ends = mark in "!?" or (mark == "." and len(word.lower()) > 2)
    assert marked == plain + (END if ends else "")
    assert kind_of(f"{word}{mark}") == kind_of(word)


def test_threads_that_ask_at_once_are_told_the_same():
    letters, words = Alphabet(), [f"word{i % 500}" for i in range(20_000)]
    with ThreadPoolExecutor(8) as pool:
        told = [*pool.map(letters.letter, words)]
    assert dict(zip(words, told, strict=True)) == dict(zip(reversed(words), reversed(told), strict=True))
    assert len(set(told)) == 500


def test_a_full_alphabet_gives_way_to_a_new_one_and_changes_no_score(monkeypatch):
    text = "Hamburg deepened its harbour again. The dredging of the Elbe took a year."
    before = read(Source("a", "", "", text))
    score = relevance.score(ASKED, before, Options())
    monkeypatch.setattr(reading, "_ALPHABETS", [Alphabet()])
    monkeypatch.setattr(alphabet, "_MOST_WORDS", 3)
    pages = [read(Source("a", "", "", text)) for _ in range(3)]
    assert len({id(page.alphabet) for page in pages}) == 3
    assert all(relevance.score(ASKED, page, Options()) == score for page in (before, *pages))


def test_a_glance_sees_the_kinds_that_reading_sees():
    source = Source("a", "", "T", "The HARBOUR menu: home cart login 2,500 東京の人口 and words. " * 100)
    page, glanced = read(source), reading.glance(source)
    assert page.words == glanced.words > reading.OPENING
    for kind in KINDS:
        assert page.kinds.count(kind) == glanced.kinds.count(kind) > 0
        assert page.opening.count(kind) == glanced.opening.count(kind)
