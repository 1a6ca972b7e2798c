"""A text becomes the line of what was found in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality import term_search
from quality.question_terms import END, KIN, OTHER, question_of
from quality.term_search import lines
from quality.thresholds import SOURCE_SEARCHED_CHARACTERS
from wellsourced_core.model import Source

ASKED = question_of("harbour dredging in Hamburg")
HARBOUR, DREDGING, HAMBURG = ASKED.letters


def line(text, title=""):
    ((found, length),) = lines(ASKED, [Source("a", "", title, text)])
    return found, length


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Nothing of it.", ""),
        ("The harbour", HARBOUR),
        ("Harbour dredging", HARBOUR + DREDGING),
        ("Dredging the harbour", DREDGING + OTHER + HARBOUR),
        ("The harbour is deep. Hamburg dredges.", HARBOUR + END + HAMBURG + OTHER + DREDGING + END),
        ("The harbour. It is. Hamburg", HARBOUR + END + HAMBURG),
        ("A harbourmaster of Hamburg", KIN[0] + OTHER + HAMBURG),
        ("Unharboured, inharbour", ""),
        ("(harbour)/dredging", HARBOUR + DREDGING),
        ("Der Häfen von Hamburg – dredging", HAMBURG + OTHER + DREDGING),
    ],
)
def test_lines(text, codes):
    assert line(text)[0] == codes


def test_a_number_behind_a_letter_is_found():
    ((found, _),) = lines(question_of("vitamin B12"), [Source("a", "", "", "B12 is a vitamin.")])
    assert found == question_of("vitamin B12").letters[1] + OTHER + question_of("vitamin B12").letters[0] + END


def test_length_is_in_words_title_included():
    assert line("The harbour is deep.") == (HARBOUR, 4)
    assert line("The harbour is deep.", "Hamburg today") == (HAMBURG + END + HARBOUR, 7)  # the full stop is one


def test_a_title_that_the_text_begins_with_is_read_once():
    assert line("Hamburg today: a harbour.", "Hamburg today") == line("Hamburg today: a harbour.")


def test_any_white_space_parts_words():
    assert line("the\tharbour\u00a0of\u3000Hamburg\r\n") == (HARBOUR + OTHER + HAMBURG, 6)


def test_a_character_of_a_script_without_spaces_is_a_word():
    assert line("Hamburg 東京の人口")[1] == 2 + 5


def test_a_text_without_a_word_of_the_question_has_no_length():
    assert line("Nothing of it.") == line("") == ("", 0)


def test_only_the_head_of_a_text_is_searched():
    assert line("x " * (SOURCE_SEARCHED_CHARACTERS // 2) + "harbour")[0] == ""
    assert line("x " * (SOURCE_SEARCHED_CHARACTERS // 2 - 8) + "harbour")[0] == HARBOUR


TEXTS = st.lists(
    st.lists(
        st.sampled_from(
            "The harbour Harbours, dredged. inharbour Hamburg. café naïve-harbour 東京の人口。 of and".split()
        ),
        max_size=8,
    ).map(" ".join)
    | st.text(max_size=40),
    max_size=6,
)


@given(TEXTS, st.integers(1, 80))
@settings(max_examples=200)
def test_f06_what_is_found_does_not_depend_on_the_texts_beside(texts, size):
    sources = [Source(str(i), "", "", text) for i, text in enumerate(texts)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(term_search, "_BLOCK", size)
        assert [*lines(ASKED, sources)] == [line(text) for text in texts]
