from __future__ import annotations

from pathlib import Path

import pytest

from wellsourced.config import Config, backend_options, llm_options, load, quality_options
from wellsourced_core.errors import ConfigError, InputError, WellsourcedError


def written(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "wellsourced.toml"
    path.write_text(text, "utf-8")
    return load(None, tmp_path)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    config = load(None, tmp_path)
    assert config.path is None
    assert dict(quality_options(config).weights) == {
        "relevance": 0.45,
        "authority": 0.20,
        "recency": 0.15,
        "density": 0.20,
    }


def test_the_nearest_file_upwards_is_used(tmp_path: Path) -> None:
    (tmp_path / "wellsourced.toml").write_text('[audit]\nignore = ["R403"]\n', "utf-8")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert load(None, below).audit.ignore == ("R403",)


def test_every_room_gets_its_own_options(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        """
[quality]
retry_composite = 0.4
[quality.weights]
relevance = 0.7
authority = 0.1
recency = 0.1
density = 0.1
[quality.authority]
"example.org" = 0.9
[gate.standard]
full = 5
[profile.strict]
support = 0.8
[llm]
writer_model = "claude-opus-5-5"
[backends.corpus]
path = "x.sqlite"
[[audit.path]]
pattern = "drafts/old/*"
ignore = ["C105"]
""",
    )
    quality = quality_options(config)
    assert quality.retry_composite == 0.4
    assert quality.weight("relevance") == 0.7
    assert quality.authority == (("example.org", 0.9),)
    assert quality.mode("standard").full == 5
    assert quality.profile("strict").support == 0.8
    assert llm_options(config).writer_model == "claude-opus-5-5"
    assert backend_options(config, "corpus") == {"path": "x.sqlite"}
    assert config.audit.paths[0].ignore == ("C105",)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[nonsense]\n", "nonsense"),
        ("[quality]\nretry = 1\n", "quality.retry"),
        ("[quality]\nretry_composite = '0,35'\n", "retry_composite"),
        ("[quality]\nretry_composite = 1.5\n", "retry_composite"),
        ("[quality.weights]\nrelevance = 0.5\n", "weights"),
        ("[quality.weights]\nrelevance = -1.0\nauthority = 2.0\n", "weights"),
        ("[quality.weights]\nrelevance = nan\n", "weights"),
        ("[quality.weights]\nbeauty = 1.0\n", "beauty"),
        ("[gate.slow]\nfull = 1\n", "gate.slow"),
        ("[gate.standard]\nfull = 0\n", "gate.standard.full"),
        ("[audit]\nfail_on = 'sometimes'\n", "audit.fail_on"),
        ("[audit]\nignore = 'C101'\n", "audit.ignore"),
        ("[audit]\nstrict = 1\n", "audit.strict"),
        ("[llm]\ntemperature = 0.5\n", "llm.temperature"),
        ("[run\n", "TOML"),
        ("audit = 3\n", "audit"),
    ],
)
def test_f02_f03_i06_a_wrong_key_or_value_is_named(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(WellsourcedError) as caught:
        config = written(tmp_path, text)
        quality_options(config)
        llm_options(config)
    assert caught.value.exit_code == 2
    assert key in str(caught.value)


def test_i06_a_file_that_cannot_be_configuration_is_refused(tmp_path: Path) -> None:
    big = tmp_path / "big.toml"
    big.write_bytes(b"# x\n" * 400_000)
    with pytest.raises(ConfigError, match="256 KiB"):
        load(big, tmp_path)
    with pytest.raises(InputError):
        load(tmp_path / "none.toml", tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"[audit] # caf\xe9\n")
    with pytest.raises(ConfigError, match="UTF-8"):
        load(latin, tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        *("", "http://", "http:/a", "http:a", "ftp://a", "file:///a", "//a", "http://[::1", "http://[zz]"),
        *(
            "http://a b",
            "http://a:99999",
            "http://a:0",
            "http://a:80:80",
            "http://a:b",
            "http://a\\r\\nX: y",
            "http://a\\u0000",
        ),
        *(" http://a", "http://a ", "http://xn--\u00e9.example", "http://a\\\\b", "http://%zz/"),
    ],
)
def test_j126_what_is_no_address_of_a_service_is_a_wrong_configuration(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        llm_options(written(tmp_path, f'[llm]\nbase_url = "{url}"\n'))
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize("url", ["http://localhost:8080", "https://a.example/v1/", "http://[::1]:9", "http://u:p@h"])
def test_an_address_of_a_service_may_name_any_port_and_host(tmp_path: Path, url: str) -> None:
    assert llm_options(written(tmp_path, f'[llm]\nbase_url = "{url}"\n')).base_url == url
