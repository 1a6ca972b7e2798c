"""What `search` and `write` show and record of what happens, at the moment it happens."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wellsourced.config import Config
    from wellsourced.live_events import Event


def watcher(
    args: argparse.Namespace,
    terminal: Terminal,
    topic: str,
    config: Config,
    *,
    written: Path | None = None,
    asides: bool = False,
) -> Callable[[Event], None]:
    """Return what hears of events: with --events all go to that file.

    Steps go to stderr in 80 columns, with ``asides`` everything, a line each.

    ``written`` is the folder of the article. Raises InputError for a file of events that this command reads or writes.
    """
    from pathlib import Path

    from wellsourced.commands._options import chosen_backends, refuse_folder
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.formats.records.terminal_width import fit
    from wellsourced.night.events import Events
    from wellsourced.run_folder import belongs_to
    from wellsourced_core.errors import InputError

    if args.events:
        paths = (options.get("path") for _, options in chosen_backends(args, config))
        refuse_collisions([args.events], [config.path, *(one for one in paths if isinstance(one, str))], "this command")
        refuse_folder(args.events)
        if written is not None and args.out and belongs_to(written.parent, Path(args.events), [written.name]):
            raise InputError(args.events, "is written by this command", "write the events to another file")
    events = Events(Path(args.events) if args.events else None, terminal.say)

    def watch(event: Event) -> None:
        if not args.quiet and (asides or not event.aside):
            terminal.say(event.line if asides else fit(event.line))
        events.emit(event.name, topic=topic, step=event.step, of=event.of, **dict(event.details))

    return watch
