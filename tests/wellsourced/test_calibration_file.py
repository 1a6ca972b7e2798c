"""A table of one's own thresholds comes back as it was written, and one that is none is named in a line."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks import all_checks
from audit.tuning import SHIPPED, Tuning
from wellsourced.calibration_file import read, text_of, tuning_of
from wellsourced.config import AuditConfig, Config
from wellsourced.policy import policy, policy_with
from wellsourced_core.errors import ConfigError, InputError, WellsourcedError
from wellsourced_core.model import CERTAINTIES

if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_BARS = st.lists(st.integers(0, 100).map(lambda n: n / 100), min_size=3, max_size=3).map(sorted)
_CODES = sorted(check.code for check in all_checks())


@st.composite
def tunings(draw: st.DrawFn) -> Tuning:
    demotions: list[tuple[str, Certainty, Certainty]] = []
    for code in sorted(draw(st.sets(st.sampled_from(_CODES), max_size=4))):
        for at in sorted(draw(st.sets(st.sampled_from((0, 1)), min_size=1))):
            demotions.append((code, CERTAINTIES[at], draw(st.sampled_from(CERTAINTIES[at + 1 :]))))
    return Tuning(*draw(_BARS), tuple(demotions))


@given(tunings())
def test_a_table_comes_back_as_it_was_written(tuning: Tuning) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.toml"
        path.write_text(text_of(tuning, "two\nlines"), "utf-8")
        assert read(path) == tuning


@given(tunings(), tunings())
def test_the_policy_tells_tunings_apart_and_knows_the_shipped_one(one: Tuning, other: Tuning) -> None:
    assert policy_with(SHIPPED) == policy()
    assert (policy_with(one) == policy_with(other)) == (one == other)
    assert len(policy_with(one)) == 12


def test_an_empty_table_changes_nothing_and_a_partial_one_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text("", "utf-8")
    assert read(path) == SHIPPED
    path.write_text("[thresholds]\nbalanced = 1\n", "utf-8")
    assert read(path) == Tuning(balanced=1.0)


def test_it_is_looked_for_beside_the_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    (tmp_path / "c.toml").write_text("[thresholds]\nstrip = 0.1\n", "utf-8")
    config = Config(tmp_path / "wellsourced.toml", AuditConfig(calibration="c.toml"))
    assert tuning_of(config) == Tuning(strip=0.1)
    assert tuning_of(Config()) == SHIPPED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[thresholds]\nstrip = 0.5\n", "thresholds: strip 0.5, weak_warning 0.33, balanced 0.59 are not in order: "),
        ("[thresholds]\nbalanced = 1.5\n", "balanced 1.5 are not in order: write 0 <= strip"),
        ("[thresholds]\nstrip = nan\n", "strip nan, weak_warning 0.33, balanced 0.59 are not in order: "),
        ('[thresholds]\nstrip = "low"\n', "thresholds.strip: 'low' is not a number: give a number"),
        ("[thresholds]\nswap = 0.5\n", "thresholds.swap: is not a key: choose from balanced, strip, weak_warning"),
        ("thresholds = 3\n", "thresholds: is not a table: "),
        ("[bars]\nstrip = 0.5\n", "section: 'bars' is not allowed: choose from thresholds, certainty"),
        ('[certainty]\nN202 = "likely"\n', "certainty.N202: is not a table: "),
        ('[certainty.N999]\nproven = "likely"\n', "certainty: 'N999' is not allowed: choose from C101, "),
        ('[certainty.N202]\nlikely = "proven"\n', "certainty.N202.likely: 'proven' is no lower certainty: "),
        ('[certainty.N202]\nproven = "proven"\n', "certainty.N202.proven: 'proven' is no lower certainty: "),
        (
            "[certainty.N202]\nproven = 1\n",
            "certainty.N202.proven: 1 is no lower certainty: choose from likely",
        ),
        ('[certainty.N202]\npossible = "likely"\n', "certainty.N202.possible: is not a key: "),
        ("strip = ", "is not TOML: "),
    ],
)
def test_j152_what_is_no_table_is_named(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        read(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_j152_a_table_that_is_not_there_is_named(tmp_path: Path) -> None:
    for name in ("none.toml", "."):
        with pytest.raises(InputError, match=r"is not a file|is a folder") as caught:
            read(tmp_path / name)
        assert isinstance(caught.value, WellsourcedError)
