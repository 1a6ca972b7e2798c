"""`init`: write a wellsourced.toml that explains every value, and print a hook to paste."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from wellsourced.commands import Terminal

HELP = "write a commented wellsourced.toml and print a pre-commit hook"

WHAT = {
    "audit.select": "rules to run, by code or prefix; [] means all",
    "audit.ignore": 'rules to skip, such as ["C103", "S5"]',
    "audit.strict": "citations that cannot be checked are errors",
    "audit.fail_on": "what makes the exit code 1: error, warning or never",
    "audit.baseline": "a file of accepted findings, made with --write-baseline",
    "audit.calibration": "a table of your own thresholds, made with `calibrate --fit`",
    "audit.exclude": "drafts and folders to skip, as patterns",
    "audit.opinions": "questions that a run with --reader may ask",
    "audit.opinions_usd": "dollars that these questions may cost together",
    "run.mode": "how many sources a report needs: quick, standard or deep (see [gate])",
    "run.profile": "how strict publication is: strict, fast or smoke (see [profile])",
    "run.tier": "premium reranks before the gate, if a key is set",
    "run.writer": 'extractive, claude or openai; "" means claude if ANTHROPIC_API_KEY is set',
    "writer.words": "words of an article; 0 means those of the mode",
    "writer.tone": 'tone of a model\'s article, in a few words, such as "sober"; "" leaves it open',
    "writer.headings": "headings of a model's article: question (the outline's), plain (its own words) or none",
    "writer.citations": "a model's citations: sentence (in each) or paragraph (behind several of one source)",
    "writer.language": 'language of a model\'s article, such as "German"; "" is English',
    "writer.openai_url": "the OpenAI-compatible address of --writer openai; a local one needs no key",
    "writer.openai_model": "the model of that address",
    "writer.openai_seconds": "seconds for an article from that address",
    "run.judge": 'claude grades every source; "" leaves the grades to relevance',
    "run.ranking": 'minilm orders the sources that were kept (needs the extra minilm); "" leaves it to the scores',
    "run.results": "sources requested from each backend, 1 to 1000",
    "run.backends": "where to search; [] means the corpus",
    "run.corpus": 'the corpus file; "" means corpus.sqlite',
    "run.jobs": "topics that a batch works on at once",
    "run.max_cost_usd": "dollars that a batch may spend; 0 means no limit",
    "run.max_tokens": "tokens that a batch may use; 0 means no limit",
    "run.patience_seconds": "how long a batch waits for a network or service that went down",
    "run.ray_address": 'the Ray cluster of --engine ray, unless RAY_ADDRESS is set; "" starts one on this machine',
    "run.references": "style of an article's references: plain, apa or footnotes",
    "run.export": "references also as files: bibtex, csl-json",
    "fetch.cache": 'folder of downloaded pages; "" means wellsourced in $XDG_CACHE_HOME or ~/.cache',
    "fetch.contact": 'e-mail address sent to Crossref and other registries, for better service; "" sends none',
    "fetch.deadline": "seconds for a page, redirects and retries included",
    "fetch.delay": "seconds between two requests to a host",
    "cache.results": "audit and verify keep their results, and say them again while nothing they rest on has changed",
    "cache.results_mb": "megabytes of results; those used last stay",
    "publish.failed_facts": "a sentence whose number or quotation fails: remove deletes it, flag marks the fact",
    "publish.rules": "the rules that count as such a failure",
    "quality.retry_composite": "search again below this mean composite of the top 3",
    "quality.retry_relevance": "search again below this mean relevance of the top 3",
    "quality.grades": "minimum relevance for grades 2, 3, 4 and 5",
    "quality.keep_grade": "the lowest grade that is kept, 1 to 5",
    "quality.topic": 'news, technology, science, law, standards, history or default; "" derives it from the question',
    "quality.grace_days": "days in which a source does not age",
    "quality.recency_floor": "recency of the oldest source",
    "quality.unknown": "value of an axis about which the source says nothing",
    "quality.passages": "maximum number of passages for the writer",
    "quality.passage_tokens": "maximum tokens in all passages together",
    "quality.mmr_lambda": "choice of passages: 1 is relevance alone, 0 variety alone",
    "quality.least_authority": "a cited source whose publisher is known to be below this, and ...",
    "quality.least_density": "... whose text is below this, is of low quality (S501)",
    "quality.least_rerank": "tier premium: drop a source that the reranker scores lower",
    "quality.speculative_support": "less support, without an official source, is told under Risks as speculative",
    "quality.speculative_recency": "sources that are older on the mean are told under Risks as old",
    "gate.sources": "maximum number of sources kept",
    "gate.full": "sources that a full report needs",
    "gate.short": "sources that a short report needs",
    "gate.passes": "maximum number of searches",
    "profile.blocks": "thin evidence stops the article instead of warning",
    "profile.support": "minimum support from independent origins",
    "profile.recency": "minimum recency of the evidence",
    "rerank.url": "where tier premium reranks; the key is VOYAGE_API_KEY of the environment",
    "rerank.model": "the model that reranks",
    "references.doi_url": "the resolver of DOIs: whether one is registered at all",
    "references.crossref_url": "most journals and proceedings, and what was retracted",
    "references.openalex_url": "works of all fields; asked at its own address only with OPENALEX_API_KEY",
    "references.dblp_url": "works of computer science",
    "references.arxiv_url": "preprints",
    "llm.writer_model": "the model that writes",
    "llm.reformulator_model": "the model that rewords a weak search",
    "llm.judge_model": "the model that grades sources, if asked to",
    "llm.base_url": "the service's address",
    "llm.retries": "retries after the first try",
    "llm.writer_seconds": "time for the article",
    "llm.reformulator_seconds": "time for the new wording",
    "llm.judge_seconds": "time for a grade",
    "llm.reader_model": 'the model that reads doubtful citations, if asked to; "" means judge_model',
    "llm.reader_seconds": "time for a reader's answers to a sheet of questions",
    "llm.batch_seconds": "time for a request about a message batch",
    "llm.writer_effort": 'how hard the writer thinks: low, medium, high; "" leaves it to the service',
    "llm.writer_citations": "the model reports what it cites; with false it types the [N] markers itself",
    "llm.quick_thinking": 'the thinking of short calls; "" sends none',
}
_SECTIONS = {
    "audit": "What the audit reports, and what makes it fail.",
    "run": "How articles are made; command-line options of `write` and `batch` override these values.",
    "fetch": "How cited pages are downloaded when a command fetches them.",
    "cache": "What is kept of earlier runs, beside the downloaded pages: `audit --no-cache` does without.",
    "publish": "What may be published after the audit.",
    "quality": "How sources are judged.",
    "quality.weights": "The weight of each axis in the composite; they sum to 1.",
    "quality.half_lives": "Days until a source counts half, by class of topic; a class without an entry does not age.",
    "llm": "The models. The key comes from ANTHROPIC_API_KEY in the environment, never from this file.",
    "rerank": "The reranker of tier premium.",
    "references": "The services that know which works are real; fetch.contact and fetch.delay hold for them too.",
    "writer": "The house style of articles, and the address of --writer openai. Its key comes from WRITER_API_KEY.",
}
_HEAD = """\
# wellsourced: every value with its default. `wellsourced config` shows the values in force and where they came from.
# A line deleted here keeps its default; an unknown key is an error.
"""
_PATHS = """
# Rules to turn off for some drafts.
# [[audit.path]]
# pattern = "drafts/**"
# ignore = ["C103", "C105"]
"""
_AUTHORITY = """
# Your own authority for hosts or domains, from 0 to 1; it overrides every table.
[quality.authority]
# "example.org" = 0.8
"""
_BACKENDS = """
# Options of a search backend: one table each.
# [backends.corpus]
# path = "corpus.sqlite"

# Options of a reader: one table each.
# [readers.openai]
# url = "http://localhost:11434/v1"
# model = "qwen3:8b"
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
    parser.add_argument("--force", action="store_true", help="replace an existing configuration")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Write the file and print the hook; a file that is there stays unless ``--force`` is given."""
    from retrieval.storage import replace_file
    from wellsourced.config import NAME
    from wellsourced_core.errors import InputError

    path = Path(args.config or NAME)
    if os.path.lexists(path) and not args.force:
        raise InputError(path, "already exists", "add --force to replace it")
    replace_file(path, configuration_text().encode("utf-8"))
    if not args.quiet:
        terminal.say(f"{path} written; for .pre-commit-config.yaml:")
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
    """Show the price table as comments: an active copy would outlive the prices."""
    from wellsourced.commands.config import toml

    yield "\n# Dollars per million tokens; your rows replace a model's rows. up_to is the longest prompt of a row.\n"
    for price in prices if isinstance(prices, tuple) else ():
        yield "# [[llm.price]]\n" + "".join(f"# {key} = {toml(value)}\n" for key, value in price.items())
