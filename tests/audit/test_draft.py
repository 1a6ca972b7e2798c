"""A draft parsed once: each marker has the sentence that it stands behind."""

from __future__ import annotations

import pytest

from audit.draft import in_bounds, plain, scope_at
from audit.pairs import reader_sees
from audit.runner import AuditOptions, open_case

LIST = "\n\n## Sources\n\n1. https://s1.example/a\n2. https://s2.example/b\n"


@pytest.mark.parametrize(
    ("body", "claims"),
    [
        ("It fell [1]. It rose [2].", ["It fell .", "It rose ."]),
        ("It fell. [1] It rose. [2]", ["It fell.", "It rose."]),
        ("It fell.[1] It rose.[2]", ["It fell.", "It rose."]),
        ("[1] shows that it fell.", ["shows that it fell."]),
        ("It rose! [1] And it fell. [2]", ["It rose!", "And it fell."]),
        ("- apples are red [1]\n- pears are green. [2]\n- plums", ["apples are red", "pears are green."]),
        ("- apples are red [1]\r- pears are green [2]", ["apples are red", "pears are green"]),
        ("| it fell | [1] |\n|---|---|\n| it rose | [2] |", ["it fell", "it rose"]),
        ("- It fell [1]\n- It rose [2]", ["It fell", "It rose"]),
        ("It fell.\n\n[1] It rose.", ["It rose."]),
        ("| It fell [1] | It rose |\n|---|---|\n| up [2] | x |", ["It fell", "up"]),
        ("**It fell** in *May* [1].", ["It fell in May ."]),
        ("It fell twice [1] .- Most of it rose [2].", ["It fell twice .-", "Most of it rose ."]),
        ("They say:- Geese fell [1].- Ducks rose [2].", ["Geese fell .-", "Ducks rose ."]),
        ("It fell in June [1] Furthermore, it rose [2].", ["It fell in June", "Furthermore, it rose ."]),
        ("It fell by 3 % [1][2] This is much [2].", ["It fell by 3 %", "It fell by 3 %", "This is much ."]),
        ("It fell.[1] Furthermore, it rose.[2]", ["It fell.", "Furthermore, it rose."]),
        (
            "It fell according to [1] The Hague [2].",
            ["It fell according to The Hague .", "It fell according to The Hague ."],
        ),
        ("However, [1] The Hague fell.", ["However, The Hague fell."]),
        ("It fell, says Lund [1] Rao [2].", ["It fell, says Lund Rao .", "It fell, says Lund Rao ."]),
        ("It lies 1990-1995 and 3.- 5 fell [1].", ["It lies 1990-1995 and 3.- 5 fell ."]),
    ],
)
def test_a_marker_backs_its_own_sentence(body: str, claims: list[str]) -> None:
    case = open_case(body + LIST, (), AuditOptions())
    assert [case.texts.claim(m.sentence) for m in case.draft.markers] == claims


def test_a_claim_reads_as_its_readers_see_it() -> None:
    assert plain("It **fell** [1] by `3` \\[x\\].", [(12, 15)]) == "It fell by 3 [x]."


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("A&amp;B &#65;&#x42; 3&nbsp;m", "A&B AB 3 m"),
        ("&notanentity; &not; &Amp; &amp", "&notanentity; ¬ &Amp; &amp"),
        ("&amp;quot;x&amp;quot;", "&quot;x&quot;"),
    ],
)
def test_only_a_whole_entity_is_read_and_once(written: str, seen: str) -> None:
    assert plain(written) == reader_sees(written) == seen


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("400 m^2^ and 5 m<sup>3</sup>, 9 m$^2$", "400 m² and 5 m³, 9 m²"),
        ("10<SUP>-3</SUP> and 10^−3^ and 3$^{12}$", "10⁻³ and 10⁻³ and 3¹²"),
        ("in 2019², in 2019<sup>2</sup> and 2019^12^.", "in 2019, in 2019 and 2019."),
        ("It fell.² It rose by 4%³, he said”¹", "It fell. It rose by 4%, he said”"),
        ("30² parts, 0.2019², 2019²x, x ^2^ y, a<sup>th</sup>", "30² parts, 0.2019², 2019²x, x ^2^ y, a<sup>th</sup>"),
    ],
)  # fmt: skip
def test_a_raised_number_is_a_power_and_behind_a_year_or_a_sentence_a_note(written: str, seen: str) -> None:
    assert plain(written) == seen


def test_prose_is_the_text_offset_for_offset_without_markers_and_entries() -> None:
    case = open_case("\ufeffÄ [1] b." + LIST, (), AuditOptions())
    assert len(case.draft.prose) == len(case.draft.text)
    assert "[1]" not in case.draft.prose
    assert "s1.example" not in case.draft.prose


def test_bounds_are_membership_by_label_or_by_address() -> None:
    draft = open_case("A [1]." + LIST, (), AuditOptions()).draft
    scope = scope_at(draft, 0)
    assert in_bounds(scope, 1, None)
    assert not in_bounds(scope, 3, None)
    assert in_bounds(scope, None, "http://www.s2.example/b/")
    assert not in_bounds(scope, None, "https://s2.example/c")
    assert scope_at(draft, len(draft.text)) == scope


def test_lines_behind_typed_bullets_are_sentences_of_their_own() -> None:
    text = "So far:\n\u2022 The mill opened in 1871 [1]\n\u2022 A wheel drove it [2]\n\n1. A. https://a.example\n2. B. https://b.example\n"
    draft = open_case(text, (), AuditOptions()).draft
    assert [text[slice(*draft.sentences[m.sentence])] for m in draft.markers] == [
        "\u2022 The mill opened in 1871",
        "\u2022 A wheel drove it",
    ]
