"""The command line: parse, build, call, exit. Only here does an error become an exit code, and a clock get read."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import gc
import json
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import IO, NoReturn

from wellsourced.commands import Terminal, load, names
from wellsourced.core.errors import WellsourcedError, shown

PROGRAM = "wellsourced"
DONE, REJECTED, WRONG, INCOMPLETE, FAILED, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130

_DESCRIPTION = """\
Decides, without a model, which sources may be written from and which citations
may be published."""
_EPILOG = """\
exit codes: 0 done, clean; 1 the gate rejects; 2 wrong input, usage or
configuration; 3 incomplete: nothing to judge, insufficient evidence, or done in
part; 4 a backend, model, network or disk failed; 70 our bug; 130/143
interrupted, state saved. `wellsourced COMMAND --help` has a command's options."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line: what was given, what is wrong with it, what to do."""

    def error(self, message: str) -> NoReturn:
        head, _, tail = message.removeprefix("argument ").partition(": ")
        raise UsageError(self, head if tail else self.prog, tail or message)

    def refuse(self, given: str) -> NoReturn:
        """Raise UsageError for an option or a word that nothing here takes."""
        what = "is no option of" if given.startswith("-") else "is one argument too many for"
        raise UsageError(self, given, f"{what} `{self.prog}`")


class UsageError(WellsourcedError):
    """The command line itself is wrong."""

    code = "usage"
    exit_code = WRONG

    def __init__(self, parser: argparse.ArgumentParser, subject: str, problem: str) -> None:
        usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
        super().__init__(subject, problem, f"see `{parser.prog} --help` (usage: {shown(usage, 160)})")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.set_threshold(100_000, 50, 100)  # our values form no cycles: looking for some took a third of a large run
    _tolerate_any_encoding(sys.stdout, sys.stderr)
    terminal = Terminal(sys.stdin, sys.stdout, sys.stderr)
    try:
        return _run(arguments, terminal)
    except WellsourcedError as error:
        return _refuse(error, arguments)
    except KeyboardInterrupt as stop:
        print("interrupted", file=sys.stderr)
        return getattr(stop, "exit_code", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing more to say, and the interpreter must not try at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        if "--debug" in arguments:
            raise
        name = f"{type(error).__name__}: {error}"
        print(f"error: {shown(name)}: this is a fault of ours: run again with --debug and report it", file=sys.stderr)
        return BUG


def build_parser(chosen: str | None = None) -> _Parser:
    """Return the parser; with a command chosen, that command's options alone are built."""
    parser = _Parser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    _add_common(parser, default=None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, title="commands")
    for name in names() if chosen is None else (chosen,):
        command = load(name)
        sub = commands.add_parser(
            name, help=command.HELP, description=command.HELP.capitalize() + ".", allow_abbrev=False
        )
        _add_common(sub, default=argparse.SUPPRESS)
        command.add_arguments(sub)
        sub.set_defaults(parser=sub)
    return parser


def _add_common(parser: argparse.ArgumentParser, default: object) -> None:
    parser.add_argument("--config", metavar="FILE", default=default, help="a wellsourced.toml to use")
    parser.add_argument("--debug", action="store_true", default=default or False, help="show tracebacks")
    parser.add_argument("-q", "--quiet", action="store_true", default=default or False, help="no progress, no summary")
    parser.add_argument("-v", "--verbose", action="store_true", default=default or False, help="say more")


def _run(arguments: list[str], terminal: Terminal) -> int:
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = build_parser(chosen if chosen in names() else None)
    try:
        args, unknown = parser.parse_known_args(arguments)
    except SystemExit as end:  # --help
        return int(end.code or 0)
    if unknown:
        before = args.command is None or unknown[0] in arguments[: arguments.index(args.command)]
        (parser if before else args.parser).refuse(unknown[0])
    if args.version:
        from wellsourced.version import version

        terminal.out.write(f"{PROGRAM} {version()}\n")
        return DONE
    if args.command is None:
        terminal.err.write(parser.format_help())
        return WRONG
    if "as_of" in args:
        args.is_dated = args.as_of is not None  # a run that goes on keeps its date unless one is given
        args.as_of = args.as_of or _today()
    code: int = load(args.command).run(args, terminal)
    terminal.out.flush()
    return code


def _today() -> object:
    from datetime import date

    return date.today()


def _refuse(error: WellsourcedError, arguments: Sequence[str]) -> int:
    """Say in one line what is wrong; with `--format json` the same stands on stdout as an object."""
    if "--debug" in arguments:
        import traceback

        traceback.print_exception(error)
    print(f"error: {shown(str(error), 2_000)}", file=sys.stderr)
    if "--format=json" in arguments or _follows(arguments, "--format", "json"):
        fault = {"code": error.code, "subject": error.subject, "problem": error.problem, "remedy": error.remedy}
        print(json.dumps({"error": fault}))
    return error.exit_code


def _follows(arguments: Sequence[str], flag: str, value: str) -> bool:
    return any(a == flag and b == value for a, b in pairwise(arguments))


def _tolerate_any_encoding(*streams: IO[str]) -> None:
    """Escape what a terminal's encoding cannot show instead of failing on it, in the way that JSON reads too."""
    codecs.register_error("wellsourced", _escaped)
    for stream in streams:
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="wellsourced")  # type: ignore[attr-defined]


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Return the \\uXXXX escapes (surrogate pairs beyond 16 bits) of what cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (units[i : i + 2].hex() for i in range(0, len(units), 2))
    return "".join(f"\\u{unit}" for unit in pairs), error.end


if __name__ == "__main__":
    sys.exit(main())
