"""robots.txt: which paths a site lets programs read (RFC 9309)."""

from __future__ import annotations

from urllib.parse import quote, unquote

from wellsourced_core.values import frozen

_LARGEST = 500 * 1024
_MOST_RULES = 2_000
_LONGEST_RULE = 1_000


@frozen
class Robots:
    """The rules that hold for one program: (allowed, path pattern) in the file's order."""

    rules: tuple[tuple[bool, str], ...] = ()

    def allows(self, path: str) -> bool:
        """Return whether a path with its query may be fetched: the longest pattern that fits decides.

        Of equally long ones the permission wins; where none fits, the path is allowed.
        """
        path = _normal(path or "/")
        fitting = [(len(pattern), allowed) for allowed, pattern in self.rules if _fits(pattern, path)]
        return max(fitting)[1] if fitting else True


EVERYTHING = Robots()
NOTHING = Robots(((False, "/"),))


def parse_robots(text: str, agent: str) -> Robots:
    """Read the groups for a program (by its name before the slash), or else those for all (``*``)."""
    own: list[tuple[bool, str]] = []
    common: list[tuple[bool, str]] = []
    named = False
    agents: list[str] = []
    in_rules = False
    for raw in text[:_LARGEST].removeprefix("\ufeff").splitlines():
        key, colon, value = raw.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon or key not in ("user-agent", "allow", "disallow"):
            continue
        if key == "user-agent":
            agents = [value.lower()] if in_rules else [*agents, value.lower()]
            in_rules = False
            named = named or value.lower() == agent.lower()
            continue
        in_rules = True
        rule = (key == "allow", _normal(value[:_LONGEST_RULE]))
        for name, rules in ((agent.lower(), own), ("*", common)):
            if value and name in agents and len(rules) < _MOST_RULES:
                rules.append(rule)
    return Robots(tuple(own if named else common))


def _normal(path: str) -> str:
    return quote(unquote(path, errors="surrogateescape"), safe="/?&=*$+,;:@!'()~-._", errors="surrogateescape")


def _fits(pattern: str, path: str) -> bool:
    """Match a pattern from the path's start: * stands for any text, a final $ for the end."""
    anchored = pattern.endswith("$")
    parts = (pattern[:-1] if anchored else pattern).split("*")
    if not path.startswith(parts[0]):
        return False
    at = len(parts[0])
    for part in parts[1:]:
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return not anchored or at == len(path) or (len(parts) > 1 and path.endswith(parts[-1]))
