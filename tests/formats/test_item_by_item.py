"""JSON written item by item is the JSON that a whole tree would give, and takes little more than its own length."""

import json
import tracemalloc
from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced.formats import render
from wellsourced.formats._json import Each, dumped
from wellsourced_core.model import AuditReport
from wellsourced_core.values import replace

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30)
FORMATS = ("json", "sarif", "gitlab", "rdjson")


def lazy(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: lazy(item) for key, item in tree.items()}
    return Each(map(lazy, tree)) if isinstance(tree, list) else tree


@given(TREES)
def test_the_bytes_are_those_of_the_whole_tree(tree: Any) -> None:
    assert "".join(dumped(lazy(tree))) == json.dumps(tree, indent=2) + "\n"


class Item(dict[str, int]):
    __hash__ = object.__hash__  # type: ignore[assignment]


def test_an_item_is_made_when_the_one_before_it_is_written() -> None:
    alive: WeakSet[Item] = WeakSet()

    def items() -> Iterator[Item]:
        for number in range(50):
            assert len(alive) <= 2  # the first, which tells whether there is any, and the last one made
            item = Item(number=number)
            alive.add(item)
            yield item
            del item

    assert "".join(dumped(Each(items()))).count("number") == 50


def test_what_is_no_number_is_no_json() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        list(dumped(Each([float("nan")])))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_the_same_read_and_written_again(name: str, report: AuditReport) -> None:
    for one in (report, replace(report, files=())):
        text = render(name, one)
        assert json.dumps(json.loads(text), indent=2) + "\n" == text


@pytest.mark.parametrize("name", FORMATS)
def test_a_long_report_takes_little_more_than_what_is_written_of_it(name: str, report: AuditReport) -> None:
    file = report.files[0]
    file = replace(file, markers=tuple(file.markers) * 500, findings=tuple(file.findings) * 500)
    long = replace(report, files=(file,))
    render(name, report)  # modules and tables are no part of it
    tracemalloc.start()
    written = len(render(name, long))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * written  # as a tree of dicts nine times as much
