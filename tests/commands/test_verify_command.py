"""`verify`: lines in, lines out; the same thresholds and rules as the audit of a draft."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.pairs import SourceCache, judge, reader_sees
from audit.runner import audit
from retrieval.pairs_file import read_pair
from wellsourced.cli import main
from wellsourced_core.errors import InputError
from wellsourced_core.model import Claim, Pair, Source

DAM = "The Hallow dam opened in 1998. It cost 4.2 billion dollars, and the turbines reached full power two years later."
LADDER = "The fish ladder beside the dam was praised. “It works well for salmon,” said Mayor Lind at the opening."


def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: dict[str, Any] | str) -> list[dict[str, Any]]:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines), "utf-8")
    assert main(["verify", str(path)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def one(tmp_path: Path, capsys: pytest.CaptureFixture[str], **fields: Any) -> dict[str, Any]:
    [row] = verify(tmp_path, capsys, {"id": 1, "source_text": DAM, **fields})
    return row


def test_a_line_has_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = one(tmp_path, capsys, claim="The dam **cost $4.2 billion** [1].")
    assert list(row) == [
        "id",
        "support",
        "verdict",
        "evidence",
        "statistics",
        "statistics_accepted",
        "quotes",
        "quotes_accepted",
        "relative",
        "findings",
        "severities",
    ]
    assert row["verdict"] == "supported"
    evidence = row["evidence"]
    assert DAM[evidence["start"] : evidence["end"]] == evidence["text"]
    assert "4.2 billion" in evidence["text"]
    [statistic] = row["statistics"]
    assert list(statistic) == ["text", "value", "unit", "kind", "verdict", "score", "why"]
    assert (statistic["value"], statistic["unit"], statistic["verdict"]) == (4.2e9, "USD", "carried")
    assert row["statistics_accepted"] is True
    assert row["quotes"] == []
    assert row["quotes_accepted"] is None
    assert row["relative"] == {"best_other": None, "margin": None}
    assert row["findings"] == []
    assert row["severities"] == {}


@pytest.mark.parametrize("key", [7, "7", 2.50, None, True, "ключ"])
def test_an_id_comes_back_with_its_type(tmp_path: Path, capsys: pytest.CaptureFixture[str], key: object) -> None:
    row = one(tmp_path, capsys, id=key, claim="The dam opened in 1998.")
    assert row["id"] == key
    assert type(row["id"]) is type(key)


def test_lines_come_out_in_the_order_of_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [{"id": i, "claim": f"It opened in {1990 + i}.", "source_text": DAM} for i in (3, 1, 2)]
    assert [row["id"] for row in verify(tmp_path, capsys, *lines)] == [3, 1, 2]


@pytest.mark.parametrize(
    ("markdown", "seen"),
    [
        ("The dam **cost** $4 billion [1].", "The dam cost $4 billion ."),
        ("It opened [1][2], in [3, 4; 5] 1998 [6-9] [ ] []", "It opened , in 1998"),
        ("It opened.[^1] Then【2】 and【3†source】", "It opened. Then and"),
        ("It opened [1](https://a.example/12), ([site](https://b.example/34)) [[5]](#r)", "It opened ,"),
        ("It opened [[1](u), [2](u)] [[1], 2]", "It opened"),
        ("The [dam](https://a.example/12) opened", "The dam opened"),
        ("It opened [@lind1998; @berg] growth² <sup>3</sup>", "It opened growth"),
        ("Power rose.12", "Power rose."),
        ("- It opened <!-- 12 --> [01] [9999999999999999999999]", "It opened"),
        ("2. It opened", "It opened"),
        ("`x[1]` and 3.12 m² in [1996]", "x[1] and 3.12 m² in [1996]"),
        ("[1]", ""),
        ("", ""),
    ],
)
def test_markers_and_emphasis_do_not_count(markdown: str, seen: str) -> None:
    assert reader_sees(markdown) == seen


def test_numbers_of_markers_are_no_statistics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = one(tmp_path, capsys, claim="The dam opened [12], and it cost money [3](https://a.example/77) [ 5 ].")
    assert row["statistics"] == []
    assert row["statistics_accepted"] is None


@pytest.mark.parametrize(
    ("claim", "verdict", "code"),
    [
        ("The Hallow dam cost 4.2 million dollars.", "unit", "N203"),
        ("The Hallow dam opened in 1988.", "absent", "N201"),
    ],
)
def test_a_wrong_number_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], claim: str, verdict: str, code: str
) -> None:
    row = one(tmp_path, capsys, claim=claim)
    assert [statistic["verdict"] for statistic in row["statistics"]] == [verdict]
    assert row["statistics_accepted"] is False
    assert code in row["findings"]


def test_quotes_are_judged_with_the_speaker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = "The fish ladder was praised: “It works well for salmon.” [2]"
    rows = verify(
        tmp_path,
        capsys,
        {"id": 1, "claim": claim, "source_text": LADDER},
        {"id": 2, "claim": claim, "source_text": LADDER, "speaker": "Mayor Lind"},
        {"id": 3, "claim": claim, "source_text": LADDER, "speaker": "Anna Berg"},
        {"id": 4, "claim": claim.replace("well", "badly"), "source_text": LADDER},
    )
    assert [row["quotes"][0]["verdict"] for row in rows] == ["found", "found", "misattributed", "altered"]
    assert [row["quotes_accepted"] for row in rows] == [True, True, False, False]
    assert ["Q303" in row["findings"] for row in rows] == [False, False, True, False]
    assert ["Q302" in row["findings"] for row in rows] == [False, False, False, True]


def test_a_short_claim_leans_on_its_context(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = one(tmp_path, capsys, claim="It was praised.", source_text=LADDER)
    leaning = one(tmp_path, capsys, claim="It was praised.", source_text=DAM, context="The fish ladder for salmon")
    assert alone["support"] > leaning["support"]


@pytest.mark.parametrize("empty", ["", " \n", None])
def test_a_source_without_text_is_uncheckable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], empty: str | None
) -> None:
    row = one(tmp_path, capsys, claim="The dam cost $4.2 billion.", source_text=empty, others=[DAM])
    assert (row["verdict"], row["support"], row["evidence"]) == ("uncheckable", None, None)
    assert row["findings"] == ["C104"]
    assert row["relative"]["margin"] is None
    assert row["statistics_accepted"] is False


def test_a_claim_of_markers_alone_is_uncheckable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert one(tmp_path, capsys, claim="**[1]** [ ]")["verdict"] == "uncheckable"


CLAIM = "The fish ladder beside the dam was praised by Mayor Lind at the opening [1]."


def test_a_better_source_makes_a_citation_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = one(tmp_path, capsys, claim=CLAIM, others=["Bakers bake bread in ovens.", LADDER])
    assert row["relative"]["best_other"] == 1
    assert row["relative"]["margin"] < 0
    assert row["verdict"] == "misattributed"
    assert row["findings"] == ["C102"]


def test_sources_cited_together_are_never_contrasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = ["Bakers bake bread in ovens.", LADDER]
    row = one(tmp_path, capsys, claim=CLAIM, others=others, cocited=[1])
    assert row["relative"]["best_other"] == 0
    assert row["verdict"] == "supported"
    only = one(tmp_path, capsys, claim=CLAIM, others=[LADDER], cocited=[0])
    assert only["relative"] == {"best_other": None, "margin": None}


def test_a_copy_of_the_source_is_never_contrasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = one(tmp_path, capsys, claim=CLAIM, source_text=LADDER, others=[LADDER.replace(" ", "\n"), DAM])
    assert row["relative"]["best_other"] == 1
    assert row["relative"]["margin"] > 0


def test_a_number_that_a_cocited_source_carries_is_carried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = "Mayor Lind praised the fish ladder beside the dam, which opened in 1998 [1][2]."
    assert one(tmp_path, capsys, claim=claim, source_text=LADDER)["statistics_accepted"] is False
    together = one(tmp_path, capsys, claim=claim, source_text=LADDER, others=[DAM], cocited=[0])
    assert together["statistics_accepted"] is True
    assert together["findings"] == []


# ---------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"claim": "x"}', "source_text"),
        ('{"source_text": "x"}', "claim"),
        ('{"claim": 3, "source_text": "x"}', "claim"),
        ('{"claim": "x", "source_text": ["x"]}', "source_text"),
        ('{"claim": "x", "source_text": "x", "context": 1}', "context"),
        ('{"claim": "x", "source_text": "x", "speaker": {}}', "speaker"),
        ('{"claim": "x", "source_text": "x", "others": "x"}', "others"),
        ('{"claim": "x", "source_text": "x", "others": [1]}', "others[0]"),
        ('{"claim": "x", "source_text": "x", "others": ["x"], "cocited": [1]}', "cocited[0]"),
        ('{"claim": "x", "source_text": "x", "others": ["x"], "cocited": [-1]}', "cocited[0]"),
        ('{"claim": "x", "source_text": "x", "others": ["x"], "cocited": [true]}', "cocited[0]"),
        ('{"claim": "x", "source_text": "x", "cocited": 0}', "cocited"),
        ('{"claim": "x", "claim": "y", "source_text": "x"}', "twice"),
        ('{"claim": "x", "source_text": "x", "id": NaN}', "NaN"),
        ('{"claim": "\\ud800", "source_text": "x"}', "surrogate"),
    ],
)
def test_a_bad_line_ends_the_run_by_its_number_and_the_lines_before_are_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str, named: str
) -> None:
    good = json.dumps({"id": 1, "claim": "It opened in 1998.", "source_text": DAM})
    path = tmp_path / "pairs.jsonl"
    path.write_text(f"{good}\n\n{bad}\n{good}\n", "utf-8")
    assert main(["verify", str(path)]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1]
    assert f"{path}:3" in err
    assert named in err
    assert len(err.splitlines()) == 1


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_no_line_in_no_line_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\ufeff", "utf-8")
    assert main(["verify", str(path)]) == 3  # nothing to judge
    assert capsys.readouterr().out == ""


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"id": "a", "claim": "It opened in 1998.", "source_text": DAM})
    monkeypatch.setattr(sys, "stdin", io.StringIO(line + "\n{\n"))
    assert main(["verify", "-"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["id"] == "a"
    assert "<stdin>:2" in err


def test_a_line_comes_out_before_the_next_one_is_written(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wellsourced", "verify", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for key in ("first", "second"):
        process.stdin.write(json.dumps({"id": key, "claim": "It opened in 1998.", "source_text": DAM}) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == key  # while standard input is still open
    process.stdin.close()
    assert process.stdout.read() == ""
    process.stdout.close()
    assert process.wait(timeout=30) == 0


# ---------------------------------------------------------------------------------------------- laws

_TEXT = st.text(
    alphabet=st.sampled_from(list("abcdam salmon 1998 42.[](){}*`_^\n“”\"'%$€-–¹²【】<>!#|\\@:/漢字ж")), max_size=80
)
_PROSE = st.lists(
    st.sampled_from(
        "The Hallow dam opened in 1998 . cost 4.2 billion dollars [1] [2] , fish ladder Mayor Lind said “It works well”"
        " not 12 % rose fell praised **salmon** turbines".split(" ")
    ),
    max_size=25,
).map(" ".join)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    texts = st.one_of(_TEXT, _PROSE, st.sampled_from([DAM, LADDER, "", "的水坝于1998年开放。"]))
    others = tuple(draw(st.lists(texts, max_size=4)))
    together = tuple(dict.fromkeys(draw(st.lists(st.integers(0, len(others) - 1), max_size=2)) if others else ()))
    claim = Claim(draw(st.one_of(_TEXT, _PROSE)), draw(_PROSE), draw(st.sampled_from([None, "Lind", "Anna Berg"])))
    source = Source("", draw(st.sampled_from(["", "https://dam.example/cost-1998"])), draw(_PROSE), draw(texts))
    return Pair(claim, source, others, together)


@settings(max_examples=150)
@given(pairs())
def test_a_judgement_keeps_its_ranges_and_is_always_the_same(pair: Pair) -> None:
    found = judge(pair)
    assert found == judge(pair, SourceCache())
    assert found.verdict in ("supported", "weak", "misattributed", "uncheckable")
    assert (found.support is None) == (not pair.source.text.strip())
    assert found.support is None or 0.0 <= found.support <= 1.0
    if found.evidence is not None:
        assert pair.source.text[found.evidence.start : found.evidence.end] == found.evidence.text
    if found.best_other is not None:
        assert found.best_other not in pair.cocited
        assert found.margin is not None
        assert -1.0 <= found.margin <= 1.0
    assert found.statistics_accepted is None or found.statistics
    assert (found.quotes_accepted is None) == (not found.quotes)
    assert list(found.findings) == sorted(set(found.findings))


@settings(max_examples=60)
@given(st.lists(pairs(), max_size=6))
def test_what_is_kept_of_other_pairs_changes_nothing(some: list[Pair]) -> None:
    tiny, roomy = SourceCache(room=200), SourceCache()
    for pair in some:
        assert judge(pair, roomy) == judge(pair, tiny) == judge(pair)


def test_a_shelf_keeps_what_comes_again_and_no_more_than_its_room() -> None:
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text

    shelf = SourceCache(room=10)
    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"):
        assert shelf.take(make, text) == text
    assert made == ["aaaa", "bbbb", "cccc", "bbbb"]


_SENTENCES = st.sampled_from(
    [
        "The Hallow dam opened in 1998 and cost 4.2 billion dollars.",
        "The Hallow dam opened in 1988 and cost 4.2 million dollars.",
        "The fish ladder beside the dam was praised by Mayor Lind at the opening.",
        "The fish ladder beside the dam was not praised by Mayor Berg at the opening.",
        "Mayor Lind said of the fish ladder: “It works badly for salmon.”",
        "The turbines of the dam reached full power two years later.",
        "The turbines stood still when bakers went on strike in Lisbon.",
        "Engineers measured the river every morning for a decade.",
    ]
)


@settings(max_examples=60)
@given(_SENTENCES, st.permutations([DAM, LADDER, "The river Hallow is 120 km long and rises in the hills of Berg."]))
def test_a_pair_is_judged_as_the_same_citation_in_a_draft(sentence: str, texts: list[str]) -> None:
    marked = f"{sentence[:-1]} [1]." if sentence.endswith(".") else f"{sentence} [1]"
    sources = [Source(str(n), f"https://{n}.example/", "", text, n=n) for n, text in enumerate(texts, 1)]
    entries = "".join(f"{n}. https://{n}.example/\n" for n in (1, 2, 3))
    # A sentence about all sources right before keeps the window around the marker from deciding.
    draft = f"Of the dam, the ladder and the river:\n\n{marked}\n\n## References\n\n{entries}"
    report = audit(draft, sources)
    pair = Pair(Claim(marked), sources[0], tuple(texts[1:]))
    found = judge(pair)
    [ref] = report.markers[0].refs
    assert (found.verdict, found.support) == (ref.verdict, ref.support)
    about = ("C102", "C103", "C104", "C107", "N201", "N202", "N203", "N204", "Q301", "Q302", "Q303", "Q304")
    about += ("M601", "M602", "M603", "M604")
    assert set(found.findings) == {f.code for f in report.findings if f.code in about}


@settings(max_examples=80)
@given(
    st.dictionaries(
        st.sampled_from(["id", "claim", "source_text", "others", "cocited", "speaker"]),
        st.one_of(
            st.none(),
            st.integers(),
            st.text(max_size=5),
            st.lists(st.one_of(st.integers(), st.text(max_size=3)), max_size=3),
        ),
    )
)
def test_a_record_is_read_or_refused(record: dict[str, Any]) -> None:
    try:
        key, pair = read_pair(record, "pairs.jsonl:1")
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
        assert key == record.get("id")
        judge(pair)
    wanted = isinstance(record.get("claim"), str) and "source_text" in record
    assert refused.startswith("pairs.jsonl:1") or (refused == "" and wanted)
