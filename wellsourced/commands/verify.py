"""`verify`: judge pairs of a claim and a source in bulk."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._jsonl_input import lines, name_of
from wellsourced.commands._options import add_engine, add_no_cache, configuration, ray_address
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config
    from wellsourced.result_cache import NewEntry

HELP = "judge claims against sources in bulk: JSON Lines in, a result line for each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs",
        metavar="PAIRS",
        help="JSON Lines of {id, claim, source_text[, source_title, source_url, context, speaker, others, cocited]},"
        " or - for standard input",
    )
    add_engine(parser)
    add_no_cache(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Judge each line as it comes; 0 whatever the verdicts, 3 without a line to judge.

    A bad line ends the run (2), those before it are out. A file that was judged before is not judged again.
    """
    from wellsourced.code_identity import code_identity
    from wellsourced.commands._kept_audits import results_of
    from wellsourced.draft_files import STDIN
    from wellsourced.file_states import FileStates
    from wellsourced.result_cache import NewEntry, key_of, texts

    config = configuration(args)
    results, states = results_of(args, config), FileStates()
    if results is None or args.pairs == STDIN or not states.is_plain(args.pairs):
        return _judge(args, config, terminal, NewEntry(None, ""))
    own = (str(config.calibration_path),) if config.calibration_path else ()
    read = (args.pairs, *own)
    key = key_of(code_identity(results), "verify", *own, *map(states.digest, read))
    data = results.get(key)
    if data is not None:
        for text in texts(data):
            terminal.out.write(text)
        return 0
    with results.entry(key) as entry:
        code = _judge(args, config, terminal, entry)
        if code or not states.unchanged(read):
            entry.drop()
    return code


def _judge(args: argparse.Namespace, config: Config, terminal: Terminal, entry: NewEntry) -> int:
    """Judge the lines and write the results as they come."""
    from wellsourced.calibration_file import tuning_of
    from wellsourced.engines import opened
    from wellsourced.verify_shards import LINES, Judge, shards

    name = name_of(args.pairs)
    pairs = shards(lines(args.pairs, terminal), 1 if args.engine == "local" else LINES)
    judged, tuning = False, tuning_of(config)
    with opened(args.engine, ray_address(config)) as engine:
        for text, error in engine.map(Judge(name, tuning), pairs):
            judged = judged or bool(text)
            entry.add(text.encode("utf-8", "surrogatepass"))
            terminal.out.write(text)
            terminal.out.flush()
            if error is not None:
                raise error
    if not judged:
        terminal.say(f"{shown(name)}: contains no pair: nothing to judge")
    return 0 if judged else 3
