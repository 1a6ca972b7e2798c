"""A repair as a patch that `git apply` and `patch -p1` take."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from audit.thresholds import PATCH_CONTEXT_LINES

_ESCAPES = {ord(char): f"\\{letter}" for char, letter in zip('\a\b\t\n\v\f\r"\\', 'abtnvfr"\\', strict=True)}
_Code = tuple[str, int, int, int, int]


def patch(name: str, before: str, after: str) -> str:
    """Return the unified diff of two texts, "" where they are equal; line ends stay as they are.

    Lines end with LF alone, as git counts them. What both texts begin and end with is set aside first, so that
    the cost is that of what changed.
    """
    if before == after:
        return ""
    old, new = _lines(before), _lines(after)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    matcher = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    one, other = _named("a", name), _named("b", name)
    end = "\t\n" if " " in name else "\n"  # as git ends it: without the tab, patch(1) takes the name up to the space
    out = [f"diff --git {one} {other}\n--- {one}{end}+++ {other}{end}"]
    codes: list[_Code] = [
        (tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ]
    out += [_hunk(group, old, new) for group in _hunks(codes)]
    return "".join(out)


def _named(side: str, name: str) -> str:
    """Return a name as a patch has it: in quotes, with the escapes of C, where a character would end it or its line."""
    path = f"{side}/{name}"
    if path.isprintable() and not set(path) & {'"', "\\"} and not path.endswith(" "):
        return path
    return f'"{"".join(map(_escaped, path.encode("utf-8", "surrogateescape")))}"'


def _escaped(byte: int) -> str:
    known = _ESCAPES.get(byte)
    return known or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")


def _hunks(codes: list[_Code]) -> Iterator[list[_Code]]:
    """Put changes together whose context would touch."""
    group: list[_Code] = []
    for code in codes:
        if group and code[1] - group[-1][2] > 2 * PATCH_CONTEXT_LINES:
            yield group
            group = []
        group.append(code)
    if group:
        yield group


def _hunk(group: list[_Code], old: list[str], new: list[str]) -> str:
    first, last = group[0], group[-1]
    lead = min(PATCH_CONTEXT_LINES, first[1], first[3])
    trail = min(PATCH_CONTEXT_LINES, len(old) - last[2], len(new) - last[4])
    a, b = first[1] - lead, last[2] + trail
    c, d = first[3] - lead, last[4] + trail
    body = [f"@@ -{_range(a, b)} +{_range(c, d)} @@\n"]
    at = a
    for _, low, high, left, right in group:
        body += [_line(" ", line) for line in old[at:low]]
        body += [_line("-", line) for line in old[low:high]]
        body += [_line("+", line) for line in new[left:right]]
        at = high
    body += [_line(" ", line) for line in old[at:b]]
    return "".join(body)


def _range(start: int, stop: int) -> str:
    length = stop - start
    return f"{start + 1 if length else start},{length}"


def _line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    kept = [line + "\n" for line in lines[:-1]]
    return [*kept, lines[-1]] if lines[-1] else kept


def _common(old: list[str], new: list[str]) -> int:
    count = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        count += 1
    return count
