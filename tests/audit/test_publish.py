"""What leaves the house: nothing out of bounds, nothing uncited, numbers and sources in step."""

from __future__ import annotations

import pytest

from audit.publish import Published, PublishOptions, publish, without_lists
from audit.runner import AuditOptions
from wellsourced_core.model import Source

BRIDGE = "The swing bridge of Port Marlow opened in 1908 and turns on a pivot of cast iron."
FERRY = "The harbor ferries carried commuters from the north shore until midnight."
SOURCES = (
    Source("s1", "https://piers.example", "Piers", "Smoking is forbidden on the pier terrace.", n=1),
    Source("s2", "https://ferries.example", "Ferries", FERRY, n=2),
    Source("s3", "https://bridges.example", "Bridges", BRIDGE, n=3),
)
DRAFT = (
    "The swing bridge of Port Marlow opened in 1908 [3]. "
    "The harbor ferries carried commuters from the north shore [3].\n\n"
    "It turns on a pivot of cast iron [3][9].\n\n"
    "## Sources\n\n1. https://piers.example\n2. https://ferries.example\n3. https://bridges.example\n"
)
PUBLISHED = (
    "The swing bridge of Port Marlow opened in 1908 [1]. "
    "The harbor ferries carried commuters from the north shore [2].\n\n"
    "It turns on a pivot of cast iron [1].\n\n"
    "## Sources\n\n1. https://bridges.example\n2. https://ferries.example\n"
)


def test_a_draft_is_repaired_pruned_and_renumbered_with_its_sources() -> None:
    out = publish(DRAFT, SOURCES, AuditOptions())
    assert out.text == PUBLISHED
    assert [(source.id, source.n) for source in out.sources] == [("s3", 1), ("s2", 2)]
    assert out.report.findings == ()
    assert {finding.code for finding in out.repairs} == {"C101", "C102", "R401"}


def test_publishing_what_was_published_changes_nothing() -> None:
    out = publish(DRAFT, SOURCES, AuditOptions())
    again = publish(out.text, out.sources, AuditOptions())
    assert (again.text, again.sources, again.repairs) == (out.text, out.sources, ())


def test_sources_that_are_tied_by_number_alone_follow_their_numbers() -> None:
    draft = DRAFT.replace("https://piers.example", "Piers").replace("https://ferries.example", "Ferries")
    draft = draft.replace("https://bridges.example", "Bridges")
    out = publish(draft, SOURCES, AuditOptions())
    assert [(source.id, source.n) for source in out.sources] == [("s3", 1), ("s2", 2)]
    assert out.text.endswith("## Sources\n\n1. Bridges\n2. Ferries\n")


def test_a_draft_without_a_list_keeps_the_numbers_of_its_sources() -> None:
    draft = DRAFT.partition("## Sources")[0]
    out = publish(draft, SOURCES, AuditOptions())
    assert "[9]" not in out.text
    assert [(source.id, source.n) for source in out.sources] == [("s2", 2), ("s3", 3)]


# ------------------------------------------------------------------------------------------------- failed facts

LIST = "\n\n## Sources\n\n1. https://piers.example\n2. https://ferries.example\n3. https://bridges.example\n"
RIGHT = "The swing bridge of Port Marlow opened in 1908 [3]."
WRONG = "The swing bridge of Port Marlow opened in 1931 [3]."
FORGED = "“The ferries never ran on time at all,” said Una Marsh of the harbor ferries [2]."


def published(body: str, policy: PublishOptions | None = None, ours: str = "") -> Published:
    return publish(f"# The bridge\n\n{body}{LIST}", SOURCES, AuditOptions(), policy, title="Bridges", ours=ours)


def test_a_sentence_whose_number_or_quotation_fails_goes_and_is_on_record() -> None:
    out = published(f"{RIGHT} {WRONG}\n\n## Ferries\n\n{FORGED}")
    assert out.text == f"# The bridge\n\n{RIGHT.replace('[3]', '[1]')}\n\n## Sources\n\n1. https://bridges.example\n"
    assert {(one.code, one.rule) for one in out.repairs} >= {
        ("N201", "number-not-in-source"),
        ("Q301", "quote-not-found"),
    }
    said = [one.message for one in out.repairs]
    assert any("the sentence is removed: “The swing bridge of Port Marlow opened in 1931 .”" in one for one in said)
    assert all(one.fix is not None for one in out.repairs)
    assert publish(out.text, out.sources, AuditOptions()).text == out.text


def test_flagged_it_stays_and_says_so_once() -> None:
    flag = PublishOptions(failed_facts="flag")
    out = published(f"{RIGHT} {WRONG} {FORGED}", flag)
    assert "opened in 1931 *(unconfirmed)* [1]." in out.text
    assert "on time at all,” *(unconfirmed)* said Una Marsh" in out.text
    assert out.settled
    assert publish(out.text, out.sources, AuditOptions(), flag).text == out.text


def test_the_rules_that_speak_are_configured() -> None:
    assert "1931" in published(WRONG, PublishOptions(rules=("Q301",))).text


def test_a_title_that_fails_is_replaced() -> None:
    out = publish(f"# A bridge of $93.7 million\n\n{RIGHT}{LIST}", SOURCES, AuditOptions(), title="Bridges")
    assert out.text.startswith("# Bridges\n\n")


@pytest.mark.parametrize(
    "stray", ["[^7]", "[3†source]", "\\[7\\]", "[oaicite:2]", ":contentReference[oaicite:3]{index=3}", "⁹",
              "\\<sup>4\\</sup>", "[@smith2020]", "(https://invented.example/x)", "[citation needed]"],
)  # fmt: skip
def test_c106_no_marker_that_cites_nothing_leaves(stray: str) -> None:
    out = published(f"{RIGHT} The harbor ferries carried commuters from the north shore {stray}.")
    body = out.text.partition("## Sources")[0]
    assert body.strip().endswith("commuters from the north shore.")
    assert out.settled


@pytest.mark.parametrize(
    "own",
    [
        "## References\n\n1. Smith, J. (2031). Invented. https://invented.example/\n",
        "**Sources:**\n\n- [Invented](https://invented.example/)\n",
        "[1]: https://invented.example/\n",
        "[^1]: Invented, https://invented.example/\n",
        "Works cited\n-----------\n\n[1] Invented. https://invented.example/\n",
        ": https://invented.example/\n",
    ],
)
@pytest.mark.parametrize("after", ["", "\nA last sentence.\n"])
def test_a_models_own_list_goes(own: str, after: str) -> None:
    text = without_lists(f"# T\n\n{RIGHT}\n\n{own}{after}")
    assert "nvented" not in text
    assert RIGHT in text
    assert after.strip() in text


def test_what_an_allowance_in_the_draft_says_counts_for_nothing() -> None:
    out = published(f"{RIGHT}\n\n<!-- wellsourced: allow N201 the model says so -->\n{WRONG}")
    assert "1931" not in out.text


def test_a_draft_that_loses_everything_has_no_source_left() -> None:
    assert published(WRONG).sources == ()


@pytest.mark.parametrize("words", ["no. 1", "(1)"])
def test_numbers_in_words_stay_and_keep_no_entry_in_a_list_that_was_made_for_the_markers(words: str) -> None:
    draft = DRAFT.replace("iron [3][9].", f"iron [3][9], which is pier {words} of the port.")
    out = publish(draft, SOURCES, AuditOptions())
    assert f"pier {words} of the port" in out.text
    assert "piers.example" not in out.text
