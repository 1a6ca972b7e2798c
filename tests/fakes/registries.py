"""Registries of our own works on loopback, in the services' shapes (benchmarks/record_shapes.py)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.record_shapes import SERVICES, Recorded, Registry, Server, View
from retrieval.cache import Cache
from retrieval.registries import build
from retrieval.registries.interface import RegistryOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.registries.interface import Registry as Asked

FOLDER = Path(__file__).parents[2] / "fixtures" / "references"
MODULES = {"crossref": "crossref", "openalex": "openalex", "dblp": "dblp", "arxiv": "arxiv", "doi": "doi_org"}


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def recorded(row: Mapping[str, Any]) -> Recorded:
    """Return one of our works as a service has it; authors are [family, given] in the file."""
    authors = tuple((given, family) for family, given in row["authors"])
    return Recorded(row["title"], authors, row["year"], row["venue"], row["doi"], type=row["type"])


def registry(works: Iterable[Recorded] | None = None, **views: Iterable[Recorded]) -> Registry:
    """Return a registry in which every service but arXiv has all works, those given by name aside."""
    everywhere = list(works if works is not None else map(recorded, rows("works.jsonl")))
    found = {service: View(() if service == "arxiv" else everywhere) for service in SERVICES}
    return Registry(found | {name: View(some) for name, some in views.items()})


def asked(server: Server, cache: Cache | None = None, **options: Any) -> tuple[Asked, ...]:
    """Return the services at a server's addresses, asked without a pause."""
    addresses = {MODULES[key.removesuffix("_url")]: url for key, url in server.addresses.items()}
    return build(addresses, RegistryOptions(**{"delay": 0.0, "sleep": lambda _: None, **options}), cache)


__all__ = ["Recorded", "Registry", "Server", "View", "asked", "recorded", "registry", "replace", "rows"]
