"""Write counts and figures into sentences that people read."""

from __future__ import annotations

_MOST_DECIMALS = 15


def below(value: float, least: float) -> str:
    """Write a value that lies below a threshold, in two decimals or as many as show it: 0.3496, not 0.35."""
    for decimals in range(2, _MOST_DECIMALS):
        written = f"{value:.{decimals}f}"
        if float(written) < least:
            return written
    return repr(value)


def plural(number: int, noun: str, many: str = "") -> str:
    """Return "1 source", "1,200 sources"; ``many`` is a plural that takes more than an s ("searches")."""
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"
