"""Print how much of the code on numbers one judgement touches: ``python -m benchmarks.files_entered [--tree DIR]``.

Which files one pair of a claim with a number and a source enters in ``audit/numbers`` and
``wellsourced_core/quantities``, the files of rules counted apart; and how many lines of code the rooms of numbers and
of meaning have, without docstrings, comments and blank lines, and which share of them is rules.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).parent.parent
TRACED = ("audit/numbers", "wellsourced_core/quantities")
COUNTED = ("audit/numbers", "audit/meaning", "audit/assertions")
RULES = "rules"
CLAIM = "The northern crew laid 34 km of cable in 2019."
SOURCE = "The northern crew laid 34 km of cable. The southern crew laid 51 km of cable. Both were at work in 2019."
_PAIR = f"""
import sys
sys.path.insert(0, ".")
from audit.statistics import judge, prepare
judge("A bridge has 7 arches.", prepare("It has 7 arches."))  # what is made once, for all pairs
entered = set()
sys.setprofile(lambda frame, event, _: entered.add(frame.f_code.co_filename) if event == "call" else None)
judge({CLAIM!r}, prepare({SOURCE!r}))
sys.setprofile(None)
print("\\n".join(entered))
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.files_entered", description=__doc__.partition("\n")[0])
    parser.add_argument("--tree", type=Path, default=ROOT, metavar="DIR", help="another checkout (default: this one)")
    tree = parser.parse_args().tree.resolve()
    files = entered(tree)
    rules = [file for file in files if RULES in file.parts]
    print(f"entered by one pair, rules aside: {len(files) - len(rules)} files; rules: {len(rules)} files")
    for file in files:
        print(f"  {file}")
    total = in_rules = 0
    for room in COUNTED:
        each = {file: lines_of_code(file) for file in sorted((tree / room).rglob("*.py"))}
        total += sum(each.values())
        in_rules += (own := sum(n for file, n in each.items() if RULES in file.relative_to(tree / room).parts))
        if each:
            print(f"{room}: {len(each)} files, {sum(each.values()):,} lines of code, {own:,} of them rules")
    print(f"both rooms: {total:,} lines of code, {in_rules / total:.0%} of them rules")
    return 0


def entered(tree: Path) -> list[Path]:
    """Return the files that one pair enters, relative to the tree, in order."""
    run = subprocess.run([sys.executable, "-c", _PAIR], cwd=tree, capture_output=True, text=True, check=True)
    files = (Path(line) for line in run.stdout.splitlines() if line.startswith(("/", "./")))
    own = (file.resolve().relative_to(tree) for file in files if file.resolve().is_relative_to(tree))
    return sorted(file for file in own if file.as_posix().startswith(TRACED))


def lines_of_code(file: Path) -> int:
    """Count the lines that hold code: no docstring, no comment, no blank line."""
    text = file.read_text("utf-8")
    aside = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in aside:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            held.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(held)


if __name__ == "__main__":
    sys.exit(main())
