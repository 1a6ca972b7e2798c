"""Every compiled pattern of the program, found by looking, is tried on strings made to slow patterns down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from growth import Job, exponent, spent

ROOT = Path(__file__).parents[2]
PACKAGES = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer")
SIZES = (2_000, 8_000, 32_000, 128_000)
NOTICEABLE = 0.006  # CPU seconds for 8,000 characters: below that nothing grows that a user could feel
STEEPEST = 1.2  # at each step of the sizes: a linear pattern is now and then measured steeper at one or two of them

ATTACKS: tuple[Callable[[int], str], ...] = (
    *(
        (lambda n, unit=unit: unit * (n // len(unit)))
        for unit in (
            *(
                "[",
                "[1",
                "[1,",
                "[1, ",
                "[1 and ",
                "[1…",
                "[1\n> ",
                "[see 1, ",
                "[1*",
                "{1",
                "&#91;",
                "](",
                "[](",
                "[^",
                "[@",
                "[a",
                "(",
                "((",
                "<",
                "<a",
                "<!--",
                "</",
                "<sup>1",
                "*",
                "**",
            ),
            *(
                "_",
                "`",
                "#",
                "|",
                "|1",
                "1",
                "1,",
                "1.",
                "1 ",
                "1,111",
                "1%",
                "a",
                "A",
                "ab ",
                "A ",
                "a.",
                "a. ",
                "A. ",
                ". ",
                "...",
            ),
            *(
                " ",
                "\t",
                "\n",
                " \n",
                "\r\n",
                "-",
                "- ",
                "–",
                "'",
                '"',
                "“",
                "”",
                "''",
                "a'",
                "http://",
                "https://a",
                "https://a.b/",
                "www.",
            ),
            *(
                "10.1234/",
                "§ 1",
                "p. ",
                "&",
                "&amp;",
                "=",
                ":",
                ": ",
                ";",
                "@",
                "a@",
                "\\",
                "\\[",
                "中",
                "。",
                "¹",
                "⁽¹⁾",
                "\u0301",
                "\u00ad",
                "x1",
                "Jan ",
            ),
            *("a-", "a_", "A-1", "1-", "1/", "$1", "$", "€1 ", "wellsourced: allow ", "<!-- wellsourced: allow "),
        )
    ),
    lambda n: " " * n + "x",
    lambda n: "a" * n + "!",
    lambda n: "1" * n + "x",
    lambda n: "[" + "1," * (n // 2) + "x",
    lambda n: "<!--" + "-" * n,
    lambda n: '"' + "a " * (n // 2),
    lambda n: "“" + "a " * (n // 2),
    lambda n: "https://" + "a" * n,
    lambda n: "[" + "a" * n,
    lambda n: "# " + " " * n + "x",
)


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every compiled pattern that a module of ours holds, alone or in a table."""
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        if path.stem in ("__main__", "reader_worker"):
            continue
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for key, value in vars(import_module(name)).items():
            for index, pattern in enumerate(_inside(value)):
                yield f"{name}.{key}[{index}]", pattern


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, tuple | list | frozenset) and depth < 3:
        for item in value:
            yield from _inside(item, depth + 1)
    elif isinstance(value, dict) and depth < 3:
        for item in value.values():
            yield from _inside(item, depth + 1)


FOUND = {pattern.pattern + str(pattern.flags): (name, pattern) for name, pattern in patterns()}


def finding(pattern: re.Pattern[str], text: str) -> Job:
    return lambda: sum(1 for _ in pattern.finditer(text))


def test_the_patterns_are_found() -> None:
    names = {name.split("[")[0] for name, _ in FOUND.values()}
    assert len(FOUND) > 100
    assert {"audit.parsing.brackets._BRACKET", "audit.parsing.reference_lists._URL"} <= names


def steepness(pattern: re.Pattern[str], attack: Callable[[int], str], sizes: tuple[int, ...] = SIZES) -> float:
    """Return the growth exponent at the last step of the sizes, or at the first step that is gentle enough."""
    found = 0.0
    for small, large in pairwise(sizes):
        jobs = finding(pattern, attack(small)), finding(pattern, attack(large))
        # The last is slow, and two steps have told before that it is no noise.
        found = exponent(*jobs, large / small, enough=STEEPEST, rounds=2 if large == sizes[-1] else 12)
        if found <= STEEPEST:
            break
    return found


@pytest.mark.parametrize("key", sorted(FOUND), ids=[FOUND[key][0] for key in sorted(FOUND)])
def test_a_pattern_grows_with_its_text_and_no_faster(key: str) -> None:
    where, pattern = FOUND[key]
    for attack in ATTACKS:
        if spent(finding(pattern, attack(SIZES[1]))) >= NOTICEABLE:
            steepest = steepness(pattern, attack)
            assert steepest <= STEEPEST, f"{where} on {attack(20)!r}: exponent {steepest:.2f}"


def test_a_quadratic_pattern_is_found_out() -> None:
    assert steepness(re.compile(r"a+b"), lambda n: "a" * n, sizes=(400, 1_600, 6_400)) > STEEPEST
