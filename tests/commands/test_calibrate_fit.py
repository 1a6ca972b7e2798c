"""`calibrate --fit`: a table for the configuration, the same for the same pairs, and one line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.policy import policy

LABELLED = Path(__file__).parents[2] / "fixtures" / "calibrate" / "labelled.jsonl"
DRAFT = "The ferry carried 512,000 passengers in 2024 [1].\n\n## References\n\n1. Ferry\n"


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fit") / "own.toml"
    assert main(["calibrate", str(LABELLED), "--fit", "--force", "-q", "--output", str(path)]) == 0
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _pairs() -> list[dict[str, object]]:
    return [json.loads(line) for line in LABELLED.read_text("utf-8").splitlines()]


def _write(path: Path, records: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return str(path)


def test_the_same_pairs_in_any_order_give_the_same_bytes(
    fitted: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turned = _write(folder / "turned.jsonl", _pairs()[::-1])
    assert main(["calibrate", turned, "--fit", "--force"]) == 0
    assert (folder / "calibration.toml").read_bytes() == fitted.read_bytes()
    out, err = capsys.readouterr()
    assert max(map(len, out.splitlines())) <= 80
    assert err == 'calibration.toml written; for wellsourced.toml, under [audit]: calibration = "calibration.toml"\n'


def test_audit_verify_calibrate_and_config_apply_what_the_configuration_names(
    fitted: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "draft.md").write_text(DRAFT, "utf-8")
    source = {"n": 1, "url": "", "title": "Ferry", "text": "The ferry carried 412,000 passengers in 2024."}
    (folder / "sources.jsonl").write_text(json.dumps(source) + "\n", "utf-8")
    pair = {"claim": "The ferry of Skerry was painted blue by nine monks.", "source_text": str(source["text"])}
    pairs = _write(folder / "pairs.jsonl", [{**pair, "supported": True}, {**pair, "supported": False}])
    (folder / "own.toml").write_text(
        "[thresholds]\nstrip = 0.0\nweak_warning = 0.0\nbalanced = 0.0\n"
        '[certainty.N201]\nproven = "possible"\nlikely = "possible"\n',
        "utf-8",
    )

    def said(*arguments: str) -> str:
        capsys.readouterr()
        main(list(arguments))
        return capsys.readouterr().out

    commands = (
        ("audit", "draft.md", "--sources", "sources.jsonl", "--format", "json"),
        ("verify", pairs),
        ("calibrate", pairs, "--format", "json"),
        ("config", "--format", "json"),
    )
    plain = [said(*arguments) for arguments in commands]
    (folder / "wellsourced.toml").write_text('[audit]\ncalibration = "own.toml"\n', "utf-8")
    tuned = [said(*arguments) for arguments in commands]
    before, after = json.loads(plain[0]), json.loads(tuned[0])
    assert before["tool"]["policy"] == policy() != after["tool"]["policy"]
    assert after["tool"]["thresholds"] == {"strip": 0.0, "balanced": 0.0}
    assert "thresholds" not in before["tool"]
    assert [one["severity"] for one in before["files"][0]["findings"] if one["code"] == "N201"] != ["note"]
    assert [one["severity"] for one in after["files"][0]["findings"] if one["code"] == "N201"] == ["note"]
    verdicts = [[json.loads(line)["verdict"] for line in text.splitlines()] for text in (plain[1], tuned[1])]
    assert verdicts[0][0] != "supported" == verdicts[1][0]
    assert json.loads(plain[2])["verdicts"] != json.loads(tuned[2])["verdicts"]
    shown = {one["key"]: (one["value"], one["origin"]) for one in json.loads(tuned[3])["values"]}
    assert shown["calibration.thresholds.balanced"] == (0.0, str(folder / "own.toml"))
    assert shown["calibration.certainty.N201.proven"] == ("possible", str(folder / "own.toml"))
    assert shown["audit.calibration"] == ("own.toml", str(folder / "wellsourced.toml"))
    text = said("config")
    assert "# calibration.thresholds.strip = 0.0  # " in text


def test_a_table_that_was_changed_is_not_answered_from_what_was_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "draft.md").write_text(DRAFT, "utf-8")
    pair = {"claim": "The ferry of Skerry was painted blue.", "source_text": "The ferry of Skerry is old and slow."}
    pairs = _write(folder / "pairs.jsonl", [pair])
    (folder / "wellsourced.toml").write_text('[audit]\ncalibration = "own.toml"\n', "utf-8")
    said = []
    for bar in (0.0, 0.0, 1.0):
        (folder / "own.toml").write_text(f"[thresholds]\nstrip = 0\nweak_warning = 0\nbalanced = {bar}\n", "utf-8")
        capsys.readouterr()
        main(["audit", "draft.md", "--format", "json"])
        main(["verify", pairs])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert ['"balanced": 0.0' in one or '"balanced":0.0' in one for one in said] == [True, True, False]
    assert ['"verdict": "supported"' in one for one in said] == [True, True, False]


def test_a_page_shows_the_users_thresholds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "draft.md").write_text(DRAFT, "utf-8")
    (folder / "own.toml").write_text("[thresholds]\nstrip = 0.11\nbalanced = 0.77\n", "utf-8")
    (folder / "wellsourced.toml").write_text('[audit]\ncalibration = "own.toml"\n', "utf-8")
    main(["audit", "draft.md", "--format", "html", "-q"])
    page = capsys.readouterr().out
    assert "support from 0.77" in page
    assert "below 0.11 it is not" in page
    main(["audit", "draft.md", "--format", "json", "-q", "--output", "audit.json"])
    main(["report", "audit.json"])
    assert "support from 0.77" in capsys.readouterr().out


def test_a_fit_measures_against_the_shipped_thresholds_whatever_is_configured(
    fitted: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "wellsourced.toml").write_text('[audit]\ncalibration = "calibration.toml"\n', "utf-8")
    assert main(["calibrate", str(LABELLED), "--fit", "--force", "-q"]) == 0
    assert (folder / "calibration.toml").read_bytes() == fitted.read_bytes()


def test_without_gain_nothing_is_written_unless_it_is_forced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = [{k: v for k, v in one.items() if k != "findings"} for one in _pairs()[:2]]
    right["source_text"] = wrong["source_text"] = f"{right['source_text']} {right['claim']}"
    wrong["claim"] = "Bakers in Lisbon went on strike over cheap flour."
    clear = []
    for number in range(40):
        clear.append({**right, "id": number, "supported": True})
        clear.append({**wrong, "id": number, "supported": False})
    path = _write(folder / "clear.jsonl", clear)
    assert main(["calibrate", path, "--fit", "--output", "c.toml"]) == 3
    assert capsys.readouterr().err.startswith("nothing is gained on what was left out: no table is written")
    assert not (folder / "c.toml").exists()
    assert main(["calibrate", path, "--fit", "--output", "c.toml", "--force", "-q"]) == 0
    assert (folder / "c.toml").exists()
    assert "no gain, written all the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("findings", "said"),
    [
        ([], '"findings" is not an object: write {"N202": "right"}'),
        ("N202", '"findings" is not an object: '),
        ({"N999": "right"}, "findings.N999: is not a rule: `wellsourced rules` lists them"),
        ({"N202": True}, "findings.N202: is not a string: choose from right, trivial, wrong, unclear"),
        ({"N202": "Right"}, "findings.N202: 'Right' is none of right, trivial, wrong, unclear: correct it"),
    ],
)
def test_j151_findings_that_are_none_are_named(
    findings: object, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _write(folder / "p.jsonl", [{"claim": "a", "source_text": "b", "supported": True, "findings": findings}])
    for extra in ((), ("--fit",)):
        assert main(["calibrate", path, *extra]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert said in err
        assert err.startswith(f"error: {path}:1: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--force",), "error: --force: changes nothing by itself: add --fit"),
        (("--output", "c.toml"), "error: --output: changes nothing by itself: add --fit"),
        (("--allowed", "0.1"), "error: --allowed: changes nothing by itself: add --fit"),
        (("--fit", "--output", "-"), "error: --output -: standard output takes the figures: name a file for the table"),
        (("--fit", "--output", "."), "error: .: is a folder: name a file"),
        (("--fit", "--output", "few.jsonl"), "error: few.jsonl: is read by this fit: write to another file"),
        (("--fit",), "error: few.jsonl: has 20 right and 20 wrong pairs labelled: a fit needs 60, and 10 of each: "),
    ],
)
def test_j150_what_cannot_be_done_is_said_in_a_line_and_nothing_is_written(
    arguments: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = {True: 20, False: 20}
    few = []
    for one in _pairs():
        if some[bool(one["supported"])] > 0:
            some[bool(one["supported"])] -= 1
            few.append(one)
    _write(folder / "few.jsonl", few)
    before = sorted(path.name for path in folder.iterdir())
    assert main(["calibrate", "few.jsonl", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(said)
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize("share", ["0", "1", "-0.1", "nan", "8%", ""])
def test_an_allowed_share_is_above_nothing_and_below_everything(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", str(LABELLED), "--fit", f"--allowed={share}"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"error: --allowed: {share!r} is not a share: write a number above 0 and below 1")


def test_j152_a_table_that_cannot_be_applied_stops_the_audit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "draft.md").write_text(DRAFT, "utf-8")
    (folder / "wellsourced.toml").write_text('[audit]\ncalibration = "gone.toml"\n', "utf-8")
    for arguments in (("audit", "draft.md"), ("verify", str(LABELLED)), ("config",), ("calibrate", str(LABELLED))):
        assert main(list(arguments)) == 2
        assert capsys.readouterr().err == f"error: {folder / 'gone.toml'}: is not a file: name a configuration file\n"
