"""The version, as installed."""

from functools import cache


@cache
def version() -> str:
    """Return the version of the installed package, "0" for a bare checkout."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("wellsourced")
    except PackageNotFoundError:
        return "0"
