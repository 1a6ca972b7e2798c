"""`review`: the page, the terminal, what the page saved, the summary, and what is written on request."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.formats.records.review import render, summary_text
from wellsourced_core.model import Review

DRAFT = (
    "# Ferries\n\nThe ferry carried 512,000 passengers in 2024 [1].\n\nThe second ferry is older [4].\n\n"
    "## References\n\n1. Ferry. https://ferry.example/\n"
)
SOURCE = {"n": 1, "url": "https://ferry.example/", "title": "Ferry", "text": "It carried 412,000 passengers in 2024."}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("draft.md").write_text(DRAFT, "utf-8")
    Path("draft.sources.jsonl").write_text(json.dumps(SOURCE) + "\n", "utf-8")
    return tmp_path


def talk(monkeypatch: pytest.MonkeyPatch, *answers: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    return main(["review", "draft.md", "--terminal"])


def said() -> list[tuple[str, str, str]]:
    rows = [json.loads(line) for line in Path("review.jsonl").read_text("utf-8").splitlines()]
    return sorted((row["code"], row["judgement"], row["reason"]) for row in rows)


def audited(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, str]]:
    capsys.readouterr()
    main(["audit", "draft.md", "--format", "json", *more])
    [file] = json.loads(capsys.readouterr().out)["files"]
    return list(file["findings"])


def test_the_terminal_asks_keeps_each_answer_and_takes_it_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [one["code"] for one in audited(capsys)]
    assert sorted(codes) == ["C101", "N201"]
    assert talk(monkeypatch, "?", "d", "we count both directions", "f", "q") == 0
    assert {(word, why) for _, word, why in said()} == {("disagree", "we count both directions"), ("fixed", "")}
    assert talk(monkeypatch, "j", "a", "u", "k", "d no", "u", "q") == 0
    assert {(word, why) for _, word, why in said()} == {("disagree", "we count both directions"), ("fixed", "")}
    err = capsys.readouterr().err
    assert "a: agree; d: disagree" in err
    assert "you said: disagree (we count both directions)" in err
    assert "review.jsonl: 2 of 2 findings judged" in err


def test_the_end_of_the_input_is_a_quit(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert talk(monkeypatch) == 0
    assert not Path("review.jsonl").exists()
    assert "0 of 2 findings judged" in capsys.readouterr().err


def test_the_page_is_written_beside_the_draft_and_knows_what_was_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(monkeypatch, "a", "d no", "q")
    capsys.readouterr()
    assert main(["review", "draft.md"]) == 0
    assert capsys.readouterr().out == "draft.review.html\n"
    page = Path("draft.review.html").read_text("utf-8")
    assert page.count("data-j=") == 2
    assert 'data-j="disagree" data-why="no"' in page
    assert "you disagreed with 1 of 1" in page


def test_what_the_page_saved_is_taken_in_and_what_was_taken_back_goes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(monkeypatch, "a", "q")
    [first] = [json.loads(line) for line in Path("review.jsonl").read_text("utf-8").splitlines()]
    other = {"id": "0123456789ab", "code": "N202", "certainty": "likely", "judgement": "disagree", "reason": "a\n b"}
    Path("saved.jsonl").write_text(f"{json.dumps({**first, 'judgement': 'none'})}\n{json.dumps(other)}\n", "utf-8")
    assert main(["review", "draft.md", "--add", "saved.jsonl"]) == 0
    assert said() == [("N202", "disagree", "a b")]
    assert "1 judgements, 2 of them new or changed" in capsys.readouterr().err
    before = Path("review.jsonl").read_bytes()
    assert main(["review", "draft.md", "--add", "review.jsonl"]) == 0
    assert Path("review.jsonl").read_bytes() == before


def test_judgements_are_sorted_lines_whatever_their_order() -> None:
    some = [Review(f"{n:012x}", "N201", "proven", "agree", "é") for n in (3, 1, 2)]
    assert render(some) == render(some[::-1])
    assert [line[8:20] for line in render(some).splitlines() if line] == [f"{n:012x}" for n in (1, 2, 3)]
    assert render([Review("0" * 12, "N201", "proven", "none")]) == ""


def test_the_summary_tells_agreement_by_rule_with_its_interval() -> None:
    some = [Review(f"{n:012x}", "N202", "likely", "disagree" if n < 9 else "agree") for n in range(11)]
    some.append(Review("f" * 12, "C101", "proven", "fixed"))
    assert summary_text(some) == (
        "rule                                  judged                          agreed\n"
        "C101 citation-out-of-bounds                1       1  100.0 % [ 20.7, 100.0]\n"
        "N202 number-of-another-fact               11       2   18.2 % [  5.1,  47.7]\n"
        "all                                       12       3   25.0 % [  8.9,  53.2]\n"
    )


def test_the_next_report_says_what_was_disagreed_with_even_if_it_was_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["audit", "draft.md"])
    assert "you disagreed" not in capsys.readouterr().out
    talk(monkeypatch, "d", "no", "a", "q")
    [(code, _, _)] = [row for row in said() if row[1] == "disagree"]
    capsys.readouterr()
    main(["audit", "draft.md"])
    assert f"draft.md: you disagreed with 1 of 1 {code} here" in capsys.readouterr().out
    Path("review.jsonl").unlink()
    main(["audit", "draft.md"])
    assert "you disagreed" not in capsys.readouterr().out


def test_judgements_change_no_verdict(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = audited(capsys)
    talk(monkeypatch, "d no", "d no")
    assert audited(capsys) == before


def test_what_was_disagreed_with_is_allowed_in_the_draft_on_request(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(monkeypatch, "d we count both", "a")
    [(code, _, _)] = [row for row in said() if row[1] == "disagree"]
    assert main(["review", "draft.md", "--allow"]) == 0
    assert f"<!-- wellsourced: allow {code} we count both -->\n" in Path("draft.md").read_text("utf-8")
    assert [one["code"] for one in audited(capsys)] == [one for one in ("N201", "C101") if one != code]
    assert main(["review", "draft.md", "--allow"]) == 3


def test_what_was_disagreed_with_is_accepted_in_a_baseline_on_request(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(monkeypatch, "d no", "a")
    assert main(["review", "draft.md", "--write-baseline", "b.json"]) == 0
    [entry] = json.loads(Path("b.json").read_text("utf-8"))["findings"]
    assert [one["id"] for one in audited(capsys, "--baseline", "b.json")] != []
    assert entry["id"] not in {one["id"] for one in audited(capsys, "--baseline", "b.json")}
    assert len(audited(capsys, "--baseline", "b.json")) == 1


def test_nothing_to_judge_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--summary"]) == 3
    assert "no judgement yet" in capsys.readouterr().err
    right = DRAFT.replace("512", "412").replace("The second ferry is older [4].\n\n", "")
    Path("draft.md").write_text(right, "utf-8")
    assert main(["review", "draft.md", "--terminal"]) == 3
    assert "no findings to judge" in capsys.readouterr().err
    assert main(["review", "draft.md"]) == 3
    out, err = capsys.readouterr()
    assert (out, err) == ("", "draft.md: no findings to judge, so no page is made\n")
    assert not Path("draft.review.html").exists()


LINE = {"id": "0123456789ab", "code": "N202", "certainty": "likely", "judgement": "agree", "reason": ""}


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("{", "review.jsonl:1: is not JSON"),
        ("<<<<<<< HEAD\n", "review.jsonl:1: is not JSON"),
        (json.dumps({**LINE, "id": "../x"}), "review.jsonl:1: id: '../x' is not a fingerprint"),
        (json.dumps({**LINE, "code": "X999"}), "review.jsonl:1: X999: is not a rule"),
        (json.dumps({**LINE, "judgement": "maybe"}), "review.jsonl:1: judgement: 'maybe' is none of agree"),
        (json.dumps({**LINE, "certainty": "sure"}), "review.jsonl:1: certainty: 'sure' is none of proven"),
        (json.dumps({**LINE, "more": 1}), "review.jsonl:1: more: is no field"),
        (json.dumps({**LINE, "reason": 1}), 'review.jsonl:1: "reason" is a number'),
        (
            f"{json.dumps(LINE)}\n{json.dumps({**LINE, 'judgement': 'fixed'})}",
            "0123456789ab: is judged twice, and differently",
        ),
    ],
)
def test_j270_judgements_that_are_none_are_named(
    lines: str, named: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("review.jsonl").write_text(lines, "utf-8")
    for command in (["audit", "draft.md"], ["review", "draft.md"], ["review", "--summary"]):
        assert main(command) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"error: {named}")
        assert err.count("\n") == 1
    assert not Path("draft.review.html").exists()


def test_j271_a_page_never_takes_the_place_of_something_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("draft.md", "draft.sources.jsonl", "review.jsonl"):
        Path("review.jsonl").write_text(json.dumps(LINE) + "\n", "utf-8")
        before = Path(name).read_bytes()
        assert main(["review", "draft.md", "--output", name]) == 2
        assert "already exists and is not a page" in capsys.readouterr().err
        assert Path(name).read_bytes() == before
    assert main(["review", "draft.md", "--write-baseline", "draft.md"]) == 2
    assert Path("draft.md").read_text("utf-8") == DRAFT


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "FILE is missing"),
        (["-"], "judgements are kept beside a draft"),
        (["gone.md"], "gone.md: there is no such file"),
        (["gone.md", "--add", "draft.sources.jsonl"], "gone.md: there is no such file"),
        (["draft.md", "--add", "gone.jsonl"], "gone.jsonl: there is no such file"),
        (["draft.md", "--terminal", "--output", "x.html"], "--output: names the page, and none is made"),
        (["draft.md", "--terminal", "--summary"], "not allowed with argument --terminal"),
        (["draft.md", "--add", "draft.sources.jsonl"], "draft.sources.jsonl:1: n: is no field of a judgement"),
    ],
)
def test_j272_a_review_of_nothing_is_refused_in_one_line(
    arguments: list[str], named: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *arguments]) == 2
    err = capsys.readouterr().err
    assert named in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == ["draft.md", "draft.sources.jsonl"]


@pytest.mark.parametrize("form", ["docx", "html", "ipynb", "qmd", "tex"])
def test_j273_comments_go_into_no_draft_of_another_format(
    form: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = Path(__file__).parents[2] / "fixtures/drafts-as-files"
    before = (stored / f"article.{form}").read_bytes()
    Path(f"article.{form}").write_bytes(before)
    Path("article.sources.jsonl").write_bytes((stored / "article.sources.jsonl").read_bytes())
    assert main(["audit", f"article.{form}", "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)["files"][0]["findings"]
    wrong = [LINE | {"id": one["id"], "code": one["code"], "judgement": "disagree"} for one in findings]
    Path("review.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in wrong), "utf-8")
    assert main(["review", f"article.{form}"]) == 0
    assert Path("article.review.html").read_text("utf-8").count("data-j=") == len(wrong)
    assert main(["review", f"article.{form}", "--allow"]) == 2
    assert f"article.{form}: is no Markdown" in capsys.readouterr().err
    assert Path(f"article.{form}").read_bytes() == before
    assert main(["review", f"article.{form}", "--write-baseline", "accepted.json"]) == 0
    assert main(["audit", f"article.{form}", "--baseline", "accepted.json"]) == 0


def test_j274_judgements_and_pairs_are_not_fitted_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = {"claim": "A ferry.", "source_text": "A ferry.", "supported": True}
    Path("mixed.jsonl").write_text(f"{json.dumps(LINE)}\n{json.dumps(pair)}\n", "utf-8")
    assert main(["calibrate", "mixed.jsonl", "--fit"]) == 2
    assert "mixed.jsonl:2: judgements and pairs are mixed" in capsys.readouterr().err
    Path("review.jsonl").write_text(f"{json.dumps(LINE)}\n", "utf-8")
    assert main(["calibrate", "review.jsonl"]) == 2
    assert "holds judgements, not pairs" in capsys.readouterr().err
    assert main(["calibrate", "review.jsonl", "--fit"]) == 3
    assert not Path("calibration.toml").exists()
