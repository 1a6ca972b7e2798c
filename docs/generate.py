"""Write what is generated: a page per rule, their table, commands, configuration, decisions, and README's help block.

``python -m docs.generate`` writes them, ``--check`` fails where one is stale.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path

from audit.checks import all_checks, page
from docs.decision_pages import FOLDER, decision_index

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
REFERENCE = ROOT / "docs" / "reference"
README = ROOT / "README.md"
_COMMANDS = """\
# Commands

Every command also takes `--config F`, `--debug`, `-q` and `-v`. `wellsourced --help` explains the exit codes.
"""
_CONFIGURATION = """\
# Configuration

`wellsourced.toml` is searched for in the working folder and its parents; `--config F` names another. Command-line
options override the file, and the file overrides the defaults. Secrets come only from the environment
(`ANTHROPIC_API_KEY`, `TAVILY_API_KEY`, `VOYAGE_API_KEY`, `WELLSOURCED_DSN`). `wellsourced config` shows every value in
force and where it came from. This is what `wellsourced init` writes: every key with its default.
"""
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
    wanted[REFERENCE / "commands.md"] = _commands()
    wanted[REFERENCE / "configuration.md"] = _configuration()
    wanted[FOLDER / "README.md"] = decision_index()
    text = README.read_text("utf-8")
    wanted[README] = _BLOCK.sub(lambda m: m[1] + help_text() + m[2], text)
    return wanted


def help_text(*command: str) -> str:
    """Return what ``wellsourced [COMMAND] --help`` prints on 80 columns."""
    from wellsourced.cli import main as run

    os.environ["COLUMNS"] = "80"
    with redirect_stdout(io.StringIO()) as printed, suppress(SystemExit):
        run([*command, "--help"])
    return printed.getvalue()


def _commands() -> str:
    from wellsourced.commands import names

    return _COMMANDS + "".join(f"\n## {name}\n\n```text\n{help_text(name)}```\n" for name in names())


def _configuration() -> str:
    from wellsourced.commands.init import configuration_text

    return f"{_CONFIGURATION}\n```toml\n{configuration_text()}```\n"


def _first(code: str) -> str:
    return page(code).split("\n", 1)[0]


def main() -> int:
    """Write or check; a page of a rule that is gone is removed or reported."""
    check = "--check" in sys.argv
    wanted = pages()
    stale = [path for path, body in wanted.items() if not path.is_file() or path.read_text("utf-8") != body]
    gone = [path for path in RULES.glob("*.md") if path not in wanted]
    for path in (*stale, *gone):
        sys.stderr.write(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}\n")
    if not check:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        for path in gone:
            path.unlink()
    return 1 if check and (stale or gone) else 0


if __name__ == "__main__":
    sys.exit(main())
