"""The answer when there is too little: honest, specific, 150 to 250 words whatever comes in."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.composite import judge
from quality.gate import decide
from quality.options import Options
from quality.refusal import answer, sharper
from wellsourced_core.model import Attempt, Decision, Source
from wellsourced_core.text import content

DAY = date(2026, 5, 1)
QUESTION = "How many leaf blowers were banned by law in Hamburg in 2024?"


def write(question, queries=(), sources=(), error=None, mode="standard"):
    attempts = [Attempt("original", q, (), error=error) for q in queries]
    outcome = decide(judge(question, sources, Options(), DAY), mode, Options())
    return answer(question, attempts, outcome, DAY)


def words(text):
    """Count as three kinds of reader do: with and without bare signs, and by runs of letters."""
    return {
        len(text.split()),
        len([w for w in text.split() if any(c.isalnum() for c in w)]),
        len(re.findall(r"\w+", text)),
    }


def sources(*titles):
    return [
        Source(str(i), f"https://www.h{i}.example.org/a/b", title, f"{title} A note about the weather in May.")
        for i, title in enumerate(titles)
    ]


ODD = st.text(max_size=200) | st.sampled_from(
    [
        "",
        " ",
        "🤷" * 40,
        "a." * 300,
        "x y " * 25_000,
        "東京の人口" * 50,
        "[1] **bold** | `code` <b>",
        "a-b" * 99,
        "\x1b[2J\n\n# ",
    ]
)


@given(ODD, st.lists(ODD, max_size=6), st.lists(ODD, max_size=6), st.sampled_from(["quick", "standard", "deep"]))
@settings(max_examples=120)
def test_150_to_250_words_for_any_input(question, queries, titles, mode):
    text = write(question, queries, sources(*titles), mode=mode)
    assert min(words(text)) >= 150
    assert max(words(text)) <= 250


@given(ODD, st.lists(ODD, max_size=5))
@settings(max_examples=80)
def test_sharper_queries_differ_from_each_other_and_from_all_that_was_tried(question, queries):
    first, second = sharper(question, [Attempt("original", q, ()) for q in queries], DAY)
    tried = {content(question[:2000]), *(content(q[:2000]) for q in queries)}
    assert content(first) not in tried
    assert content(second) not in tried
    assert content(first) != content(second)


def test_sharper_queries_keep_differing_when_their_own_were_tried():
    attempts = []
    for _ in range(12):
        pair = sharper(QUESTION, attempts, DAY)
        assert not {content(q) for q in pair} & {content(a.query) for a in attempts}
        attempts += [Attempt("reframed", q, ()) for q in pair]


def test_sharper_queries_keep_the_rarest_words():
    for query in sharper(QUESTION, [], DAY):
        assert {"blowers", "Hamburg", "2024"} <= set(query.split())


def test_it_says_what_was_searched_and_found():
    text = write(QUESTION, [QUESTION, "leaf blowers Hamburg"], sources("May weather", "June weather"))
    assert "2 searches were made" in text
    assert "“leaf blowers Hamburg”" in text
    assert "2 sources came back; none matched the question, and even a short report needs 2." in text
    assert "“May weather” (h0.example.org): grade 1 of 5, none of the question's words" in text
    assert "official gazette" in text


def test_it_says_when_nothing_came_back_and_when_searches_failed():
    assert "The searches returned nothing" in write(QUESTION, [QUESTION])
    assert "1 of them failed" in write(QUESTION, [QUESTION], error="timeout")
    assert "No search was made" in write(QUESTION)


def test_a_single_good_source_is_named_as_good_but_alone():
    one = [
        Source("1", "https://a.example.org/", "Ban", "Hamburg banned 40 leaf blowers by law in 2024. It was a first.")
    ]
    assert "relevant but not enough by itself" in write(QUESTION, [QUESTION], one)


@given(ODD, st.lists(ODD, max_size=4))
@settings(max_examples=40)
def test_a_profiles_objections_are_named_within_the_same_length(question, whys):
    good = [Source(str(i), f"https://h{i}.example.org/", "Ban", f"{QUESTION} Yes, {i}.") for i in range(9)]
    outcome = decide(judge(QUESTION, good, Options(), DAY), "standard", Options())
    reasons = [Decision("support-low", "support is 0.55, below 0.7"), *(Decision("x", why) for why in whys)]
    text = answer(question, [Attempt("original", question, ())], outcome, DAY, reasons)
    assert "not solid enough to publish: support is 0.55, below 0.7" in text
    assert min(words(text)) >= 150
    assert max(words(text)) <= 250


@given(ODD, st.lists(ODD, max_size=4), st.lists(ODD, max_size=4), st.lists(ODD, max_size=6))
@settings(max_examples=60)
def test_what_is_missing_is_named_within_the_same_length(question, whys, missing, titles):
    outcome = decide(judge(QUESTION, sources(*titles), Options(), DAY), "quick", Options())
    reasons = [Decision("support-low", why) for why in whys]
    text = answer(question, [Attempt("original", question, ())], outcome, DAY, reasons, missing)
    assert min(words(text)) >= 150
    assert max(words(text)) <= 250


def test_what_is_missing_reads_like_a_wish():
    outcome = decide(judge(QUESTION, [], Options(), DAY), "quick", Options())
    text = answer(QUESTION, [], outcome, DAY, (), ("newer sources", "a source that settles 4 against 5"))
    assert "Before this can be written: newer sources; a source that settles 4 against 5." in text


def test_a_wall_is_called_a_wall():
    wall = [Source("1", "https://a.example.org/", "Just a moment...", "Verify you are human. Ray ID: 1")]
    assert "not a source but a bot wall" in write(QUESTION, [QUESTION], wall)


@pytest.mark.parametrize("question", ["[1] [2](http://x)", "`a` <script>", "**b** | c #"])
def test_markup_in_titles_and_queries_is_no_markup_in_the_answer(question):
    text = write(question, [question], sources(question))
    body = text.replace("**", "").removeprefix("# ")
    assert not set("[]<>`|#*") & set(body)


def test_the_answer_reads_like_this(snapshot):
    assert write(QUESTION, [QUESTION, "leaf blowers Hamburg"], sources("May weather", "June weather")) == snapshot


def test_what_the_kept_pages_lack_is_told_in_place_of_how_few_they_are() -> None:
    shop = "Flamenco and classical guitars for a guitarist: " + "cedar tops, cypress ribs, low and high bridges. " * 9
    pages = [Source(str(i), f"https://h{i}.example", f"Shop {i}", f"{shop} {i}") for i in range(3)]
    text = write("Flamenco vs classical guitarist pricing", ["flamenco classical guitarist"], pages)
    assert "3 matched the question, which asks for a price; no kept page has one." in text
    assert "even a short report needs" not in text
