"""How a question sees words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.question_terms import END, KIN, OTHER, question_of
from quality.thresholds import NEIGHBOURS_NEAR_CHARACTERS, QUESTION_MOST_TERMS
from wellsourced_core.text import idf

ASKED = question_of("harbour dredging in Hamburg 2024")
HARBOUR, DREDGING, HAMBURG, YEAR = ASKED.letters


def test_terms_are_the_content_words_as_written_with_their_weights():
    assert ASKED.words == ("harbour", "dredging", "hamburg", "2024")
    assert ASKED.weights == tuple(map(idf, ("harbour", "dredg", "hamburg", "2024")))
    assert ASKED.mass == pytest.approx(sum(ASKED.weights))


def test_a_word_asked_for_twice_is_one_term():
    assert question_of("Rents and rent in RENT").words == ("rents",)


def test_a_question_of_stop_words_has_no_mass_and_searches_for_nothing():
    asked = question_of("what is it about?")
    assert (asked.words, asked.mass, asked.stubs) == ((), 0, ())


def test_a_long_question_is_judged_by_its_first_terms():
    asked = question_of(" ".join(f"word{i}x" for i in range(QUESTION_MOST_TERMS + 9)))
    assert len(asked.words) == len(asked.weights) == len(asked.letters) == QUESTION_MOST_TERMS


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("harbour", HARBOUR),
        ("harbours,", HARBOUR),
        ("(dredged)", DREDGING),
        ("harbour.", HARBOUR + END),
        ('harbour!"', HARBOUR + END),
        ("harbourmaster", KIN[0]),
        ("harbour-tunnel", HARBOUR + OTHER),
        ("2,024", YEAR),
        ("the", ""),
        ("ship.", ""),
        ("...", ""),
        ("", ""),
    ],
)
def test_codes(word, code):
    assert ASKED.codes[word] == code


@pytest.mark.parametrize("word", ["4", "four", "fourth,", "four."])
def test_a_small_number_has_the_code_of_its_words(word):
    asked = question_of("when is series 4 out")
    assert asked.codes[word].rstrip(END) == asked.letters[asked.words.index("4")]
    assert any(stub in word for stub in asked.stubs)


@pytest.mark.parametrize("word", ["one", "first", "second", "two"])
def test_one_and_two_are_told_of_anything(word):
    assert question_of("formula 1 or 2 rules").codes[word] in ("", OTHER)


def test_a_number_told_in_words_is_no_other():
    assert question_of("when is series 4 out").codes["fifth"] == ""


def test_of_terms_that_begin_alike_the_first_has_the_credit_of_their_kin():
    asked = question_of("harbour harbourmaster")
    assert asked.codes["harbourside"] == KIN[0]


def test_the_common_words_of_another_language_weigh_little():
    asked = question_of("wie ist das Museum von Hamburg")
    weights = dict(zip(asked.words, asked.weights, strict=True))
    assert weights["von"] == weights["wie"] < 1 < weights["museum"]


@pytest.mark.parametrize(
    ("text", "between"),
    [
        ("harbour of the dredging", ""),
        ("harbour dredging", ""),
        ("harbour needs dredging", OTHER),
        ("harbour was. The dredging", END),
        ("harbour of mr. dredging", OTHER),
        (f"harbour {'of ' * NEIGHBOURS_NEAR_CHARACTERS}dredging", OTHER),
    ],
)
def test_what_stands_between_two_words(text, between):
    start, end = len("harbour"), text.rindex("dredging")
    assert ASKED.between(HARBOUR, text, start, end, DREDGING) == between


def test_between_words_that_are_no_neighbours_in_the_question_stands_another():
    assert ASKED.between(DREDGING, "dredging harbour", 8, 9, HARBOUR) == OTHER


def test_nothing_is_added_where_a_sentence_has_ended():
    assert ASKED.between(HARBOUR + END, "harbour. dredging", 8, 9, DREDGING) == ""


LETTERS = st.text(st.sampled_from("abcdeginrsty"), min_size=1, max_size=12)
NUMBERS = st.integers(0, 99_999).map(str) | st.integers(1_000, 9_999_999).map("{:,}".format)
IN_WORDS = st.sampled_from(("two", "four", "fourth", "4th", "seven", "twelfth", "nineteen")) | st.integers(0, 19).map(
    str
)
WORDS = LETTERS | NUMBERS | IN_WORDS | st.tuples(LETTERS, st.sampled_from(["-", ""]), LETTERS | NUMBERS).map("".join)


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(WORDS, max_size=30))
@settings(max_examples=300)
def test_every_ascii_word_with_a_code_holds_a_stub_after_no_letter_or_a_number(asked, words):
    question = question_of(" ".join(asked))
    for word in [*words, *asked, *(f"{word}ing" for word in asked)]:
        if question.codes[word]:
            starts = [i for i in range(len(word)) if word[i].isdigit() or not word[i - 1 : i].isalpha()]
            assert any(word.startswith(stub, i) for stub in question.stubs for i in starts), word
