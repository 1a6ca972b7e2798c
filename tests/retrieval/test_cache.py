"""The cache gives back what was put in, or nothing: rows H07 to H09."""

import errno
import hashlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.web import Server, reply

from retrieval.cache import Cache, Entry
from wellsourced_core.errors import StorageError

ENTRY = Entry(
    "https://example.org/a", "https://example.org/b", "text/html", "2026-01-02", b"body \x00\xff", '"tag"', "then"
)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache.open(tmp_path / "cache")


def only(cache: Cache, pattern: str) -> Path:
    (path,) = cache.folder.glob(pattern)
    return path


def test_what_is_put_in_comes_out_and_nothing_else(cache: Cache) -> None:
    cache.put(ENTRY)
    assert cache.get(ENTRY.url) == ENTRY
    assert cache.get(ENTRY.final_url) is None
    assert cache.get("") is None


def test_a_later_page_takes_the_place_of_an_earlier_one(cache: Cache) -> None:
    cache.put(ENTRY)
    cache.put(replace(ENTRY, body=b"new"))
    found = cache.get(ENTRY.url)
    assert found is not None
    assert found.body == b"new"


@pytest.mark.parametrize("pattern", ["v1/entries/*/*", "v1/bodies/*/*"])
def test_h07_a_file_cut_at_any_byte_is_noticed(cache: Cache, pattern: str) -> None:
    cache.put(ENTRY)
    path = only(cache, pattern)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert cache.get(ENTRY.url) is None


@pytest.mark.parametrize("pattern", ["v1/entries/*/*", "v1/bodies/*/*"])
def test_h07_one_bit_flipped_anywhere_is_noticed(cache: Cache, pattern: str) -> None:
    cache.put(ENTRY)
    path = only(cache, pattern)
    whole = bytearray(path.read_bytes())
    for position in range(len(whole)):
        whole[position] ^= 1 << position % 8
        path.write_bytes(whole)
        assert cache.get(ENTRY.url) is None
        whole[position] ^= 1 << position % 8


def test_h07_an_entry_of_another_version_is_not_read(cache: Cache) -> None:
    cache.put(ENTRY)
    (cache.folder / "v1").rename(cache.folder / "v0")
    assert cache.get(ENTRY.url) is None
    assert cache.clear() == 1
    assert list(cache.folder.iterdir()) == []


def test_h08_an_entry_under_another_address_is_not_believed(cache: Cache) -> None:
    cache.put(ENTRY)
    stolen = only(cache, "v1/entries/*/*").read_bytes()
    cache.put(replace(ENTRY, url="https://victim.example/"))
    for path in cache.folder.glob("v1/entries/*/*"):
        path.write_bytes(stolen)
    assert cache.get("https://victim.example/") is None
    assert cache.get(ENTRY.url) == ENTRY


def test_h09_a_folder_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(StorageError, match="written by others"):
        Cache.open(tmp_path / "open")


def test_h09_nothing_in_it_is_more_than_json_and_bytes(cache: Cache) -> None:
    cache.put(ENTRY)
    checksum, record, end = only(cache, "v1/entries/*/*").read_bytes().split(b"\n")
    assert len(checksum) == 64
    assert json.loads(record)["url"] == ENTRY.url
    assert end == b""


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="cannot be the cache"):
        Cache.open(tmp_path / "file" / "cache")


def put_many(folder: str, mark: int) -> None:
    cache = Cache.open(Path(folder))
    for number in range(50):
        cache.put(replace(ENTRY, body=bytes([mark]) * 1_000 + bytes([number])))


def test_several_processes_may_write_the_same_page_at_once(cache: Cache) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=put_many, args=(str(cache.folder), mark)) for mark in (1, 2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        found = cache.get(ENTRY.url)
        assert found is None or (len(set(found.body[:1_000])) == 1 and len(found.body) == 1_001)
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert cache.get(ENTRY.url) is not None
    assert not list(cache.folder.glob("**/.tmp-*"))


FETCHING = """
import sys
from pathlib import Path
from retrieval.cache import Cache
from retrieval.fetch import Fetcher, Page
from retrieval.visit import VisitOptions, Visitor
host, folder, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
visitor = Visitor(VisitOptions(trusted=frozenset({host}), delay=0), sleep=lambda _seconds: None)
fetcher = Fetcher("2026-01-02", visitor, Cache.open(folder))
for number in range(count):
    page = fetcher.fetch(f"http://{host}/{number}")
    assert isinstance(page, Page), page
    assert f"Ledger {number} of the mill" in page.text, page.text
    print(number, flush=True)
"""
PAGES = 200


def test_two_processes_fill_one_cache_while_one_of_them_is_killed_ten_times(server: Server, tmp_path: Path) -> None:
    """Whatever is read in between is a right page or none; in the end every page is there, whole, once."""
    server.answer = lambda asked: (
        reply("", "404 Not Found") if asked.path == "/robots.txt" else reply(ledger(asked.path))
    )
    folder = tmp_path / "cache"
    command = [sys.executable, "-c", FETCHING, server.authority, str(folder), str(PAGES)]
    steady = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for killed in range(10):
        victim = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert victim.stdout is not None
        for _ in range(1 + 7 * killed):
            victim.stdout.readline()
        victim.send_signal(signal.SIGKILL)
        victim.communicate()
        for number in range(PAGES):
            kept = Cache(folder).get(f"http://{server.authority}/{number}")
            assert kept is None or kept.body == ledger(f"/{number}").encode()
    printed, _ = steady.communicate()
    assert (steady.returncode, printed.count("\n")) == (0, PAGES)
    for number in range(PAGES):
        kept = Cache(folder).get(f"http://{server.authority}/{number}")
        assert kept is not None
        assert kept.body == ledger(f"/{number}").encode()
    assert Cache(folder).size()[0] == PAGES


def ledger(path: str) -> str:
    """Write a page that no other address has, long enough to be cut by a kill."""
    number = path.strip("/")
    paragraphs = "".join(f"<p>Ledger {number} of the mill lists sack {i} of rye and its owner.</p>" for i in range(120))
    return f"<html><head><title>Ledger {number}</title></head><body><article>{paragraphs}</article></body></html>"


def test_j84_a_cache_that_may_not_be_written_costs_no_page(cache: Cache, caplog: pytest.LogCaptureFixture) -> None:
    (cache.folder / "v1").write_text("in the way", "utf-8")
    cache.offer(ENTRY)
    cache.offer(replace(ENTRY, url="https://example.org/c"))
    assert cache.get(ENTRY.url) is None
    (line,) = caplog.messages
    assert str(cache.folder) in line
    assert "pages are not kept" in line


def test_j84_a_full_disk_under_the_cache_is_a_failure(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: Path, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StorageError, match="No space left"):
        cache.offer(ENTRY)


@pytest.mark.parametrize("part", ["v1/entries/*/*", "v1/bodies/*/*"])
def test_j84_a_pipe_in_the_cache_is_not_waited_for(cache: Cache, part: str) -> None:
    cache.put(ENTRY)
    path = only(cache, part)
    path.unlink()
    os.mkfifo(path)
    assert cache.get(ENTRY.url) is None
    cache.offer(ENTRY)


@pytest.mark.parametrize("record", ["[]", "5", "null", '{"url": 5}'])
def test_j84_a_sealed_record_of_another_shape_is_not_there(cache: Cache, record: str) -> None:
    cache.put(ENTRY)
    content = record.encode("ascii")
    only(cache, "v1/entries/*/*").write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content + b"\n")
    assert cache.get(ENTRY.url) is None


def test_j84_pages_that_cannot_be_removed_are_not_called_removed(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put(ENTRY)
    monkeypatch.setattr("shutil.rmtree", lambda *_args, **_options: None)
    with pytest.raises(StorageError, match="1 of 1 page:"):
        cache.clear()
