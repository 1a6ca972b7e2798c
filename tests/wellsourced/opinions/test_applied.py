"""What an opinion does to a report: it confirms, withdraws or leaves open; it strikes nothing, overrules no proof."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fakes.opinions import CLEAR, DAM, MILL, MODEL, OPTIONS, QUOTE, WEAK, Model, after, asked, audited, opened, verdicts
from fakes.readers import always
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.checks import all_checks
from audit.runner import AuditOptions
from wellsourced.opinions.applied import apply
from wellsourced.opinions.questions import doubts, key_of
from wellsourced_core.model import OPINION_VERDICTS, FileReport, Finding, Opinion, Severity

YES, NO, OPEN = always("supported", QUOTE), always("unsupported", QUOTE), always("unsure", QUOTE)
DAMS = "The dam was built by 1,200 workers"
YES_DAM, NO_DAM = always("supported", DAMS), always("unsupported", DAMS)
LIKELY = "The dam was built by 1,200 workers in 1932 and its lake has covered two farms [2]."
STRANGE = "Trams run at night [2]."
HIGHEST = {check.code: check.severity for check in all_checks()}


def of(report: FileReport, code: str) -> list[Finding]:
    return [one for one in report.findings if one.code == code]


def test_yes_lifts_a_weak_verdict_and_says_on_what_it_rests() -> None:
    case = opened(CLEAR, WEAK)
    done = after(case, YES)
    assert verdicts(done) == [("supported", ""), ("supported", "supported")]
    assert done.markers[1].refs[0].why == f"a reader ({MODEL}): “{QUOTE}”"
    assert done.notes[-1] == f"a reader ({MODEL}) was asked about 1 doubt"
    assert done.findings == audited(case).findings


def test_no_warns_once_and_strikes_nothing() -> None:
    case = opened(CLEAR, WEAK)
    done = after(case, NO)
    assert verdicts(done)[1] == ("weak", "unsupported")
    (warning,) = of(done, "C103")
    assert (warning.severity, warning.fix, warning.opinion) == (Severity.WARNING, None, "unsupported")
    assert warning.id
    ignoring = AuditOptions(ignore=("C103",))
    assert of(after(opened(CLEAR, WEAK, options=ignoring), NO, ignoring), "C103") == []


def test_no_makes_a_supported_citation_near_the_threshold_weak() -> None:
    case = opened(LIKELY)
    assert verdicts(audited(case))[0][0] == "supported"
    done = after(case, NO_DAM)
    assert verdicts(done)[0] == ("weak", "unsupported")
    assert len(of(done, "C103")) == 1


def test_an_allowed_warning_stays_allowed() -> None:
    case = opened(f"<!-- wellsourced: allow C103 checked by hand -->\n{WEAK}")
    assert of(after(case, NO), "C103") == []


def test_an_allowed_misattribution_stays_allowed() -> None:
    draft = STRANGE
    case = opened(f"<!-- wellsourced: allow C102 checked by hand -->\n{draft}")
    assert of(audited(case), "C102") == []
    done = after(case, NO_DAM)
    assert [one.code for one in done.findings if one.code in ("C102", "C103")] == []
    assert verdicts(done)[0] == ("misattributed", "unsupported")


def test_unsure_changes_no_verdict_and_no_finding_but_is_shown() -> None:
    case = opened(WEAK)
    done = after(case, OPEN)
    assert verdicts(done) == [("weak", "unsure")]
    assert done.findings == audited(case).findings


@pytest.mark.parametrize(
    ("sentence", "code", "confirmed"),
    [
        (LIKELY, "N201", Severity.ERROR),
        ("Its lake covered two farms [2].", "M601", Severity.WARNING),
        ("The dam of Hoover was built by workers from Ohio [2].", "C107", Severity.WARNING),
        (STRANGE, "C102", Severity.ERROR),
    ],
)
def test_an_accusation_is_confirmed_up_to_its_codes_highest_or_withdrawn(
    sentence: str, code: str, confirmed: Severity
) -> None:
    case = opened(sentence)
    (before,) = of(audited(case), code)
    assert before.certainty == "likely"
    assert before.severity is Severity.WARNING
    (agreed,) = of(after(case, NO_DAM), code)
    assert (agreed.severity, agreed.fix, agreed.id) == (confirmed, before.fix, before.id)
    assert "confirmed, says a reader (some-model): “The dam was built by 1,200 workers”" in agreed.message
    (gone,) = of(after(case, YES_DAM), code)
    assert (gone.severity, gone.fix, gone.id) == (Severity.NOTE, None, before.id)
    assert "withdrawn, says a reader (some-model): " in gone.message


def test_a_possible_accusation_becomes_a_warning_at_most() -> None:
    case = opened("The wheel turned [1] six pairs of stones, and the dam had 1,200 workers [2].")
    (before,) = of(audited(case), "C102")
    assert (before.certainty, before.severity) == ("possible", Severity.NOTE)
    done = after(case, NO)
    (agreed,) = of(done, "C102")
    assert agreed.severity is Severity.WARNING
    assert verdicts(done)[0] == ("misattributed", "unsupported")


def test_a_withdrawn_misattribution_is_a_supported_citation() -> None:
    case = opened(STRANGE)
    assert verdicts(audited(case))[0][0] == "misattributed"
    assert verdicts(after(case, YES_DAM))[0] == ("supported", "supported")


@pytest.mark.parametrize(("said", "verdict"), [("supported", "supported"), ("unsupported", "weak")])
def test_what_words_cannot_judge_a_reader_may(said: str, verdict: str) -> None:
    case = opened("Fournil [1].", shelf=(replace(MILL, text="Bakehouse is the word here."), DAM))
    assert verdicts(audited(case))[0][0] == "uncheckable"
    done = after(case, always(said, "Bakehouse is the word here"))
    assert verdicts(done)[0][0] == verdict
    assert [one.severity for one in of(done, "C104")] == [Severity.NOTE]


def test_a_no_without_all_sources_says_nothing() -> None:
    case = opened(
        "Farmers of eleven villages brought grain over the dam by cart [1][2].", shelf=(MILL, replace(DAM, text=""))
    )
    before, done = audited(case), after(case, NO)
    assert [one.severity for one in done.findings] == [one.severity for one in before.findings]
    assert [verdict for verdict, _ in verdicts(done)] == [verdict for verdict, _ in verdicts(before)]


def test_readers_that_disagree_leave_it_open() -> None:
    case = opened(WEAK)
    both = {**asked(case, Model(YES)), **asked(case, Model(NO, model="another"))}
    assert len(both) == 2
    done = apply(audited(case), case, both, OPTIONS)
    assert verdicts(done) == [("weak", "unsure")]
    same = {**asked(case, Model(YES)), **asked(case, Model(YES, model="another"))}
    assert verdicts(apply(audited(case), case, same, OPTIONS)) == [("supported", "supported")]


def test_without_opinions_the_report_is_the_same() -> None:
    case = opened(WEAK)
    report = audited(case)
    assert apply(report, case, {}, OPTIONS) is report


DRAFTS = (
    CLEAR, WEAK, LIKELY, "Its lake covered two farms [2].", "Bees dance for flowers in the meadow [1].",
    "The dam was built by 1,500 workers in 1931 [2].", "The wheel turned four pairs of stones [7].",
    "The dam of Hoover was built by workers from Ohio [2].", "“The wheel turned nine pairs of stones” [1].",
    "The wheel turned [1] six pairs of stones, and the dam had 1,200 workers [2].",
)  # fmt: skip


@given(st.lists(st.sampled_from(DRAFTS), min_size=1, max_size=6, unique=True), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_proof_stands_and_no_fix_comes_of_it(sentences: list[str], data: st.DataObject) -> None:
    case = opened(*sentences)
    before = audited(case)
    opinions = {
        key_of(one.question.content, MODEL): Opinion(MODEL, data.draw(st.sampled_from(OPINION_VERDICTS)), "words")
        for one in doubts(case, before)
    }
    done = apply(before, case, opinions, OPTIONS)
    known = {one.id: one for one in before.findings}
    kept = {one.id: one for one in done.findings}
    assert set(known) <= set(kept)
    for identity, one in kept.items():
        was = known.get(identity)
        if was is None:
            assert (one.code, one.fix) == ("C103", None)
        elif was.certainty == "proven":
            assert one == was or was.code == "C104"
        else:
            assert one.fix in (was.fix, None)
            order = list(Severity)
            assert order.index(one.severity) >= order.index(HIGHEST[one.code])
    for a, b in zip(before.markers, done.markers, strict=True):
        for x, y in zip(a.refs, b.refs, strict=True):
            assert (x.verdict == "out-of-bounds") == (y.verdict == "out-of-bounds")
