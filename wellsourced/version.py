"""The version, as in pyproject.toml: reading the installed metadata would take as long as a short audit."""

VERSION = "0.1.0"


def version() -> str:
    """Return the version of the program."""
    return VERSION
