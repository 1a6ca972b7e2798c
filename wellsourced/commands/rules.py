"""`rules`: every rule in a table."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

HELP = "list the rules: code, severity, name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the rules, by code."""
    from audit.checks import all_checks

    checks = all_checks()
    if args.format == "json":
        from wellsourced.formats.records import dump

        rows = [{"code": check.code, "rule": check.slug, "severity": str(check.severity)} for check in checks]
        terminal.out.write(dump({"schema": "wellsourced.rules/1", "rules": rows}))
    else:
        for check in checks:
            terminal.out.write(f"{check.code}  {check.severity!s:<7}  {check.slug}\n")
    return 0
