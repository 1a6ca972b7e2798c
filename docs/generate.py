"""Write the generated parts of the documentation: a page per rule, their table, and README's help block.

``python -m docs.generate`` writes them, ``--check`` fails where one is stale.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from audit.checks import all_checks, page

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
README = ROOT / "README.md"
_BLOCK = re.compile(r"(<!-- help -->\n```text\n).*?(```\n<!-- /help -->)", re.DOTALL)


def pages() -> dict[Path, str]:
    """Return every generated file with what it should hold."""
    wanted = {
        RULES / f"{check.code}.md": f"# {check.code} {check.slug}\n\nSeverity: {check.severity}\n\n{page(check.code)}\n"
        for check in all_checks()
    }
    rows = [
        f"| [{check.code}]({check.code}.md) | {check.slug} | {check.severity} | {_first(check.code)} |"
        for check in all_checks()
    ]
    table = "\n".join(("| code | name | severity | what it reports |", "|---|---|---|---|", *rows))
    wanted[RULES / "README.md"] = f"# Rules\n\n{table}\n"
    text = README.read_text("utf-8")
    wanted[README] = _BLOCK.sub(lambda m: m[1] + help_text() + m[2], text)
    return wanted


def help_text() -> str:
    """Return what ``wellsourced --help`` prints on 80 columns."""
    os.environ["COLUMNS"] = "80"
    from wellsourced.cli import build_parser

    return build_parser().format_help()


def _first(code: str) -> str:
    return page(code).split("\n", 1)[0]


def main() -> int:
    """Write or check; a page of a rule that is gone is removed or reported."""
    check = "--check" in sys.argv
    wanted = pages()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    gone = [path for path in RULES.glob("*.md") if path not in wanted]
    for path in (*stale, *gone):
        sys.stderr.write(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}\n")
    if not check:
        RULES.mkdir(parents=True, exist_ok=True)
        for path in stale:
            path.write_text(wanted[path], "utf-8")
        for path in gone:
            path.unlink()
    return 1 if check and (stale or gone) else 0


if __name__ == "__main__":
    sys.exit(main())
