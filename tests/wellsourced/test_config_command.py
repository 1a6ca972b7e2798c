"""`config` shows every value and where it came from; its text is a configuration itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced.cli import main
from wellsourced.commands.config import settings, toml
from wellsourced.config import Config, llm_options, load, quality_options

OWN = """\
[audit]
strict = true
ignore = ["C103"]

[[audit.path]]
pattern = "drafts/**"
ignore = ["C105"]

[run]
backends = ["corpus", "searxng"]

[quality]
retry_composite = 0.4

[quality.weights]
relevance = 0.5
authority = 0.5

[quality.authority]
"example.org" = 0.9

[gate.quick]
sources = 4

[profile.strict]
support = 0.8

[llm]
retries = 1

[[llm.price]]
model = "own"
input = 1.0
output = 2
cache_read = 0.1
cache_write = 1.5

[backends.corpus]
path = "c.sqlite"

[backends.pgvector]
url = "postgresql://me:hunter2@db.example/x"
api_key = "hunter2"
port = 5432
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "wellsourced.toml"
    path.write_text(OWN, "utf-8")
    return path


def lines(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    return dict(line.split(" = ", 1) for line in capsys.readouterr().out.splitlines())


def test_without_a_file_every_value_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["config"]) == 0
    shown = lines(capsys)
    assert shown["run.results"] == "20  # default"
    assert shown["audit.fail_on"] == '"error"  # default'
    assert shown["gate.standard.full"] == "4  # default"
    assert all(value.endswith("  # default") for value in shown.values())
    assert len(shown) == len(list(settings(Config())))


def test_written_values_name_their_file(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    shown = lines(capsys)
    written = {key: value.partition("  # ")[0] for key, value in shown.items() if value.endswith(f"  # {own}")}
    price = written.pop("llm.price")
    assert '"own"' in price
    assert written == {
        "audit.strict": "true",
        "audit.ignore": '["C103"]',
        "audit.path": '[{pattern = "drafts/**", ignore = ["C105"]}]',
        "run.backends": '["corpus", "searxng"]',
        "quality.retry_composite": "0.4",
        "quality.weights.relevance": "0.5",
        "quality.weights.authority": "0.5",
        'quality.authority."example.org"': "0.9",
        "gate.quick.sources": "4",
        "profile.strict.support": "0.8",
        "llm.retries": "1",
        "backends.corpus.path": '"c.sqlite"',
        "backends.pgvector.url": '"postgresql://me:***@db.example/x"',
        "backends.pgvector.api_key": '"***"',
        "backends.pgvector.port": "5432",
    }


def test_no_secret_is_shown_in_either_format(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    assert main(["config", "--format", "json"]) == 0
    assert "hunter2" not in "".join(capsys.readouterr())


def test_json_says_the_same(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["schema"], record["file"]) == ("wellsourced.config/1", str(own))
    values = {row["key"]: (row["value"], row["origin"]) for row in record["values"]}
    assert values["run.backends"] == (["corpus", "searxng"], str(own))
    assert values["run.mode"] == ("standard", "default")
    assert values["audit.path"][0] == [{"pattern": "drafts/**", "ignore": ["C105"]}]
    assert list(values) == [value.key for value in settings(load(own, own.parent))]


def test_the_text_is_a_configuration_with_the_same_values(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config"]) == 0
    again = tmp_path / "again.toml"
    rows = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("llm.price")]
    again.write_text("\n".join(rows), "utf-8")
    first, second = load(own, tmp_path), load(again, tmp_path)
    assert (first.audit, first.run, quality_options(first)) == (second.audit, second.run, quality_options(second))
    assert llm_options(first).retries == llm_options(second).retries == 1


@pytest.mark.parametrize(
    "text", ["[backends]\ncorpus = 5\n", "backends = 5\n", "[run]\nresult = 5\n", "[gate]\nquick = 1\n"]
)
def test_a_wrong_configuration_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
    assert main(["config"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


PLAIN = (
    st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)


@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), PLAIN | st.lists(PLAIN), max_size=4)
)
def test_any_value_is_written_as_toml(table: dict[str, object]) -> None:
    import tomllib

    assert tomllib.loads(f"value = {toml(table)}")["value"] == table
