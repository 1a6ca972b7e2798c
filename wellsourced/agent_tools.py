"""The four tools that agents call: JSON in, the JSON of the commands out. No state; one of them asks the network.

That one asks the registries that the configuration names, and nothing that its arguments do.

Orders to a model that stand in a source are told of and not repeated: the reader is a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from wellsourced.api import audit_text, render_audit, score_sources, verify_pairs
from wellsourced.choices import MODES
from wellsourced.schemas import schema
from wellsourced_core.errors import InputError, shown
from wellsourced_core.prompt_injection import orders
from wellsourced_core.values import frozen

if TYPE_CHECKING:
    from wellsourced_core.model import Source

LARGEST = 16 * 1024 * 1024  # characters of all arguments of a call, as ASCII JSON
_OWN = ("raw", "fix")
_WITHHELD = "(orders to a model, withheld)"
MOST = 1_000  # sources or pairs of a call
_KINDS = {"text": ".md", "bibtex": ".bib", "csl-json": ".json"}
_Arguments = Mapping[str, Any]


@frozen
class AgentTool:
    """A tool: its name and description, the schemas of its input and output, and the function itself.

    ``asks_network`` says that its answer is not of its arguments alone. ``call`` takes arguments and today's date and
    returns JSON; it raises a WellsourcedError.
    """

    name: str
    title: str
    description: str
    takes: dict[str, Any]
    returns: dict[str, Any]
    call: Callable[[_Arguments, date], str]
    asks_network: bool = False


def tools() -> tuple[AgentTool, ...]:
    """Return the tools, each with its schemas."""
    sources = {"type": "array", "items": _bare("sources"), "maxItems": MOST}
    day = {"type": "string", "format": "date", "description": "The day that dates are measured from; default: today."}
    return (
        AgentTool(
            "audit_draft",
            "Audit a draft",
            "Check every citation, number and quotation of a Markdown draft against its sources. Returns what is wrong "
            "and where, with proposed edits (offsets are code points of the text), and counts; `full` adds a verdict "
            "for each citation, what is only possible, and all evidence.",
            _object(
                {
                    "text": {"type": "string", "description": "The draft, as Markdown."},
                    "sources": {**sources, "description": "Its sources; without texts only the form is checked."},
                    "strict": {"type": "boolean", "description": "Citations that cannot be checked are errors."},
                    "full": {"type": "boolean", "description": "Return all that `audit --format json` prints."},
                    "as_of": day,
                },
                required=("text",),
            ),
            _either("audit-brief", "audit"),
            _audit_draft,
        ),
        AgentTool(
            "verify_claims",
            "Verify claims",
            "Say for each pair of a claim and a source's text whether the source supports the claim and carries its "
            "numbers and quotations. Returns a result for each pair, in their order.",
            _object({"pairs": {"type": "array", "items": _bare("pairs"), "maxItems": MOST}}, required=("pairs",)),
            _list_of("verify"),
            _verify_claims,
        ),
        AgentTool(
            "score_sources",
            "Score sources",
            "Judge sources for a question by relevance, authority, recency and density, and say which may be written "
            "from and whether they are enough for a report.",
            _object(
                {
                    "query": {"type": "string", "description": "The question: at least one letter or digit."},
                    "sources": {**sources, "description": "The sources to judge."},
                    "mode": {"enum": list(MODES), "description": "How many sources a report needs; default: standard."},
                    "as_of": day,
                },
                required=("query", "sources"),
            ),
            _bare("score"),
            _score_sources,
        ),
        AgentTool(
            "check_references",
            "Check references",
            "Say whether the works of a list of references are real and described as they are, by doi.org, Crossref, "
            "OpenAlex, DBLP and arXiv. Returns a verdict for each entry, field by field, beside the record.",
            _object(
                {
                    "text": {"type": "string", "description": "The references: one a line or item, BibTeX, CSL-JSON."},
                    "kind": {"enum": list(_KINDS), "description": "How they are written; default: text."},
                    "as_of": day,
                },
                required=("text",),
            ),
            _bare("references"),
            _check_references,
            asks_network=True,
        ),
    )


def run(tool: AgentTool, arguments: _Arguments, today: date) -> str:
    """Call a tool with unchecked arguments. Raises WellsourcedError for invalid ones and for too many."""
    from retrieval.jsonl import parse_object

    try:
        content = json.dumps(arguments)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError("arguments", "are not JSON", "pass an object of texts and lists") from error
    if len(content) > LARGEST:
        raise InputError("arguments", f"are larger than {LARGEST // 1024**2} MiB", "pass less at a time")
    # This refuses what JSON does not have: NaN, half a surrogate pair.
    given = parse_object(content, "arguments", "pass an object")
    for name in given:
        if name not in tool.takes["properties"]:
            raise InputError(
                name, f"is not an argument of {tool.name}", f"it takes {', '.join(tool.takes['properties'])}"
            )
    return _without_orders(tool.call(given, today))


def _without_orders(answer: str) -> str:
    """Return an answer without the orders to a model that a source gives: whoever reads it is one.

    Markers and edits stay as they are: they are the agent's own text, which it has to find and to change.
    """
    read = json.loads(answer)
    safe = _withheld(read)
    if safe == read:
        return answer
    if "\n" not in answer.rstrip():
        return json.dumps(safe, ensure_ascii=False, separators=(",", ":")) + "\n"
    return json.dumps(safe, ensure_ascii=False, indent=2) + "\n"


def _withheld(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: one if name in _OWN else _withheld(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_withheld(one) for one in value]
    found = orders(value) if isinstance(value, str) else ()
    return f"{value[: found[0][0]]}{_WITHHELD}" if found else value


# ---------------------------------------------------------------------------------------------- the tools


def _audit_draft(given: _Arguments, today: date) -> str:
    from wellsourced.formats.records.audit_brief import render

    strict, full = _flag(given, "strict"), _flag(given, "full")
    found = audit_text(_text(given, "text"), _sources(given), as_of=_day(given, today), strict=strict)
    return render_audit(found) if full else render(found)


def _verify_claims(given: _Arguments, _: date) -> str:
    from retrieval.pairs_file import read_pair
    from wellsourced.formats.records.verify import render_line

    read = [read_pair(record, f"pairs[{i}]") for i, record in enumerate(_objects(given, "pairs"))]
    found = verify_pairs(pair for _, pair in read)
    lines = [render_line(key, one).rstrip("\n") for (key, _), one in zip(read, found, strict=True)]
    return f'{{"results": [{", ".join(lines)}]}}\n'


def _score_sources(given: _Arguments, today: date) -> str:
    from wellsourced.formats.records.scores import render

    mode = given.get("mode", "standard")
    found = score_sources(_text(given, "query"), _sources(given), as_of=_day(given, today), mode=mode)
    return render(found.batch, found.outcome, found.retry, mode)


def _check_references(given: _Arguments, today: date) -> str:
    from pathlib import Path

    from wellsourced.config import load
    from wellsourced.formats.records.references import render_json
    from wellsourced.reference_check import check
    from wellsourced.reference_files import reference_text
    from wellsourced.reference_registries import registries
    from wellsourced.reference_report import ReferenceRun, checked_file

    kind = given.get("kind", "text")
    if kind not in _KINDS:
        raise InputError("kind", f"{shown(str(kind), 40)!r} is not a kind", f"choose one of {', '.join(_KINDS)}")
    day, file = _day(given, today), reference_text(_text(given, "text"), _KINDS[kind])
    services = registries(load(None, Path.cwd()), day)
    return render_json(ReferenceRun((checked_file(file, check(file.references, services, day)),)))


# ---------------------------------------------------------------------------------------------- their arguments


def _text(given: _Arguments, name: str) -> str:
    from retrieval.jsonl import text_field

    return text_field(dict(given), name, "arguments", required=True) or ""


def _flag(given: _Arguments, name: str) -> bool:
    value = given.get(name, False)
    if not isinstance(value, bool):
        raise InputError(name, "is not true or false", "pass true or false")
    return value


def _day(given: _Arguments, today: date) -> date:
    text = given.get("as_of")
    if text is None:
        return today
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise InputError("as_of", f"{shown(str(text), 40)!r} is not a date", "write YYYY-MM-DD") from None


def _sources(given: _Arguments) -> list[Source]:
    from retrieval.sources_file import read_source

    return [
        read_source(record, f"sources[{i}]", default_number=i + 1)
        for i, record in enumerate(_objects(given, "sources"))
    ]


def _objects(given: _Arguments, name: str) -> list[dict[str, Any]]:
    listed = given.get(name, [])
    if not isinstance(listed, list):
        raise InputError(name, "is not a list", "pass a list of objects")
    if len(listed) > MOST:
        raise InputError(name, f"has more than {MOST:,} entries", "pass fewer at a time")
    for i, one in enumerate(listed):
        if not isinstance(one, dict):
            raise InputError(f"{name}[{i}]", "is not an object", "pass a list of objects")
    return listed


# ---------------------------------------------------------------------------------------------- their schemas


def _object(properties: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _bare(name: str) -> dict[str, Any]:
    """Return a schema without its name and dialect: some clients know neither, and one may stand in another."""
    return {key: value for key, value in schema(name).items() if key not in ("$schema", "$id")}


def _either(*names: str) -> dict[str, Any]:
    """Return the schema of an object that follows one of several schemas, the definitions lifted likewise."""
    read = [_bare(name) for name in names]
    definitions = {key: one for schema in read for key, one in schema.pop("$defs", {}).items()}
    return {"type": "object", "oneOf": read, "$defs": definitions}


def _list_of(name: str) -> dict[str, Any]:
    """Return the schema of {results: [...]}, the definitions lifted to where references look for them."""
    one = _bare(name)
    definitions = one.pop("$defs", {})
    return {
        **_object({"results": {"type": "array", "items": one}}, required=("results",)),
        "$defs": definitions,
    }
