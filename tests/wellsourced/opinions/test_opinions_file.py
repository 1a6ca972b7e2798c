"""opinions.json: a line for each opinion, sorted; branches that add some merge without a conflict."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.formats.records.opinions import read_opinions, render, write_opinions
from wellsourced_core.errors import InputError
from wellsourced_core.model import OPINION_VERDICTS, Opinion

OPINION = Opinion("some-model", "supported", "the words", "A claim.")
KEYS = [f"{i:02x}" * 32 for i in range(40)]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"schema": "wellsourced.opinions/2", "opinions": {}}',
        '{"schema": "wellsourced.opinions/1", "opinions": []}',
        '{"schema": "wellsourced.opinions/1", "opinions": {"k": 1}}',
        '{"schema": "wellsourced.opinions/1", "opinions": {"k": {"model": "m", "verdict": "yes", "why": ""}}}',
        '{"schema": "wellsourced.opinions/1", "opinions": {\n<<<<<<< HEAD\n"": null}}',
        "{",
        "",
    ],
)
def test_j266_a_file_that_is_no_file_of_opinions_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "opinions.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_opinions(path)
    assert str(path) in caught.value.subject


def test_a_file_that_is_not_there_holds_none_and_none_write_no_file(tmp_path: Path) -> None:
    path = tmp_path / "opinions.json"
    write_opinions(path, {})
    assert not path.exists()
    assert read_opinions(path) == {}


def test_the_file_has_a_line_for_each_in_order_of_its_keys_each_ending_alike() -> None:
    text = render(dict.fromkeys((KEYS[2], KEYS[0], KEYS[1]), OPINION))
    assert text == render(dict.fromkeys(KEYS[:3], OPINION))
    lines = text.splitlines()
    assert [line[1:65] for line in lines[1:-1]] == KEYS[:3]
    assert all(line.endswith("},") for line in lines[1:-1])
    assert list(json.loads(text)["opinions"]) == [*KEYS[:3], ""]


@given(
    st.dictionaries(st.sampled_from(KEYS), st.builds(Opinion, st.text(), st.sampled_from(OPINION_VERDICTS), st.text()))
)
@settings(max_examples=60)
def test_what_is_written_is_read(opinions: dict[str, Opinion]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "opinions.json")
        write_opinions(path, opinions)
        again = read_opinions(path)
        assert set(again) == set(opinions)
        assert render(again) == render(opinions)


def test_an_object_that_somebody_formatted_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "opinions.json"
    path.write_text(json.dumps(json.loads(render({KEYS[0]: OPINION})), indent=4), "utf-8")
    assert read_opinions(path) == {KEYS[0]: OPINION}


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    names = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *names, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_j266_two_branches_that_add_opinions_merge_without_a_conflict(tmp_path: Path) -> None:
    """Neighbours, the same one twice, one that two readers of one model answered differently."""
    path = tmp_path / "opinions.json"
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitattributes").write_text("opinions.json merge=union\n", "utf-8")
    base = dict.fromkeys(KEYS[10:20], OPINION)
    write_opinions(path, base)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "base")
    no = Opinion("some-model", "unsupported", "other words", "A claim.")
    ours = {KEYS[0]: OPINION, KEYS[1]: OPINION, KEYS[5]: OPINION, KEYS[30]: OPINION, KEYS[31]: OPINION}
    theirs = {KEYS[2]: OPINION, KEYS[5]: OPINION, KEYS[32]: OPINION, KEYS[31]: no}
    for branch, new in (("ours", ours), ("theirs", theirs)):
        git(tmp_path, "checkout", "-qb", branch, "main")
        write_opinions(path, {**base, **new})
        git(tmp_path, "commit", "-qam", branch)
    merged = git(tmp_path, "merge", "-q", "--no-edit", "ours")
    assert merged.returncode == 0, merged.stdout + merged.stderr
    found = read_opinions(path)
    assert set(found) == {*base, *ours, *theirs}
    assert found[KEYS[31]].verdict == "unsure"
    assert all(found[key] == OPINION for key in found if key != KEYS[31])
    write_opinions(path, found)
    assert read_opinions(path) == found
