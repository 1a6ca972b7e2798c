"""The cache gives back what was put in, or nothing: rows H07 to H09."""

import json
import multiprocessing
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.web import Server, reply

from retrieval.cache import Cache, Entry
from wellsourced.core.errors import StorageError

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
