"""The markers of models, reference managers and typesetting systems: read, told, or rightly left alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from audit.case import Case
from audit.parsing.dialects import find_tagged, find_tool_marks
from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Label, Source

LIST = "\n\n## Sources\n\n1. Barns. https://a.example/\n2. Mills. https://b.example/\n3. Weirs. https://c.example/\n"
CODED = "\n\n## Sources\n\n[S1] Barns. https://a.example/\n[S2] Mills. https://b.example/\n"
NUMBERED = tuple(Source(str(n), f"https://{c}.example/", c, "The barn is red.", n=n) for n, c in enumerate("abc", 1))
KEYED = (Source("okafor2020", "", "Mills", "The mill turns."), Source("lund", "", "Weirs", "The weir holds."))


def opened(text: str, sources: tuple[Source, ...] = ()) -> Case:
    return open_case(text, sources, AuditOptions())


def read(text: str, sources: tuple[Source, ...] = ()) -> list[tuple[str, list[object]]]:
    return [(m.raw, [ref.label for ref in m.refs]) for m in opened(text, sources).draft.markers]


def told(text: str, sources: tuple[Source, ...] = ()) -> list[str]:
    return [marker.raw for marker in opened(text, sources).draft.unread]


def codes(text: str, sources: tuple[Source, ...] = ()) -> set[str]:
    return {finding.code for finding in audit(text, sources).findings} - {"C104", "R403"}


# -------------------------------------------------------------------------------------------- read and judged

JUDGED = [
    ("Red [cite: 1]. Blue [cite: 2, 9].", "Red [cite: 1]. Blue [cite: 2]."),
    ("Red [cite:1]. Blue [cite: 9, cite: 2].", "Red [cite:1]. Blue [cite: 2]."),
    ("Red[citation:1]. Blue[citation:9].", "Red[citation:1]. Blue."),
    ("Red [Source: 1-2]. Blue [Source: 9].", "Red [Source: 1-2]. Blue."),
    ("Red [ref1]. Blue [Ref. 9, p. 4].", "Red [ref1]. Blue."),
    ("Red [Quelle 1]. Blue [来源：9].", "Red [Quelle 1]. Blue."),
    ("Red [S1]. Blue [S2, S9].", "Red [S1]. Blue [S2]."),
    ("Red [#1]. Blue [#2, #9].", "Red [#1]. Blue [#2]."),
    ("Red[^1^]. Blue[^2,9^].", "Red[^1^]. Blue[^2^]."),
    ("Red roof^1^. Blue door^9^.", "Red roof^1^. Blue door."),
    ("Red roof$^{1}$. Blue door$^{2,9}$.", "Red roof$^{1}$. Blue door$^{2}$."),
    ("Red roof$^1$. Blue door$^{[9]}$.", "Red roof$^1$. Blue door."),
    ("Red [\u200b1]. Blue [2\u2060, 9\u200b].", "Red [\u200b1]. Blue [2\u200b]."),
]


WORDED = [
    ("Red [doc 1]. Blue [doc 2, doc 9].", "Red [doc 1]. Blue [doc 2]."),
    ("Red [Document 1]. Blue [Document 9].", "Red [Document 1]. Blue."),
    ("Red [web:1]. Blue [file:9].", "Red [web:1]. Blue."),
    ("Red[web_search_1]. Blue[search_result_9].", "Red[web_search_1]. Blue."),
]


@pytest.mark.parametrize(("body", "fixed"), WORDED)
@pytest.mark.parametrize("listed", [True, False], ids=["list", "sources"])
def test_words_of_running_text_that_alone_join_are_judged_and_no_safe_fix_takes_them_out(
    body: str, fixed: str, listed: bool
) -> None:
    before = body.split(". ", maxsplit=1)[0] + ". "
    text, sources = (before + body + LIST, ()) if listed else (before + body, NUMBERED)
    assert told(text, sources) == []
    found = [f for f in audit(text, sources).findings if f.code == "C101"]
    assert [f.fix.safety for f in found if f.fix] == ["unsafe"]
    assert repair(text, lambda draft: audit(draft, sources)).text.startswith(before + body)
    assert repair(text, lambda draft: audit(draft, sources), unsafe=True).text.startswith(before + fixed)


def test_no_safe_fix_merges_duplicates_that_words_of_running_text_cite() -> None:
    entries = "\n\n## Sources\n\n1. Barns. https://a.example/\n2. Barns. https://a.example/\n"
    for word, merged in (("doc", False), ("cite:", True)):
        text = f"Red [{word} 1]. Blue [{word} 2]." + entries
        assert "R402" in codes(text)
        assert (repair(text, audit).text != text) is merged


@pytest.mark.parametrize(("body", "fixed"), JUDGED)
@pytest.mark.parametrize("listed", [True, False], ids=["list", "sources"])
def test_a_shape_that_joins_is_judged_and_repaired(body: str, fixed: str, listed: bool) -> None:
    before = body.split(". ", maxsplit=1)[0] + ". "
    text, sources = (before + body + LIST, ()) if listed else (before + body, NUMBERED)
    assert told(text, sources) == []
    assert "C101" in codes(text, sources)
    once = repair(text, lambda draft: audit(draft, sources)).text
    assert once.startswith(before + fixed)
    assert "C101" not in codes(once, sources)
    assert repair(once, lambda draft: audit(draft, sources)).text == once


def test_codes_are_those_of_the_list() -> None:
    text = "Red [S1]. Blue [S2, S9]. Green [A4]." + CODED
    assert read(text) == [("[S1]", ["S1"]), ("[S2, S9]", ["S2", "S9"])]
    assert [f.message for f in audit(text).findings if f.code == "C101"] == ["the list of references has no entry S9"]
    assert repair(text, audit).text.startswith("Red [S1]. Blue [S2]. Green [A4].")


def test_footnotes_in_carets_are_entries() -> None:
    entries = "\n\n[^1^]: Barns. https://a.example/\n[^2^]: Mills. https://b.example/\n"
    assert read("Red[^1^]. Blue[^2^]." + entries) == [("[^1^]", [1]), ("[^2^]", [2])]


def test_the_mark_that_opens_a_cited_stretch_is_no_word_and_withholds_the_fixes() -> None:
    text = "[cite_start]Red [cite: 1]. [cite_start]Blue [cite: 9]." + LIST
    case = opened(text)
    assert [case.texts.claim(marker.sentence) for marker in case.draft.markers] == ["Red .", "Blue ."]
    assert "C101" in codes(text)
    assert repair(text, audit, unsafe=True).text == text


# -------------------------------------------------------------------------------------------- told

TOLD = [
    "【4:0†alpha.pdf】",
    "【4:13†source†L1-L5】",
    "[4:0†source]",
    "【oaicite:0】",
    ":contentReference[oaicite:1]{index=1}",
    "\ue200cite\ue202turn0search1\ue202turn0news2\ue201",
    "citeturn0search1turn0search3",
    "fileciteturn7file4",
    '<cite index="0-1">',
    "<co: 0,1>",
]


@pytest.mark.parametrize("mark", TOLD)
def test_the_marks_of_a_models_tools_are_told_and_never_judged(mark: str) -> None:
    for text, sources in ((f"Red {mark}.{LIST}", ()), (f"Red {mark}.", NUMBERED), (f"Red {mark}.", ())):
        assert told(text, sources) == [mark]
        assert {"C106", "D903"} <= codes(text, sources)
    beside = f"Red [1]. Blue {mark}. Green [9].{LIST}"
    assert told(beside) == [mark]
    assert {"C101", "C106"} <= codes(beside)
    assert all(finding.fix is None for finding in audit(beside).findings)


@pytest.mark.parametrize(
    "body",
    [
        "Red [cite: 7].",
        "Red [doc 7].",
        "Red [#7].",
        "Red[^7^].",
        "Red roof^7^.",
        "Red roof$^{7}$.",
        "Red [1:12].",
        "Red [S7].",
        "Red \\[1\\].",
        "Red \\cite{lost}.",
        "Red [Okafor & Lund, 2020].",
        "Red roof.⁹",
    ],
)
@pytest.mark.parametrize("listed", [True, False], ids=["list", "sources"])
def test_a_draft_with_markers_that_join_nothing_was_not_read(body: str, listed: bool) -> None:
    text, sources = (body + LIST, ()) if listed else (body, NUMBERED)
    assert {"C106", "D903"} <= codes(text, sources)
    assert repair(text, lambda draft: audit(draft, sources), unsafe=True).text == text


@pytest.mark.parametrize(("body", "raw"), [("[#2]", ["[#2]"]), ("[#345]", []), ("[S1]", ["[S1]"]), ("[1:12]", [])])
def test_a_faint_shape_beside_one_that_is_read(body: str, raw: list[str]) -> None:
    assert read(f"Red [1]. Blue {body}.{LIST}") == [("[1]", [1])]
    assert told(f"Red [1]. Blue {body}.{LIST}") == raw


@pytest.mark.parametrize(
    ("body", "raw"),
    [
        ("It grew in 1931 [1] [page: 2]. It fell [2] [page: 40]. See [post:3] and [news_3].", []),
        ("[Document 5] was filed [1]. [Document 2] too [2].", ["[Document 5]", "[Document 2]"]),
        ("[Result 1] dams hold [1]. [Result 4] Fish", ["[Result 1]", "[Result 4]"]),
        ("[Result 1] dams hold [cite: 1]. [Result 4] Fish", ["[Result 1]", "[Result 4]"]),
        ("[Result 1] dams hold.² [web:9] Fish", ["[Result 1]", "[web:9]"]),
    ],
)
def test_words_of_running_text_beside_another_shape_are_told_and_stay(body: str, raw: list[str]) -> None:
    assert told(body + LIST) == raw
    assert ("C106" in codes(body + LIST)) is bool(raw)
    assert "C101" not in codes(body + LIST)
    assert repair(body + LIST, audit).text.startswith(body)
    assert not raw or repair(body + LIST, audit, unsafe=True).text == body + LIST


@pytest.mark.parametrize("power", ["reached 0.9^2^", "CO^2^", "CO$^2$", "0.9$^{2}$", "0.2019^2^"])
@pytest.mark.parametrize("own", ["door^1^", "door [1]"])
def test_what_may_be_an_exponent_is_told_and_keeps_the_entry_that_only_it_may_cite(power: str, own: str) -> None:
    text = f"Red {own}, roof [3]. Blue {power}." + LIST
    assert [raw.strip("$^{}") for raw in told(text)] == ["2"]
    assert "R401" in codes(text)
    assert repair(text, audit, unsafe=True).text == text
    cited = text.replace("roof [3]", "roof [2][3]")
    assert told(cited) == []
    assert not any(label == [2] for raw, label in read(cited) if "^" in raw)


@pytest.mark.parametrize("power", ["0.9^9^", "m^9^", "10$^{9}$"])
def test_an_exponent_that_no_entry_has_is_no_matter(power: str) -> None:
    text = f"Red door^1^. Blue {power}." + LIST
    assert told(text) == []
    assert [raw for raw, _ in read(text)] == ["^1^"]


@pytest.mark.parametrize("area", ["400 m^2^", "2 km$^2$", "9 µg/m^3^", "30 ft$^{3}$"])
def test_an_area_and_a_volume_may_cite_nothing(area: str) -> None:
    text = f"Red door [1], roof [9]. Blue {area}." + LIST
    assert told(text) == []
    assert repair(text, audit).text.startswith(f"Red door [1], roof. Blue {area}.")


@pytest.mark.parametrize(
    ("one", "two"), [("^1^", "^2^"), ("$^{1}$", "$^2$"), ("¹", "²"), ("<sup>1</sup>", "<sup>2</sup>")]
)
def test_a_raised_number_behind_a_year_cites_where_the_draft_cites_so(one: str, two: str) -> None:
    assert read(f"Red door{one}. It grew in 2019{two}.{LIST}") == [(one, [1]), (two, [2])]
    beside = f"Red door [1]. It grew in 2019{two}.{LIST}"
    assert read(beside) == [("[1]", [1])]
    assert told(beside) == ([two] if "^" in two else [])


@pytest.mark.parametrize("marks", [("¹", "⁹"), ("<sup>1</sup>", "<sup>9</sup>")])
def test_an_invented_note_behind_a_year_is_out_of_bounds(marks: tuple[str, str]) -> None:
    one, nine = marks
    text = f"Red door{one}. It grew in 2019{nine} by 30{nine} parts." + LIST
    assert repair(text, audit).text.startswith(f"Red door{one}. It grew in 2019 by 30{nine} parts.")


# -------------------------------------------------------------------------------------------- left alone


@pytest.mark.parametrize(
    "body",
    [
        "[Note 1] [Figure 2] [RFC 2119] [Table 3] [Chapter 4] [Section 2] [Step 2] [Appendix 1] [Day 1] [Part 3]",
        "[v1.2] [sic] [x1] [x] [WIP] [ISO 9001] [H1N1] [Q1] [A4] [B12] [e4] [Nf3] [1a] [2024-01-02]",
        "[00:14] [1:12] [John 3:16] [0:45-1:10]",
        "10^1^ m^1^ ^137^Cs and x^4^, 10$^{6}$, R$^1$, $^{14}$C, $x^2$ and 2 ^1^",
        "`[cite: 1]` <!-- [doc 2] --> `\\cite{key}` $[#1]$ and a return to turn 2",
        "[S1](https://a.example/s) [Source 9]: and [guide][ref1]\n\n[ref1]: https://a.example/guide",
        "It fixes [#12], by @jo and jo@a.example, @types/node and @user12",
        "[Document 2019] and [Table 2019] [May 2020](https://a.example/may)",
        "\\nocite{lund} \\citestyle{plain} [@fig-1] @tbl-2",
    ],
)
def test_what_only_looks_like_a_marker_is_left_alone(body: str) -> None:
    text = f"Red [1]. Blue: {body}.{LIST}"
    assert read(text) == [("[1]", [1])]
    assert told(text) == []


@pytest.mark.parametrize(
    "body", ["It fixes [#12] and [#13].", "See [S1], [Document 2], [file:3], [1:12], x^1^ and y$^1$."]
)
def test_without_anything_to_cite_only_what_is_sure_cites(body: str) -> None:
    assert codes(body) == {"D901"}


# -------------------------------------------------------------------------------------------- keys


def test_keys_in_the_sentence_are_judged_where_keys_are_cited() -> None:
    text = "It turns [@lund]. As @okafor2020 [p. 4] and @ghost2020 show. Mail jo@lund.example, see @types/node."
    assert told(text, KEYED) == ["@types/node"]
    assert read(text, KEYED) == [
        ("[@lund]", ["lund"]),
        ("@okafor2020 [p. 4]", ["okafor2020"]),
        ("@ghost2020", ["ghost2020"]),
    ]


def test_a_key_in_the_sentence_is_never_taken_out() -> None:
    text = "It turns [@okafor2020]. It holds [@lund], runs [@lund]. As @ghost2020 [p. 4] shows, it does [@ghost2021]."
    found = audit(text, KEYED).findings
    assert [(f.message.split(";")[0].rsplit(" ", 1)[1], f.fix is None) for f in found if f.code == "C101"] == [
        ("ghost2020", True),
        ("ghost2021", False),
    ]
    assert repair(text, lambda draft: audit(draft, KEYED), unsafe=True).text == text.replace(" [@ghost2021]", "")


def test_a_handle_beside_keys_is_told_and_elsewhere_nothing() -> None:
    assert told("It turns [@lund], says @jo.", KEYED) == ["@jo"]
    assert told("It turns [1], says @jo12." + LIST) == []
    assert codes("As @jo12 and @types/node2 say, mail a@b.example.", KEYED) == {"D901"}
    assert codes("As @ghost2020 says.", KEYED) == {"C106", "D903"}


@pytest.mark.parametrize(
    ("body", "fixed"),
    [
        ("It turns~\\cite{lund,ghost}.", "It turns~\\cite{lund}."),
        ("It turns \\citep[p. 4]{ghost}.", "It turns."),
        ("It turns~\\parencite{ghost}.", "It turns."),
        ("As \\citet{ghost} says, it turns.", "As \\citet{ghost} says, it turns."),
    ],
)
def test_commands_cite_by_key(body: str, fixed: str) -> None:
    held = "It holds \\autocite{lund}. It runs \\cite[12]{okafor2020}. "
    told = [
        f.message.partition("; the marker is a word") for f in audit(held + body, KEYED).findings if f.code == "C101"
    ]
    assert [(before, bool(word)) for before, word, _ in told] == [("the sources have no entry ghost", body == fixed)]
    bare = tuple(Source(source.id, "", source.title, "") for source in KEYED)
    assert repair(held + body, lambda draft: audit(draft, bare)).text == held + fixed


# -------------------------------------------------------------------------------------------- time


class Read(frozenset[Label]):
    """Labels that count how often they are gone through."""

    times = 0

    def __iter__(self) -> Iterator[Label]:
        self.times += 1
        return super().__iter__()


class Unsliced(list[tuple[int, int]]):
    """Spans that are looked up one by one, never copied."""

    def __getitem__(self, at: object) -> tuple[int, int]:  # type: ignore[override]
        assert isinstance(at, int)
        return super().__getitem__(at)


def test_no_marker_goes_through_all_labels_or_all_that_is_hidden() -> None:
    times = []
    for n in (10, 100):
        known, text = Read([f"S{k}" for k in range(n)]), "Red [S3] or [B4], roof^1^ and 0.9^2^. " * n
        assert len(list(find_tagged(text, text, known))) == 2 * n
        times.append(known.times)
    assert times[0] == times[1]
    text = "`<cite index=1>` <cite index=2> " * 20
    hidden = Unsliced((at, at + 16) for at in range(0, len(text), 32))
    assert [mark.start % 32 for mark in find_tool_marks(text, text, hidden)] == [17] * 20
