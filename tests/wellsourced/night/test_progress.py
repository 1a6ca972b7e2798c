from __future__ import annotations

import io

from wellsourced.night.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Full(io.StringIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_elsewhere_a_plain_line_a_step() -> None:
    stream = io.StringIO()
    progress = Progress(stream, 2, clock=Clock())
    progress.step("full: a")
    progress.step("short: b", usd=0.25)
    progress.close()
    assert stream.getvalue() == "[1/2] full: a\n[2/2] $0.25 short: b\n"


def test_a_terminal_has_a_bar_with_the_time_left_and_the_cost() -> None:
    stream, clock = Terminal(), Clock()
    progress = Progress(stream, 4, clock=clock)
    clock.now = 30.0
    progress.step("full: a", usd=1.5)
    assert stream.getvalue().endswith("[######------------------] 1/4 1:30 left $1.50 full: a")
    progress.close()
    assert stream.getvalue().endswith("\n")


def test_what_an_earlier_run_made_says_nothing_about_the_time_left() -> None:
    stream, clock = Terminal(), Clock()
    progress = Progress(stream, 4, clock=clock)
    progress.step("full: a", made=False)
    assert "left" not in stream.getvalue()
    clock.now = 10.0
    progress.step("full: b")
    assert "2/4 0:20 left" in stream.getvalue()


def test_quiet_says_nothing() -> None:
    stream = io.StringIO()
    progress = Progress(stream, 1, quiet=True)
    progress.step("a")
    progress.say("b")
    progress.close()
    assert stream.getvalue() == ""


def test_h16_a_log_that_is_full_or_gone_costs_no_step() -> None:
    progress = Progress(Full(), 1)
    progress.step("a")
    progress.say("b")
    progress.close()
