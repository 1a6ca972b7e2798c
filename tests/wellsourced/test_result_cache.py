"""Results on disk: what was put there comes back whole or not at all, and they never take more room than allowed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced.result_cache import LARGEST, NewEntry, Results, key_of, place, texts

KEY = key_of("one")
PART = str | bytes


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = Results.open(1_000_000)
    assert found is not None
    return found


def used(results: Results, key: str, when: int) -> None:
    os.utime(results.path(key), (when, when))


def test_what_was_kept_comes_back(results: Results) -> None:
    assert results.get(KEY) is None
    results.put(KEY, b"body\n\x00\xff")
    assert results.get(KEY) == b"body\n\x00\xff"
    results.put(KEY, b"")
    assert results.get(KEY) == b""
    assert results.size()[0] == 1
    assert Path(results.folder).stat().st_mode & 0o077 == 0


@given(st.lists(st.text() | st.binary(), max_size=4), st.lists(st.text() | st.binary(), max_size=4))
def test_other_parts_have_another_key(ours: list[PART], theirs: list[PART]) -> None:
    same = [one.encode("utf-8", "surrogatepass") if isinstance(one, str) else one for one in ours] == [
        one.encode("utf-8", "surrogatepass") if isinstance(one, str) else one for one in theirs
    ]
    assert (key_of(*ours) == key_of(*theirs)) == same


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data[:8],
        lambda data: data + b"x",
        lambda data: data[:2] + bytes([data[2] ^ 1]) + data[3:],
        lambda data: bytes(len(data)),
    ],
)
def test_a_damaged_entry_is_absent(results: Results, damage: object) -> None:
    results.put(KEY, b"a report that was kept")
    path = Path(results.path(KEY))
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert results.get(KEY) is None
    results.put(KEY, b"again")
    assert results.get(KEY) == b"again"


def test_h07_no_cut_and_no_flipped_bit_is_missed(results: Results) -> None:
    results.put(KEY, b"a report")
    path = Path(results.path(KEY))
    whole = path.read_bytes()
    for at in range(len(whole)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            assert results.get(KEY) is None
    path.write_bytes(whole)
    assert results.get(KEY) == b"a report"


def test_an_entry_under_another_name_is_absent(results: Results) -> None:
    results.put(KEY, b"a report")
    other = key_of("other")
    Path(results.path(other)).parent.mkdir(exist_ok=True)
    Path(results.path(KEY)).rename(results.path(other))
    assert results.get(other) is None


def test_what_is_no_file_is_absent_and_in_nobodys_way(results: Results, tmp_path: Path) -> None:
    Path(results.path(KEY)).mkdir(parents=True)
    assert results.get(KEY) is None
    results.put(KEY, b"body")
    assert results.get(KEY) is None
    linked = key_of("linked")
    results.put(linked, b"body")
    Path(results.path(linked)).rename(tmp_path / "elsewhere")
    Path(results.path(linked)).symlink_to(tmp_path / "elsewhere")
    assert results.get(linked) is None


def test_the_entries_used_last_stay(results: Results) -> None:
    keys = [key_of(str(number)) for number in range(9)]
    for number, key in enumerate(keys):
        results.put(key, bytes(100_000))
        used(results, key, 1_000 + number)
    assert results.get(keys[0]) is not None  # and so it was used just now
    results.put(key_of("more"), bytes(400_000))
    left = [key for key in keys if results.get(key) is not None]
    assert keys[0] in left
    assert left == [keys[0], *keys[len(keys) - len(left) + 1 :]]
    assert results.size()[1] <= results.most


def test_what_a_killed_process_left_goes_too(results: Results) -> None:
    results.put(KEY, b"body")
    left = Path(results.path(KEY)).with_suffix(".4711")
    left.write_bytes(bytes(900_000))
    os.utime(left, (1, 1))
    results.put(key_of("more"), bytes(300_000))
    assert not left.exists()
    assert results.get(KEY) == b"body"


def test_a_long_entry_is_not_kept_and_leaves_nothing(results: Results) -> None:
    results.put(KEY, b"short")
    results.put(KEY, bytes(600_000))  # more than half of all room
    assert results.get(KEY) == b"short"
    large = Results(results.folder, 10 * LARGEST)
    with large.entry(key_of("long")) as entry:
        for _ in range(3):
            entry.add(bytes(LARGEST // 2))
    assert large.get(key_of("long")) is None
    assert large.size()[0] == len(list(Path(results.folder).rglob("*/*/*"))) == 1


def test_an_entry_whose_making_failed_is_not_kept(results: Results) -> None:
    def fail() -> None:
        with results.entry(KEY) as entry:
            entry.add(b"half")
            raise ValueError("the other half")

    with pytest.raises(ValueError, match="half"):
        fail()
    assert results.get(KEY) is None
    assert results.size() == (0, 0)


def test_without_a_place_nothing_is_kept_and_nothing_fails(results: Results) -> None:
    with NewEntry(None, KEY) as entry:
        entry.add(b"body")
    Path(results.folder, "v1").write_text("in the way", "utf-8")
    results.put(KEY, b"body")
    assert results.get(KEY) is None
    assert results.size() == (0, 0)


def test_a_folder_that_others_may_write_to_is_not_used(results: Results) -> None:
    Path(results.folder).chmod(0o770)
    assert Results.open(1_000) is None
    assert Results.at_its_place() is None


def test_h09_a_link_in_the_place_of_the_folder_is_not_followed(results: Results, tmp_path: Path) -> None:
    Path(results.folder).rename(tmp_path / "elsewhere")
    Path(results.folder).symlink_to(tmp_path / "elsewhere")
    assert Results.open(1_000) is None


def test_only_the_users_own_cache_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert place() == f"{tmp_path}/.cache/wellsourced-results"


def test_clearing_removes_the_entries_and_nothing_else(results: Results) -> None:
    for number in range(5):
        results.put(key_of(str(number)), b"body")
    mine = Path(results.folder, "mine")
    mine.write_text("mine", "utf-8")
    assert results.clear() == 5
    assert results.size() == (0, 0)
    assert list(Path(results.folder).iterdir()) == [mine]


@given(st.text(st.characters(), min_size=1))
def test_a_kept_text_is_read_back_in_stretches(part: str) -> None:
    text = part * (1 + 200_000 // len(part))
    read = list(texts(text.encode("utf-8", "surrogatepass")))
    assert "".join(read) == text
    assert len(read) > 2
