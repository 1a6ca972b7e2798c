"""`init`: begin a configuration: a wellsourced.toml that says what every value does, and a hook to paste."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from wellsourced.commands import Terminal

HELP = "write a commented wellsourced.toml, print a hook for pre-commit"

WHAT = {
    "audit.select": "only these rules, by code or its beginning; [] means all",
    "audit.ignore": 'not these rules, as in ["C103", "S5"]',
    "audit.strict": "citations that cannot be checked are errors",
    "audit.fail_on": "what makes the exit code 1: error, warning or never",
    "audit.baseline": "a file of accepted findings, made with --write-baseline",
    "audit.exclude": "drafts and folders that are passed over, as patterns",
    "audit.opinions": "questions that a run with --second-opinion asks at most",
    "audit.opinions_usd": "dollars that they may cost together, at most",
    "run.mode": "how much is asked for: quick, standard or deep (see [gate])",
    "run.profile": "how strict publication is: strict, fast or smoke (see [profile])",
    "run.tier": "premium reranks before the gate, where a key is there",
    "run.writer": 'extractive or claude; "" takes claude where ANTHROPIC_API_KEY is set',
    "run.judge": 'claude grades every source where it is named; "" leaves the grades to relevance',
    "run.results": "sources asked of each backend, 1 to 1000",
    "run.backends": "where to search; [] means the corpus",
    "run.corpus": 'the corpus file; "" means corpus.sqlite',
    "run.jobs": "topics that a batch makes at once",
    "run.max_cost_usd": "dollars that a batch may spend; 0 is no limit",
    "run.max_tokens": "tokens that a batch may use; 0 is no limit",
    "run.patience_seconds": "how long a batch waits for a network or service that fell away",
    "run.ray_address": 'the Ray cluster of --engine ray, RAY_ADDRESS goes before it; "" starts one on this machine',
    "run.references": "the list under an article: plain, apa or footnotes",
    "run.export": "references in files beside it: bibtex, csl-json",
    "fetch.cache": 'folder of the pages read; "" means wellsourced in $XDG_CACHE_HOME or ~/.cache',
    "fetch.contact": 'e-mail address that Crossref is told, which answers such askers better; "" tells none',
    "fetch.deadline": "seconds for a page, redirects and retries included",
    "fetch.delay": "seconds between two requests to a host",
    "publish.failed_facts": "a sentence whose number or quotation fails: remove takes it out, flag marks the fact",
    "publish.rules": "the rules that say so",
    "quality.retry_composite": "search again below this mean composite of the top 3",
    "quality.retry_relevance": "search again below this mean relevance of the top 3",
    "quality.grades": "relevance from which a source has grade 2, 3, 4 and 5",
    "quality.keep_grade": "the lowest grade that is kept, 1 to 5",
    "quality.topic": 'news, technology, science, law, standards, history or default; "" reads it from the question',
    "quality.grace_days": "days in which a source does not age",
    "quality.recency_floor": "recency of the oldest source",
    "quality.unknown": "value of an axis that the source says nothing about",
    "quality.passages": "passages that reach the writer, at most",
    "quality.passage_tokens": "tokens of all passages together, at most",
    "quality.mmr_lambda": "choosing passages: 1 looks at relevance alone, 0 at variety alone",
    "quality.least_authority": "a cited source whose publisher is known to lie below this, and ...",
    "quality.least_density": "... whose text lies below this, is of low quality (S501)",
    "quality.least_rerank": "tier premium: a source that the reranker scores lower is not kept",
    "gate.sources": "sources kept at most",
    "gate.full": "sources that a full report needs",
    "gate.short": "sources that a short report needs",
    "gate.passes": "searches made at most",
    "profile.blocks": "thin evidence stops the article instead of warning",
    "profile.support": "least support by independent origins",
    "profile.recency": "least recency of the evidence",
    "llm.writer_model": "the model that writes",
    "llm.reformulator_model": "the model that rewords a weak search",
    "llm.judge_model": "the model that grades sources, where it is asked to",
    "llm.base_url": "the service's address",
    "llm.retries": "tries after the first one",
    "llm.writer_seconds": "time for the article",
    "llm.reformulator_seconds": "time for the new wording",
    "llm.judge_seconds": "time for a grade",
    "llm.batch_seconds": "time for a request about a message batch",
    "llm.writer_effort": 'how hard the writer thinks: low, medium, high; "" leaves it to the service',
    "llm.writer_citations": "the writer's model reports what it cites; false has it type [N] markers itself",
    "llm.quick_thinking": 'the thinking of short calls; "" sends none',
}
_SECTIONS = {
    "audit": "What the audit reports, and what makes it fail.",
    "run": "How articles are made; options of `write` and `batch` go before these values.",
    "fetch": "How cited pages are read, where a command is told to fetch.",
    "publish": "What may leave in an article, after the audit.",
    "quality": "How sources are judged.",
    "quality.weights": "What each axis counts in the composite; they sum to 1.",
    "quality.half_lives": "Days until a source is worth half, by class of topic; one without an entry does not age.",
    "llm": "The models. The key is ANTHROPIC_API_KEY of the environment, never a value here.",
}
_HEAD = """\
# wellsourced: every value with its default. `wellsourced config` shows those in force and where they came from.
# What is deleted here keeps its default; a key that does not exist is an error.
"""
_PATHS = """
# Rules that do not speak in some drafts.
# [[audit.path]]
# pattern = "drafts/**"
# ignore = ["C103", "C105"]
"""
_AUTHORITY = """
# Your own authority of hosts or domains, from 0 to 1; it goes before every table.
[quality.authority]
# "example.org" = 0.8
"""
_BACKENDS = """
# Options of a search backend: one table each.
# [backends.corpus]
# path = "corpus.sqlite"
"""
_HOOK = """\
repos:
  - repo: local
    hooks:
      - id: wellsourced-audit
        name: audit citations
        entry: wellsourced audit
        args: [--ignore, D901]  # Markdown without any citation is no fault
        language: system
        types: [markdown]
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="replace a configuration that is there")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Write the file and print the hook; a file that is there stays unless ``--force`` is given."""
    from retrieval.storage import write_atomically
    from wellsourced.config import NAME
    from wellsourced.core.errors import InputError

    path = Path(args.config or NAME)
    if os.path.lexists(path) and not args.force:
        raise InputError(path, "is there already", "--force replaces it")
    write_atomically(path, configuration_text().encode("utf-8"))
    if not args.quiet:
        terminal.say(f"{path}: written. For .pre-commit-config.yaml:")
    terminal.out.write(_HOOK)
    return 0


def configuration_text() -> str:
    """Return a configuration with every default, which reads back as if there were none."""
    return _HEAD + "".join(_lines())


def _lines() -> Iterator[str]:
    from wellsourced.commands.config import settings, toml
    from wellsourced.config import Config

    section = ""
    for value in settings(Config()):
        if value.key == "audit.path":
            yield _PATHS
        elif value.key == "llm.price":
            yield from _prices(value.value)
        else:
            inside, _, key = value.key.rpartition(".")
            if inside != section:
                if section == "quality.half_lives":
                    yield _AUTHORITY
                yield _header(inside)
                section = inside
            what = WHAT.get(f"{inside.partition('.')[0]}.{key}", "")
            yield f"{key} = {toml(value.value)}" + (f"  # {what}" if what else "") + "\n"
    yield _BACKENDS


def _header(section: str) -> str:
    what = _SECTIONS.get(section, "")
    return "\n" + (f"# {what}\n" if what else "") + f"[{section}]\n"


def _prices(prices: object) -> Iterator[str]:
    """Show the price table as comments: a copy that is in force would outlive the prices."""
    from wellsourced.commands.config import toml

    yield "\n# Dollars per million tokens; your rows replace a model's. up_to bounds the prompt tokens a row is for.\n"
    for price in prices if isinstance(prices, tuple) else ():
        yield "# [[llm.price]]\n" + "".join(f"# {key} = {toml(value)}\n" for key, value in price.items())
