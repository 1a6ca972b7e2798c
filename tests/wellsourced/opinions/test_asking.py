"""Asking: within its limits, what matters most first, nothing twice, and nothing lost that was answered."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fakes.opinions import MODEL, QUOTE, WEAK, Model, audited, opened
from fakes.readers import always, answering

from wellsourced.opinions.asking import Limits, ask, plan
from wellsourced.opinions.questions import Question, doubts
from wellsourced.opinions.reader import Answer
from wellsourced.opinions.sheets import Sheet
from wellsourced_core.errors import BackendError, InputError
from wellsourced_core.model import Opinion, Usage

YES = always("supported", QUOTE)
SEASONS = [WEAK.replace("autumn", season) for season in ("autumn", "winter", "spring", "summer")]


def wanted(*sentences: str) -> list[Question]:
    case = opened(*sentences)
    return [one.question for one in doubts(case, audited(case))]


@pytest.mark.parametrize(
    ("limits", "asked"), [(Limits(2, 9.0), 2), (Limits(9, 0.0005), 0), (Limits(9, 0.001), 4), (Limits(0, 9.0), 0)]
)
def test_no_more_is_asked_than_the_limits_allow(limits: Limits, asked: int) -> None:
    planned = plan(wanted(*SEASONS), {}, Model(YES), limits)
    assert (planned.questions, planned.left) == (asked, 4 - asked)
    assert planned.limits.questions == limits.questions - asked
    assert planned.limits.usd == pytest.approx(limits.usd - 0.001 * len(planned.sheets))


class ByTheQuestion(Model):
    """A reader that costs a dollar a question."""

    def most(self, sheet: Sheet) -> Usage:
        return Usage(self.model, 1, usd=float(len(sheet.questions)))


def test_a_sheet_that_is_too_dear_is_asked_with_fewer_questions() -> None:
    questions = wanted(*SEASONS)
    planned = plan(questions, {}, ByTheQuestion(YES), Limits(9, 2.5))
    (sheet,) = planned.sheets
    assert (len(sheet.questions), planned.left, planned.limits.usd) == (2, 2, 0.5)
    worths = sorted(one.worth for one in questions)
    assert [one.worth for one in sheet.questions] == worths[:2]


def test_what_an_answer_can_change_most_is_asked_first() -> None:
    questions = wanted(*SEASONS, "Its lake covered two farms [2].", "Grain was ground for eleven villages at last [1].")
    least = sorted(one.worth for one in questions)[:2]
    planned = plan(questions, {}, Model(YES), Limits(2, 9.0))
    assert sorted(one.worth for sheet in planned.sheets for one in sheet.questions) == least


def test_what_is_known_or_asked_already_is_not_asked_again() -> None:
    model = Model(YES)
    first = ask(plan(wanted(*SEASONS, *SEASONS), {}, model, Limits(9, 9.0)).sheets, model, lambda _: None)
    assert len(first.opinions) == 4
    assert plan(wanted(*SEASONS), first.opinions, model, Limits(9, 9.0)).sheets == ()
    other = Model(YES, model="another")
    assert plan(wanted(*SEASONS), first.opinions, other, Limits(9, 9.0)).questions == 4


def test_every_answer_is_kept_when_it_is_there() -> None:
    kept: list[Mapping[str, Opinion]] = []
    model = Model(YES)
    planned = plan([*wanted(WEAK), *wanted("Its lake covered two farms [2].")], {}, model, Limits(9, 9.0))
    assert len(planned.sheets) == 2
    answers = ask(planned.sheets, model, kept.append)
    assert [len(one) for one in kept] == [1]  # of the lake nothing in this quotation
    assert answers.used.calls == 2
    assert answers.used.usd == pytest.approx(0.002)


class Failing(Model):
    """A reader whose service fails on some sheets."""

    def __init__(self, error: Exception) -> None:
        super().__init__(YES)
        self.error = error

    def ask(self, sheet: Sheet) -> Answer:
        if "lake" in sheet.prompt:
            raise self.error
        return Answer(answering(YES, sheet.prompt), Usage(MODEL, 1, usd=0.001))


def test_a_request_that_fails_leaves_its_questions_open_and_takes_no_other_along() -> None:
    model = Failing(BackendError("model", "is overloaded", "wait"))
    planned = plan([*wanted(WEAK), *wanted("Its lake covered two farms [2].")], {}, model, Limits(9, 9.0))
    answers = ask(planned.sheets, model, lambda _: None)
    assert (len(answers.opinions), [one.problem for one in answers.faults]) == (1, ["is overloaded"])


def test_of_several_requests_that_must_be_corrected_the_first_is_raised() -> None:
    class Refused(Model):
        def ask(self, sheet: Sheet) -> Answer:
            raise InputError("KEY", f"is refused {len(sheet.questions)} times", "export another")

    model = Refused(YES)
    planned = plan([*wanted(*SEASONS), *wanted("Its lake covered two farms [2].")], {}, model, Limits(9, 9.0))
    assert len(planned.sheets) == 2
    with pytest.raises(InputError, match=f"refused {len(planned.sheets[0].questions)} times"):
        ask(planned.sheets, model, lambda _: None)


def test_what_the_user_must_correct_is_raised_after_the_answers_are_kept() -> None:
    kept: list[Mapping[str, Opinion]] = []
    model = Failing(InputError("KEY", "is refused", "export another"))
    planned = plan([*wanted(WEAK), *wanted("Its lake covered two farms [2].")], {}, model, Limits(9, 9.0))
    with pytest.raises(InputError):
        ask(planned.sheets, model, kept.append)
    assert [len(one) for one in kept] == [1]
