"""`init` writes a configuration that says everything and changes nothing."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from audit.publish import PublishOptions
from quality.options import Mode, Options, Profile
from wellsourced.cli import main
from wellsourced.commands.init import WHAT, configuration_text
from wellsourced.config import (
    AuditConfig,
    CacheConfig,
    Config,
    FetchConfig,
    ReferencesConfig,
    RerankConfig,
    RunConfig,
    WriterConfig,
    llm_options,
    load,
    quality_options,
)
from wellsourced.llm import LlmOptions

# These fields are tables of their own in the file, with a line that says what they hold.
TABLES = {"paths", "weights", "half_lives", "authority", "modes", "profiles", "prices", "name"}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def same_as_default(config: Config) -> bool:
    bare = Config()
    return (config.audit, config.run, quality_options(config), llm_options(config)) == (
        bare.audit,
        bare.run,
        quality_options(bare),
        llm_options(bare),
    )


def test_it_reads_back_as_the_defaults(tmp_path: Path) -> None:
    assert main(["init"]) == 0
    config = load(None, tmp_path)
    assert config.path == tmp_path / "wellsourced.toml"
    assert same_as_default(config)


def test_every_field_is_there_with_a_line_that_says_what_it_does() -> None:
    written = {
        f"{section}.{one.name}"
        for section, kind in {
            "audit": AuditConfig,
            "run": RunConfig,
            "fetch": FetchConfig,
            "cache": CacheConfig,
            "publish": PublishOptions,
            "quality": Options,
            "gate": Mode,
            "profile": Profile,
            "llm": LlmOptions,
            "rerank": RerankConfig,
            "references": ReferencesConfig,
            "writer": WriterConfig,
        }.items()
        for one in fields(kind)
        if one.name not in TABLES
    }
    assert set(WHAT) == written
    lines = configuration_text().splitlines()
    for name, what in WHAT.items():
        key = name.partition(".")[2]
        assert any(re.fullmatch(rf"{key} = .+  # {re.escape(what)}", line) for line in lines), name


def test_every_table_is_there() -> None:
    tables = tomllib.loads(configuration_text())
    assert list(tables)[:7] == ["audit", "run", "fetch", "cache", "publish", "quality", "gate"]
    assert list(tables)[7:] == ["profile", "llm", "rerank", "references", "writer"]
    assert {"weights", "half_lives", "authority"} <= set(tables["quality"])
    assert set(tables["gate"]) == {mode.name for mode in Options().modes}
    assert set(tables["profile"]) == {profile.name for profile in Options().profiles}


def test_what_is_commented_out_is_configuration_too() -> None:
    example = re.compile(r"^# (\[\[?[a-z.]+\]\]?|[a-z_]+ = .*|\"[a-z.]+\" = .*)$", re.MULTILINE)
    tables = tomllib.loads(example.sub(r"\1", configuration_text()))
    assert tables["audit"]["path"] == [{"pattern": "drafts/**", "ignore": ["C103", "C105"]}]
    assert len(tables["llm"]["price"]) == len(LlmOptions().prices)
    assert tables["quality"]["authority"] == {"example.org": 0.8}
    assert tables["backends"] == {"corpus": {"path": "corpus.sqlite"}}


def test_a_changed_value_counts(tmp_path: Path) -> None:
    path = tmp_path / "wellsourced.toml"
    path.write_text(configuration_text().replace("results = 20", "results = 5"), "utf-8")
    assert load(path, tmp_path).run.results == 5


def test_it_never_overwrites_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wellsourced.toml"
    path.write_text("[run]\nresults = 7\n", "utf-8")
    assert main(["init"]) == 2
    assert path.read_text("utf-8") == "[run]\nresults = 7\n"
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "--force" in err
    assert main(["init", "--force"]) == 0
    assert path.read_text("utf-8") == configuration_text()


def test_a_link_to_nowhere_is_not_replaced_either(tmp_path: Path) -> None:
    (tmp_path / "wellsourced.toml").symlink_to("absent.toml")
    assert main(["init"]) == 2
    assert not (tmp_path / "absent.toml").exists()


def test_it_writes_the_file_that_config_names(tmp_path: Path) -> None:
    assert main(["init", "--config", "conf/own.toml"]) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["conf"]
    assert same_as_default(load(Path("conf/own.toml"), tmp_path))


def test_the_hook_is_printed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "-q"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("repos:\n")
    assert "entry: wellsourced audit\n" in out
    assert "types: [markdown]\n" in out


@pytest.mark.parametrize("kind", ["pipe", "/dev/null", "/dev/zero"])
def test_j128_a_configuration_is_never_written_to_a_pipe_or_a_device(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Path("wellsourced.toml")
    os.mkfifo(place) if kind == "pipe" else place.symlink_to(kind)
    assert main(["init", "--force"]) == 4
    out, err = capsys.readouterr()
    assert (out, err) == ("", "error: wellsourced.toml: is not a regular file: name a file, or move it away\n")
