"""One draft, one report: what is selected, how findings are named, what the notes say."""

from __future__ import annotations

import pytest

from audit import statistics
from audit.runner import AuditOptions, audit, fingerprint
from wellsourced_core.model import Severity, Source

TEXT = "It fell [1][9]. It rose [8].\n\n## Sources\n\n1. https://a.example\n2. https://b.example\n"


def codes(**options: object) -> list[str]:
    return [f.code for f in audit(TEXT, (), AuditOptions(**options)).findings]  # type: ignore[arg-type]


def test_rules_are_selected_and_ignored_by_code_beginning_or_name() -> None:
    assert codes() == ["C101", "C101", "R401"]
    assert codes(select=("C",)) == ["C101", "C101"]
    assert codes(select=("orphan-reference",)) == ["R401"]
    assert codes(ignore=("C101",)) == ["R401"]
    assert codes(select=("C101", "R4"), ignore=("R401",)) == ["C101", "C101"]
    assert codes(select=("X",)) == []


def test_that_nothing_could_be_judged_is_said_whatever_is_selected() -> None:
    unread, bare = "It fell (Hansen, 2011). It rose (Lund et al. 2020).", "It fell."
    for text, code in ((unread, "D903"), (bare, "D901")):
        for select in (("C101",), ("R4", "orphan-reference"), ("C106",)):
            assert code in {f.code for f in audit(text, (), AuditOptions(select=select)).findings}
            silenced = audit(text, (), AuditOptions(select=select, ignore=(code,))).findings
            assert code not in {f.code for f in silenced}


def test_findings_stand_in_the_order_of_the_draft() -> None:
    starts = [f.start for f in audit(TEXT).findings]
    assert starts == sorted(starts)


def test_an_id_names_rule_sentence_and_source_and_nothing_else() -> None:
    above = audit("# A title\n\nA paragraph.\n\n" + TEXT)
    assert [f.id for f in above.findings] == [f.id for f in audit(TEXT).findings]
    assert len({f.id for f in above.findings}) == 3
    assert fingerprint("C101", "It  FELL.", "s") == fingerprint("C101", "It fell.", "s")
    assert fingerprint("C101", "It fell.", "s") != fingerprint("C102", "It fell.", "s")
    assert fingerprint("C101", "\ud800", "") == fingerprint("C101", "\ud800", "")


WORST = "The worst building in the city reached a mean factor of 1.9 [1]."
MEASURED = Source("1", "", "", "The worst building in the city reached a mean factor of 2.4 in two seasons.", n=1)


def number_id(sentence: str) -> str:
    (one,) = (f for f in audit(sentence, (MEASURED,)).findings if f.code == "N201")
    return one.id


def test_the_id_of_a_number_names_its_sentence() -> None:
    known = number_id(WORST)
    assert number_id(f"# A title\n\nA paragraph.\n\n{WORST}") == known
    assert number_id(WORST.replace("The worst", "**The worst**")) == known  # as it reads, without markup
    for other in (
        WORST.replace("worst", "best"),
        WORST.replace("reached a mean factor of", "used power for"),
        WORST.replace("1.9", "1.8"),
    ):
        assert number_id(other) != known


SPOKEN = Source("1", "", "", "The mayor Ida Lind opened the red bridge. “It holds,” said Ida Lind of the bridge.", n=1)


@pytest.mark.parametrize(
    ("code", "accepted", "later"),
    [
        (
            "C107",
            "The mayor Ida Lind opened the red bridge beside Hanna Moe [1].",
            "Ida Lind closed the red bridge for Hanna Moe [1].",
        ),
        (
            "C105",
            "It holds [1].\n\nTolls fell by 31 percent.",
            "It holds [1].\n\nThefts rose by 31 percent.",
        ),
        (
            "Q301",
            "The mayor Ida Lind called the bridge “a gift to every child of the town” [1].",
            "Ida Lind denied that the bridge was “a gift to every child of the town” [1].",
        ),
        (
            "Q303",
            "The red bridge was opened. “It holds,” said Hanna Moe [1].",
            "The red bridge was opened. “It holds,” said Arne Vik [1].",
        ),
    ],
)
def test_the_id_of_a_name_a_number_and_a_quotation_names_its_sentence(code: str, accepted: str, later: str) -> None:
    def name(text: str) -> str:
        (one,) = (f for f in audit(text, (SPOKEN,)).findings if f.code == code)
        return one.id

    assert name(f"# A title\n\nA paragraph.\n\n{accepted}") == name(accepted)
    assert name(later) != name(accepted)


def test_two_numbers_of_a_sentence_are_told_apart() -> None:
    text = "The worst building in the city reached a factor of 1.9 and then 1.7 [1]."
    ids = {f.id for f in audit(text, (MEASURED,)).findings if f.code == "N201"}
    assert len(ids) == 2
    assert not any("-" in one for one in ids)


def test_two_findings_alike_have_ids_of_their_own() -> None:
    report = audit("It fell [9][9].\n\n## Sources\n\n1. a\n2. b\n" + "It fell [9].")
    ids = [f.id for f in report.findings if f.code == "C101"]
    assert len(ids) == len(set(ids)) > 1


def test_strict_names_every_citation_that_could_not_be_checked_as_an_error() -> None:
    plain = audit("A [1].\n\n## Sources\n\n1. https://a.example\n")
    assert plain.findings == ()
    assert plain.notes[0].startswith("1 of 1 citation was not checked")
    strict = audit("A [1].\n\n## Sources\n\n1. https://a.example\n", (), AuditOptions(strict=True))
    assert [(f.code, f.severity) for f in strict.findings] == [("C104", Severity.ERROR)]


def test_the_report_counts_sources_and_names_the_file() -> None:
    report = audit("A [1].", (Source("1", "", "", "", n=1),), path="x.md")
    assert (report.path, report.sources, report.text) == ("x.md", 1, "A [1].")


def test_an_empty_draft_has_nothing_to_audit() -> None:
    for text in ("", "   \n", "\ufeff", "Words alone.\n"):
        assert [f.code for f in audit(text).findings] == ["D901"]


HOUSEHOLDS = "Of 2,300 households in Seville, 64 % cooled the bedroom in July, and a third of those {} afford it."


def test_what_turns_a_sentence_round_is_told_once_and_not_number_by_number() -> None:
    source = Source("s", "https://a.example", "Survey", HOUSEHOLDS.format("could"), n=1)
    draft = HOUSEHOLDS.format("could not").replace("it.", "it [1].")
    [found] = [f for f in audit(draft, (source,)).findings if f.code == "N204"]
    assert found.message == 'the sentence says "not", the source does not'
    assert found.start == 0
    assert found.evidence is not None
    assert found.evidence.text == source.text


def test_a_share_is_shown_in_the_words_of_the_source() -> None:
    source = Source("s", "https://a.example", "Grants", "They got EUR 2.4 billion out of EUR 21.8 billion.", n=1)
    claim = "They got EUR 2.4 billion, or 11 percent of the money."
    assert not audit(f"{claim[:-1]} [1].", (source,)).findings
    [_, share] = statistics.judge(claim, statistics.prepare(source.text))
    assert share.why == "follows from the source: EUR 2.4 billion / EUR 21.8 billion"
