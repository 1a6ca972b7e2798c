"""robots.txt as RFC 9309 reads it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.robots import EVERYTHING, NOTHING, Robots, parse_robots

AGENT = "wellsourced"


def allows(text: str, path: str) -> bool:
    return parse_robots(text, AGENT).allows(path)


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow: /", "/a", False),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /private", "/private/x", False),
        ("User-agent: *\nDisallow: /private", "/public", True),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", True),
        ("User-agent: *\nDisallow: /a*c", "/abbbc/d", False),
        ("User-agent: *\nDisallow: /a*c$", "/abcbd", True),
        ("User-agent: *\nDisallow: /caf%C3%A9", "/café/x", False),
        ("user-agent: WellSourced # us\ndisallow: /a # not this\n\nUser-agent: *\nDisallow: /", "/b", True),
        ("User-agent: *\nDisallow: /\nUser-agent: wellsourced\nAllow: /", "/b", True),
        ("User-agent: other\nUser-agent: wellsourced\nDisallow: /a", "/a", False),
        ("User-agent: other\nDisallow: /", "/a", True),
        (
            "User-agent: wellsourced\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: wellsourced\nDisallow: /c",
            "/c",
            False,
        ),
        ("Disallow: /\nnonsense\n\x00", "/a", True),
    ],
)
def test_the_longest_pattern_of_our_group_decides(text: str, path: str, allowed: bool) -> None:
    assert allows(text, path) is allowed


def test_all_and_nothing() -> None:
    assert EVERYTHING.allows("/a")
    assert not NOTHING.allows("/a")


@settings(max_examples=200)
@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["User-agent: *", "Disallow: /a*", "Allow: /a$", "*", "Disallow: *$"])).map("\n".join),
    st.text("/ab*$%?é", max_size=20),
)
def test_any_file_has_an_answer_for_any_path(text: str, path: str) -> None:
    assert allows(text, path) in (True, False)


def test_a_pattern_of_many_stars_is_matched_in_one_pass() -> None:
    assert not Robots(((False, "/" + "*a" * 400 + "$"),)).allows("/" + "a" * 4_000)
    assert Robots(((False, "/" + "*a" * 400 + "b$"),)).allows("/" + "a" * 4_000)


def test_j120_a_byte_order_mark_before_the_first_group_is_passed_over() -> None:
    assert not allows("\ufeffUser-agent: *\nDisallow: /", "/a")
    assert not allows("\ufeffUser-agent: wellsourced\r\nDisallow: /\r\nUser-agent: *\r\nAllow: /", "/a")
