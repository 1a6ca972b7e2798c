"""JSON Lines are read strictly, and every error says where."""

from pathlib import Path

import pytest

from retrieval.jsonl import parse_object, read_objects, text_field, whole_field
from wellsourced_core.errors import InputError


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"x": NaN}', "NaN"),
        ('{"x": -Infinity}', "Infinity"),
        ('{"x": 1e999}', "out of range"),
        ('{"x": [-1e999]}', "out of range"),
        ('{"x": ' + "9" * 5000 + "}", "out of range"),
        ('{"x": 1, "x": 2}', 'the key "x" twice'),
        ('{"a": {"y": 1, "y": 1}}', 'the key "y" twice'),
        ('{"x": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"x": "\\ud800"}', 'half a surrogate pair in "x"'),
        ('{"x": ["a", "\\udfff"]}', 'half a surrogate pair in "x"'),
        ('{"x": "a"', "column"),
        ("[1]", "a list, not an object"),
        ("null", "null, not an object"),
        ("{'x': 1}", "column"),
        ('{"x": 1} {"y": 2}', "column"),
    ],
)
def test_d29_what_json_loads_lets_pass_is_refused(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=r"^f:3: ") as caught:
        parse_object(line, "f:3")
    assert problem in caught.value.problem


def test_bytes_that_are_not_utf8_are_named_by_offset() -> None:
    with pytest.raises(InputError, match="byte 7"):
        parse_object(b'{"x": "\xff"}', "f:1")


def test_lines_are_numbered_blank_ones_and_a_byte_order_mark_skipped(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\r\n  \n{"a": "\xe2\x80\xa8"}')
    assert list(read_objects(path)) == [(1, {"a": 1}), (4, {"a": "\u2028"})]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_d03_other_encodings_are_an_error_of_the_first_line(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes('{"a": "ü"}\n'.encode(encoding))
    with pytest.raises(InputError, match=r"x\.jsonl:1: "):
        list(read_objects(path))


def test_d01_what_is_no_regular_file_is_refused_without_reading(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(InputError, match=r"is a folder|regular file"):
            list(read_objects(path))
    with pytest.raises(InputError, match="no such file"):
        list(read_objects(tmp_path / "missing"))


@pytest.mark.parametrize("value", [None, 1, 1.5, True, [], {}])
def test_c15_a_field_of_another_type_is_named(value: object) -> None:
    with pytest.raises(InputError, match='"title"') as caught:
        text_field({"title": value}, "title", "f:2", required=True)
    assert caught.value.code == "bad-field"
    assert caught.value.subject == "f:2"


@pytest.mark.parametrize("value", ["1", 1.0, True, -1, 10**9, []])
def test_a_citation_number_is_a_whole_number(value: object) -> None:
    with pytest.raises(InputError, match='"n"'):
        whole_field({"n": value}, "n", "f:2")
    assert whole_field({"n": 0}, "n", "f:2") == 0
    assert whole_field({"n": None}, "n", "f:2") is None
