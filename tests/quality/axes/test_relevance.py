"""Relevance: the fast reader equals the formula written out, and says what it found."""

import re
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality import term_search
from quality.axes import relevance
from quality.axis_input import Query, read
from quality.options import Options
from quality.question import without_years
from quality.question_terms import question_of
from quality.wanted import respects
from wellsourced_core.model import Source
from wellsourced_core.text import idf, terms

OPTIONS = Options()
DAY = date(2026, 5, 1)


def rate(question, text, title=""):
    (axis,) = relevance.score(Query(question, DAY), [read(Source("a", "", title, text))], OPTIONS)
    return axis


def written_out(question, sentences):
    """Compute relevance term by term, with the text given as a list of sentences."""
    query = list(dict.fromkeys(terms(question).stems))
    mass = {s: idf(s) * (0.5 if s in respects() else 1) for s in query}
    total = sum(mass.values())
    if not total:
        return 0.0
    parts = [terms(s).stems for s in sentences]
    stems = [s for part in parts for s in part]
    # A word with a query term's first five letters counts as alike, once per beginning.
    alike = {s[:5] for s in stems if len(s) >= 5 and s not in mass}
    first = {s[:5]: s for s in reversed(query) if len(s) >= 5}
    soft = sum(
        m if s in stems else m / 2 if len(s) >= 5 and s[:5] in alike and first[s[:5]] == s else 0
        for s, m in mass.items()
    )
    if not soft:
        return 0.0
    damping = 2 * (0.25 + 0.75 * len(" ".join(sentences).split()) / 240)
    bm25 = sum(m * stems.count(s) / (stems.count(s) + damping) for s, m in mass.items())
    best = max(sum(m for s, m in mass.items() if s in part) for part in parts)
    pairs = list(pairwise(query))
    near = {pair for part in parts for pair in pairwise(part)}
    bigram = (
        sum(mass[a] + mass[b] for a, b in pairs if (a, b) in near) / sum(mass[a] + mass[b] for a, b in pairs)
        if pairs
        else best / total
    )
    value = min(1.0, (0.2 * soft + 0.6 * bm25 + 0.1 * best) / total + 0.1 * bigram) ** 0.66
    return min(value, 0.35) if len(mass.keys() & set(stems)) < min(3, len(mass) / 3) else value


WORDS = st.sampled_from(
    "city cities rent rents brake braking law harbour harbours the of and not 2024 2,500 compute computer computing"
    " fishing fisher zebra Zebras rental".split()
)


@given(
    st.lists(WORDS, min_size=1, max_size=6), st.lists(st.lists(WORDS, min_size=1, max_size=9), min_size=1, max_size=4)
)
@settings(max_examples=150)
def test_reader_equals_the_formula(question, sentences):
    # A closing word of its own: "2024." would be read as an unfinished decimal either way.
    lines = [" ".join([*sentence, "xyzzy."]) for sentence in sentences]
    asked = without_years(" ".join(question))  # a year makes no page relevant
    assert rate(" ".join(question), " ".join(lines)).value == pytest.approx(written_out(asked, lines))


@given(st.text(max_size=80), st.text(max_size=300))
@settings(max_examples=100)
def test_any_text_scores_between_0_and_1(question, text):
    assert 0 <= rate(question, text).value <= 1


TEXTS = st.lists(
    st.sampled_from(
        "The harbour Harbours, dredged dredging. law laws lawn party parties partition planing planet usability usable"
        " dying died tie tying vying 2,500 2500 café cafe naïve O'Neill 東京の人口。 xyzzy and city citizen sky"
        " skies".split()
    ),
    max_size=8,
).map(" ".join)


@given(TEXTS, st.lists(st.tuples(TEXTS, TEXTS), max_size=8))
@settings(max_examples=300)
def test_searching_finds_what_reading_every_word_finds(question, texts):
    sources = [Source(str(i), "", title, text) for i, (title, text) in enumerate(texts)]
    searched = relevance.rates(question, sources)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(term_search, "_hits", every_word)
        assert relevance.rates(question, sources) == searched


def every_word(question, text):
    words = ((m.start(), m.end(), question.codes[m[0]]) for m in re.finditer(r"[^ ]+", text))
    return {word for word in words if word[2]}


@given(TEXTS, st.lists(st.tuples(TEXTS, TEXTS), min_size=2, max_size=8), st.integers(1, 200))
@settings(max_examples=100)
def test_f06_what_a_source_scores_does_not_depend_on_the_others(question, texts, size):
    sources = [Source(str(i), "", title, text) for i, (title, text) in enumerate(texts)]
    alone = [relevance.rates(question, [source])[0] for source in sources]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(term_search, "_BLOCK", size)
        assert relevance.rates(question, sources) == alone


@pytest.mark.parametrize(("asked", "written"), [("partition", "party"), ("planet", "planing"), ("usable", "usability")])
def test_a_word_that_begins_alike_is_read_though_stemming_changed_its_last_letter(asked, written):
    source = Source("a", "", "", f"It was {written}.")
    assert relevance.rates(asked, [source])[0] > 0


def test_no_word_is_looked_at_but_those_that_begin_alike():
    question = question_of("harbour dredging in Hamburg")
    texts = ("Nothing here.", "The HARBOUR is deep.", "Neither here.", "Zürich is.", "It was dredged, inharbour.", "")
    relevance.rates("harbour dredging in Hamburg", [Source(str(i), "", "", text) for i, text in enumerate(texts)])
    assert sorted(question.codes) == ["dredged,", "harbour", "zürich"]


@pytest.mark.parametrize(("asked", "written"), [("die", "dying"), ("lying", "lie"), ("tie", "tying")])
def test_a_word_whose_stem_begins_otherwise_is_found(asked, written):
    assert rate(f"why do fish {asked}", f"Fish are {written} in the canal.").value > 0.5
    assert rate(asked, written).value == rate(asked, asked).value


def test_the_sources_own_words_decide_not_its_length():
    on = rate("rent brake in Berlin", "The rent brake in Berlin limits what landlords may ask. It was extended.")
    off = rate("rent brake in Berlin", "The orchestra played two symphonies. The audience was pleased.")
    assert on.value > 0.62
    assert off.value == 0


ON_HEATING = (
    "Ostermoor renewed the district heating of its northern quarters. Ostermoor paid the pipes from a state fund, and"
    " the works went on through two winters. By spring most flats in Ostermoor had been connected, said the company"
    " that runs the boilers, and the last streets were paved again."
)


@pytest.mark.parametrize(
    ("question", "text", "kept"),
    [
        ("Ticket prices at the Ostermoor opera", ON_HEATING, False),
        ("Ticket prices at the Ostermoor opera", "Ostermoor raised ticket prices.", True),
        ("Ostermoor murder trial", ON_HEATING, False),
        ("Ostermoor murder trial", "In Ostermoor the witness was heard on Monday.", True),  # no room for more words
        ("Ostermoor heating", ON_HEATING, True),
        ("heating pipes", "Ostermoor paid the pipes.", True),
        (("What do the heating, pipes, fund and works of Ostermoor tell other towns, mayors, engineers and tenants"
         " about cost, noise, delay, trust and planning?"), ON_HEATING, True),
    ],
)  # fmt: skip
def test_a_towns_name_alone_makes_no_page_relevant(question, text, kept):
    assert (rate(question, text).value > OPTIONS.grades[1]) is kept


def test_why_names_what_was_found_and_what_was_not():
    axis = rate("harbour dredging Hamburg", "Hamburg deepened its harbour again.")
    assert axis.why == "2 of 3 words of the question: harbour, hamburg (not dredging)"


@pytest.mark.parametrize("question", ["the of and", "a", "?", "", "   ", "🤷🤷"])
def test_c14_f05_a_question_without_content_words_scores_0_and_says_so(question):
    axis = rate(question, "the of and a it is")
    assert axis.value == 0
    assert not axis.known
    assert axis.why == "the question has no content words"


@pytest.mark.parametrize("text", ["the of and is", "a", "", "."])
def test_c14_a_text_without_content_words_scores_0(text):
    assert rate("harbour dredging", text).value == 0


@pytest.mark.parametrize(
    ("question", "on", "off"),
    [
        ("東京の人口", "東京の人口は約千四百万人である。", "昨日は雨が降った。猫が好きだ。"),
        ("上海港集装箱吞吐量", "上海港去年的集装箱吞吐量再创新高。", "他喜欢在周末读书。"),
        ("ประชากรกรุงเทพ", "ประชากรกรุงเทพมีมากกว่าแปดล้านคน", "แมวนอนหลับ"),
        ("عدد سكان القاهرة", "بلغ عدد سكان القاهرة عشرة ملايين نسمة.", "أحب القهوة في الصباح."),
        ("население Москвы", "Население Москвы превышает тринадцать миллионов.", "Кошка спит на диване."),
        ("wie hoch ist die Miete in München", "Die Miete in München ist hoch.", "Der Zug ist die Bahn in der Nacht."),
    ],
)
def test_c13_other_scripts_and_languages_are_scored(question, on, off):
    assert rate(question, on).value > 0.45
    assert rate(question, off).value < 0.28


def test_typographic_variants_are_the_same_word():
    plain = rate("café law", "The café law passed in 2024.").value
    assert plain == rate("cafe\u0301 law", "The cafe\u0301 law passed in 2024.").value
    assert plain == rate("café law", "The ca\u00adf\u00e9 \u200blaw passed in ２０２４.").value


def test_f05_a_question_of_100_kb_is_judged_by_its_head():
    assert rate("harbour dredging " * 6000, "Harbour dredging goes on.").value > 0.6


def test_one_word_of_a_megabyte_is_bounded():
    assert rate("harbour", "x" * 1_000_000 + " harbour").value == 0


def test_c10_a_hundred_thousand_combining_marks_are_bounded():
    marks = "\u0301\u0323" * 50_000
    assert rate("harbour", f"a{marks} harbour").value == 0  # it stands after the head that is read
    assert rate("harbour", f"harbour a{marks}").value > 0.5
    assert rate(f"harbour a{marks}", "harbour").value > 0


def test_the_title_counts_once():
    assert rate("harbour dredging", "It goes on.", "Harbour dredging").value > 0.45
    assert rate("harbour", "Harbour. It goes on.", "Harbour") == rate("harbour", "Harbour. It goes on.")
