"""The command line: parse, build, call, exit. Only here does an error become an exit code, and a clock get read."""

from __future__ import annotations

import argparse
import codecs
import contextlib
import errno
import gc
import os
import sys
from functools import cache, partial
from itertools import pairwise

from wellsourced.commands import Terminal, abandon, load, names
from wellsourced_core import patterns
from wellsourced_core.errors import StorageError, WellsourcedError, shown
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO, NoReturn

PROGRAM = "wellsourced"
DONE, REJECTED, WRONG, INCOMPLETE, FAILED, BUG, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130
# The errors of a write to standard output when the disk behind it is full.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_OPTIONS = compiled(r" \[-(?:[^\[\]]|\[[^\]]*\])*\]")  # of a usage line: "[-q]", "[--apply ID [ID ...]]"

_DESCRIPTION = """\
Decides, without a model, which sources may be written from and which citations
may be published."""
_EPILOG = """\
exit codes: 0 done, clean; 1 the gate rejects; 2 wrong input, usage or
configuration; 3 incomplete: nothing to judge, insufficient evidence, or partly
done; 4 a backend, model, network or disk failed; 70 a bug in wellsourced;
130/143 interrupted, state saved. `wellsourced COMMAND --help` shows a command's
options."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line: what was given, what is wrong with it, what to do."""

    def error(self, message: str) -> NoReturn:
        head, _, tail = message.removeprefix("argument ").partition(": ")
        if head == "the following arguments are required":
            head, tail = self.prog, f"{tail} is missing"
        raise UsageError(self, head if tail else self.prog, tail or message)

    def refuse(self, given: str) -> NoReturn:
        """Raise UsageError for an unknown option or argument."""
        if given.startswith("-"):
            raise UsageError(self, given, f"is not an option of `{self.prog}`", self._option_string_actions)
        raise UsageError(self, given, f"is one argument too many for `{self.prog}`")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            what = "/".join(action.option_strings) or "command"
            raise UsageError(self, str(value), f"invalid {what} (choose from {', '.join(known)})", known)


class UsageError(WellsourcedError):
    """The command line itself is wrong."""

    code = "usage"
    exit_code = WRONG

    def __init__(self, parser: argparse.ArgumentParser, subject: str, problem: str, known: Iterable[str] = ()) -> None:
        usage = " ".join(parser.format_usage().removeprefix("usage: ").split()).removeprefix(parser.prog)
        short = f"{parser.prog} [options]{_OPTIONS.sub('', usage)}"
        super().__init__(subject, problem, f"{_meant(subject, known)}see `{parser.prog} --help` (usage: {short})")


def _meant(given: str, known: Iterable[str]) -> str:
    """Return a question that suggests the nearest known word, "" if none is near."""
    from difflib import get_close_matches

    word = given.partition("=")[0][:40]
    near = get_close_matches(word, [one for one in known if one != word], 1, 0.8)
    return f"did you mean {near[0]}? " if near else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.set_threshold(100_000, 50, 100)  # our values form no cycles; looking for them took a third of a large run
    _replace_closed_streams()
    _tolerate_any_encoding(sys.stdout, sys.stderr)
    terminal = Terminal(sys.stdin, sys.stdout, sys.stderr)
    try:
        code = _run(arguments, terminal)
        terminal.out.flush()
        return code
    except WellsourcedError as error:
        return _refuse(error, arguments)
    except MemoryError:
        remedy = "raise the limit (ulimit -v) or split the input"
        return _refuse(StorageError("memory", "ran out", remedy), arguments)
    except KeyboardInterrupt as stop:
        terminal.say("interrupted")
        return getattr(stop, "exit_code", INTERRUPTED)
    except BrokenPipeError:
        abandon(sys.stdout)  # the reader has gone (`| head`): nothing more to say
        return DONE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
            abandon(sys.stdout)
            problem, remedy = f"cannot be written ({error.strerror})", "free some space or redirect the output"
            return _refuse(StorageError("standard output", problem, remedy), arguments)
        if "--debug" in arguments:
            raise
        name = f"{type(error).__name__}: {error}"
        terminal.say(f"error: {shown(name)}: this is a bug in wellsourced: run again with --debug and report it")
        return BUG
    finally:
        if argv is None:
            with contextlib.suppress(Exception):  # a slower next start is no reason for another exit code
                patterns.keep()
            gc.freeze()  # the process ends: skip the four final searches for cycles


def build_parser(chosen: str | None = None) -> _Parser:
    """Return the parser of a command with its options; without one, that of the program, which only names them."""
    parser = _Parser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=_columns() - 2),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    _add_common(parser, default=None)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=_Parser, prog=PROGRAM, title="commands"
    )
    wrapped = partial(argparse.HelpFormatter, width=_columns() - 2)
    for name in names() if chosen is None else (chosen,):
        command = load(name)
        what = f"{command.HELP[:1].upper()}{command.HELP[1:]}."
        sub = commands.add_parser(
            name, help=command.HELP, description=what, allow_abbrev=False, formatter_class=wrapped
        )
        if name == chosen:
            _add_common(sub, default=argparse.SUPPRESS)
            command.add_arguments(sub)
            sub.set_defaults(parser=sub)
    return parser


@cache
def _columns() -> int:
    """Return how wide the terminal is, as ``shutil.get_terminal_size`` says it without what shutil imports."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


def _add_common(parser: argparse.ArgumentParser, default: object) -> None:
    parser.add_argument("--config", metavar="FILE", default=default, help="use this wellsourced.toml")
    parser.add_argument("--debug", action="store_true", default=default or False, help="show tracebacks")
    parser.add_argument("-q", "--quiet", action="store_true", default=default or False, help="no progress, no summary")
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=default or False,
        help="report more: weak and unchecked citations (audit), each search and score (batch)",
    )


def _run(arguments: list[str], terminal: Terminal) -> int:
    chosen = _command(arguments)
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
    _refuse_empty_values(args.parser, arguments)
    if "as_of" in args:
        args.is_dated = args.as_of is not None  # a run that goes on keeps its date unless one is given
        args.as_of = args.as_of or _today()
        args.today = _today  # for what runs past midnight
    code: int = load(args.command).run(args, terminal)
    return code


def _refuse_empty_values(parser: _Parser, arguments: Sequence[str]) -> None:
    """Raise UsageError for `--sources ""`: a variable that was never set must not switch anything off."""
    for word, value in pairwise([*arguments, "-"]):
        if word == "--":
            return
        if word.startswith("--") and (not value or word.endswith("=")):
            raise UsageError(parser, word.rstrip("="), "has an empty value")


def _command(arguments: Sequence[str]) -> str | None:
    """Return the first word that is neither an option nor the value of one."""
    words = iter(arguments)
    for word in words:
        if word == "--config":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _today() -> object:
    from datetime import date

    return date.today()


def _refuse(error: WellsourcedError, arguments: Sequence[str]) -> int:
    """Print the error as one line; with `--format json`, also as an object on stdout."""
    if "--debug" in arguments:
        import traceback

        traceback.print_exception(error)
    Terminal(sys.stdin, sys.stdout, sys.stderr).say(f"error: {shown(str(error), 2_000)}")
    if "--format=json" in arguments or _follows(arguments, "--format", "json"):
        import json

        fault = {"code": error.code, "subject": error.subject, "problem": error.problem, "remedy": error.remedy}
        print(json.dumps({"error": fault}))
    return error.exit_code


def _follows(arguments: Sequence[str], flag: str, value: str) -> bool:
    return any(a == flag and b == value for a, b in pairwise(arguments))


def _replace_closed_streams() -> None:
    """Replace a missing standard stream by an empty one, so that no file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _tolerate_any_encoding(*streams: IO[str]) -> None:
    """Escape characters that the terminal's encoding lacks instead of failing, in a form that JSON also reads."""
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
