"""Laws of what saves time: each shortcut says what the long way says."""

from __future__ import annotations

from copy import copy
from itertools import chain, product

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.contrast import Contrast
from audit.draft import parse
from audit.numbers.clauses import BOUNDARY, boundaries
from audit.numbers.contradiction import direction_mismatch, sentence_mismatch
from audit.numbers.fitting import Sought
from audit.numbers.kinds import same_kind
from audit.numbers.limits import DEFAULT
from audit.numbers.matching import strength
from audit.numbers.opposites import antonym, may_oppose
from audit.numbers.places import place_of
from audit.numbers.reading import read
from audit.numbers.verdict import strengths
from audit.support import prepare, read_claim
from audit.views import Markers, Runs, Spans
from audit.wording.hits import may_begin
from audit.wording.marker_window import Windows, shares_term
from audit.wording.weights import made_of
from wellsourced.core.model import Claim
from wellsourced.core.quantities import may_count, quantities, without_names
from wellsourced.core.quantities.reading import _mentions
from wellsourced.core.quantities.scan import tokens
from wellsourced.core.text import _WORD, Memo, surfaces, words

laws = settings(max_examples=150)
PIECES = (
    "don't ", "l’eau ", "東京大阪神戸", "a_b ", "1,234 567 ", "x" * 80, "é́tait ", "harbour ", "Bar-baz ", ". ", "\n\n",
    "rating ", "half a million ", "the second ", "a ", "’80s ", "never ", "rose ", "fell ", "[1] ", "२५ ", "flying",
)  # fmt: skip
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.text(max_size=120))
LETTERS = st.text(alphabet="abdegilnorsty", min_size=6, max_size=14)


@given(texts)
@laws
def test_words_without_places_are_the_words_with_places(text: str) -> None:
    assert tuple(surfaces(text)) == words(text).surfaces


@given(st.text(alphabet="aB z'_.,-0123456789\t\n\x1f\"()", max_size=24))
@laws
def test_words_of_ascii_are_the_words_of_any_text(text: str) -> None:
    found = list(_WORD.finditer(text))
    read = words(text)
    assert read.surfaces == tuple(one[0] for one in found) == tuple(surfaces(text))
    assert list(zip(read.starts, read.ends, strict=True)) == [one.span() for one in found]


WORDS = "but while whereas although though which who because however and compared versus from down up UP 5up".split()
clauses = st.lists(st.sampled_from((*WORDS, " ", "-", " - ", ",", "3", "’", "(")), max_size=20).map("".join)


@given(texts, clauses)
@laws
def test_clauses_end_where_the_one_pattern_says(text: str, signs: str) -> None:
    for one in (text, signs, signs + text):
        assert boundaries(one) == [found.start() for found in BOUNDARY.finditer(one)]


@given(texts)
@laws
def test_numbers_without_names_are_those_that_are_no_names(text: str) -> None:
    assert quantities(text) == without_names(quantities(text, names=True))


NUMBERS = (
    "sales rose 12 % in 2019 ", "to $4.2 million ", "from 11 to 14 ", "aged 40 ", "3 of 5 ", "5 m ", "Arrow 3 ",
    "1200 men ", "in May 2020, ", "two of them ", "profit fell by 12 points; ", "12th ", "over 300 euros ",
    "sales of the harbour. ",
)  # fmt: skip
counted = st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=14).map("".join)


@given(counted, counted, st.sampled_from(("", "Sales of 2019", "12 harbours")))
@laws
def test_only_numbers_that_carry_and_compete_with_nothing_are_left_out(claim: str, text: str, title: str) -> None:
    source = read(text, names=True, more=title)
    for q in read(claim).mentions:
        found = strengths(q, source)
        for i, other in enumerate(source.mentions):
            assert found.get(i, 0.0) == strength(q, other)
            assert i in found or not same_kind(q, other)


@given(counted, counted, st.sampled_from(("", "Sales of 2019", "12 harbours")))
@laws
def test_no_number_fits_better_than_its_bound_says(claim: str, text: str, title: str) -> None:
    mine, source = read(claim), read(text, names=True, more=title)
    numbers = range(len(source.mentions))
    for index in range(len(mine.mentions)):
        sought = Sought(place_of(mine, index), source)
        bounds = [(sought.most_a(i), sought.most_fit(i)) for i in numbers]
        for i, (most_a, most_fit) in enumerate(bounds):
            assert sought.a(i) <= most_a
            assert sought.b(i) <= sought.most_b
            assert sought.fit(i) <= most_fit
        if numbers:
            fresh = Sought(place_of(mine, index), source)
            assert fresh.best_fit(numbers) == max(numbers, key=lambda i: (sought.fit(i), -i))


@given(counted, counted)
@laws
def test_sentences_without_opposites_have_no_part_with_them(claim: str, text: str) -> None:
    if not may_oppose(claim, text):
        assert antonym(claim, text, loose=True) is None
        half = " ".join(claim.split()[len(claim.split()) // 2 :])
        assert antonym(half, text, loose=True) is None


@given(texts)
@laws
def test_a_text_that_may_count_nothing_has_no_number(text: str) -> None:
    if not may_count(text):
        assert _mentions(tokens(text)) == []


SAID = (
    "", "opened ", "closed ", "never ", "rose ", "fell ", "isn't ", "all ", "some ", "30 % of ", "the majority of ",
    "failed to ", "unclear whether ", "voted for ", "voted against ", "causes ", "is linked to ", "no ",
    "more ferries than in 2019 ", "fewer ferries than in 2019 ",
)  # fmt: skip


def test_what_contradicts_nothing_at_a_glance_contradicts_nothing() -> None:
    found = set()
    for mine, theirs in product(SAID, repeat=2):
        claim, text = (f"Near the harbour smoke {said}schools and cancer." for said in (mine, theirs))
        source = read(text, names=True)
        long_way = sentence_mismatch(read(claim), source, DEFAULT)
        assert direction_mismatch(claim, source) == long_way
        found.add(long_way and long_way.kind)
    assert found == {None, "negated", "denied", "reversed"}


@given(LETTERS)
@laws
def test_no_beginning_of_a_word_that_a_source_has_is_passed_over(word: str) -> None:
    for cut in range(3, len(word)):
        if term := made_of(word[:cut]):
            assert may_begin(word, frozenset([term[:4]]))


@given(st.lists(st.sampled_from(PIECES), max_size=80).map("".join), texts)
@laws
def test_windows_of_a_draft_share_what_each_one_shares(text: str, source: str) -> None:
    draft = parse(f"{text}\n\n## References\n\n1. https://a.example\n")
    read = prepare(source)
    windows = Windows(draft.prose)
    for marker in draft.markers:
        assert windows.share_term(marker.start, marker.end, read) == shares_term(
            draft.prose, marker.start, marker.end, read
        )


@given(texts, st.lists(texts, max_size=12), st.floats(0.1, 1.0))
@laws
def test_the_rarest_terms_lead_to_every_source_within_reach(claim: str, members: list[str], least: float) -> None:
    asked = read_claim(Claim(claim))
    sources = [prepare(member) for member in members]
    keys = [{key for term in source.positions for key in (term, term[:5])} for source in sources]
    everywhere = set(chain.from_iterable(keys))
    sought = [term if term in everywhere or len(term) < 5 else term[:5] for term in asked.terms]
    weights = [sum(weight for key, weight in zip(sought, asked.weights, strict=True) if key in held) for held in keys]
    found = tuple(i for i, weight in enumerate(weights) if weight and weight >= least * asked.total)
    assert Contrast(sources).within_reach(asked, least) == found


@given(texts)
@laws
def test_views_equal_their_tuples(text: str) -> None:
    draft = parse(f"{text} [1], [1] and [2].\n\n## References\n\n1. https://a.example\n2. https://b.example\n")
    assert isinstance(draft.markers, Markers)
    assert isinstance(draft.sentences, Spans)
    for view in (draft.markers, draft.sentences, Runs([0, 2, 5], 9)):
        whole = tuple(view)
        assert view == whole
        assert tuple(view[i] for i in range(-len(view), 0)) == whole
        assert view[1:] == whole[1:]
        assert copy(view) == whole
    assert all(draft.text[m.start : m.end] == m.raw for m in draft.markers)


def test_a_memo_stays_bounded() -> None:
    memo = Memo(str.upper)
    made = [memo[str(number)] for number in range(40_000)]
    assert made[-1] == "39999"
    assert len(memo) <= 1 << 13
    assert memo["x" * 100] == "X" * 100
    assert "x" * 100 not in memo


def test_a_word_that_the_window_cuts_is_read_from_the_cut_on() -> None:
    source = prepare("The harbour is old.")
    shared = []
    for gap in range(120, 160):
        prose = f"zz d'harbour{'.' * gap}   {'.' * 200}"
        start = len("zz d'harbour") + gap
        said = shares_term(prose, start, start + 3, source)
        assert Windows(prose).share_term(start, start + 3, source) == said
        shared.append(said)
    assert True in shared
    assert False in shared
