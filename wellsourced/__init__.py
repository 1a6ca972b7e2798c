"""Decide, without a model, which sources may be written from and which citations may be published.

The names below are those of ``wellsourced.api``; each, and ``__version__``, is loaded when it is first asked for, so
that importing the package costs nothing.
"""

TYPE_CHECKING = False  # importing it from typing would cost every start of the program
if TYPE_CHECKING:
    from wellsourced.api import (
        Claim,
        FileReport,
        Finding,
        Pair,
        Source,
        WellsourcedError,
        audit_text,
        open_corpus,
        read_sources,
        render_audit,
        repair_text,
        research,
        score_sources,
        verify_pairs,
        write_article,
    )

    __version__: str
else:

    def __getattr__(name: str) -> object:
        if name not in (*__all__, "__version__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        place, called = ("version", "VERSION") if name == "__version__" else ("api", name)
        value = globals()[name] = getattr(import_module(f"wellsourced.{place}"), called)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, "__version__"})


__all__ = [
    "Claim",
    "FileReport",
    "Finding",
    "Pair",
    "Source",
    "WellsourcedError",
    "audit_text",
    "open_corpus",
    "read_sources",
    "render_audit",
    "repair_text",
    "research",
    "score_sources",
    "verify_pairs",
    "write_article",
]
