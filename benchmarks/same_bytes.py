"""Prove that a change changes no verdict: make same-bytes BASE=commit [DATA=dir].

A base commit and the tree each print the same things: audits of every fixture and of every draft of the labelled data
(each with its sources) as JSON, text and HTML, every labelled pair through ``verify``, every labelled question through
``score --batch``, and the demo night. All bytes must be equal but for the fingerprint of the policy.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DAY = "2026-01-15"  # from which ages are measured
FORMATS = ("json", "text", "html")
CHUNK = 200  # pairs a call
_POLICY = re.compile(rb'("policy":\s*"|, policy |policy=)[0-9a-f]{6,64}')
_FAILED = re.compile(rb"(?m)^exit (?:2|4|70)$")
SHOWN = 20  # differing outputs that are named
_SUPPORT = ("attreval", "attributedqa", "begin", "citint_a", "citint_b", "expertqa", "fcg", "gensearch", "hagrid")
_SUPPORT += ("injected", "lfqa", "wice_dev")


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.same_bytes", description=__doc__.partition("\n")[0])
    parser.add_argument("--base", required=True, metavar="COMMIT", help="the commit to compare with")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of labelled data")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every N-th labelled row (default: 1)")
    args = parser.parse_args()
    known = ["git", "-C", str(ROOT), "rev-parse", "--quiet", "--verify", f"{args.base}^{{commit}}"]
    if subprocess.run(known, capture_output=True, check=False).returncode:
        print(f"error: {args.base}: is no commit of this repository: give one as BASE", file=sys.stderr)
        return 2
    if not args.data.is_dir():
        print(f"{args.data} is no folder of labelled data: comparing the fixtures and the demo night alone")
    with tempfile.TemporaryDirectory(prefix="same-bytes-") as name:
        room = Path(name)
        inputs, base = room / "inputs", room / "base"
        count = write_inputs(inputs, args.data, args.every)
        checkout = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*checkout, "add", "--quiet", "--detach", str(base), args.base], check=True)
        try:
            runs = [start(tree, inputs, room / to) for tree, to in ((base, "before"), (ROOT, "after"))]
            if sum(run.wait() for run in runs):
                print("error: a run broke off: see above", file=sys.stderr)
                return 1
        finally:
            subprocess.run([*checkout, "remove", "--force", str(base)], check=True)
        return report(room / "before", room / "after", count)


def start(tree: Path, inputs: Path, to: Path) -> subprocess.Popen[bytes]:
    """Start the calls in a tree, each with a copy of the inputs of its own: some calls write beside them."""
    own = inputs.with_name(f"{to.name}-inputs")
    shutil.copytree(inputs, own)
    command = [sys.executable, "-P", str(ROOT / "benchmarks" / "every_output.py"), str(tree), str(own), str(to)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(own), "XDG_CACHE_HOME": str(own), "COLUMNS": "100"}
    return subprocess.Popen(command, env=environment)


def write_inputs(to: Path, data: Path, every: int) -> Counter[str]:
    """Write all inputs and the list of calls; return how many calls there are of each kind."""
    shutil.copytree(ROOT / "fixtures", to / "fixtures")
    calls = [*_fixtures(to), *_night()]
    if data.is_dir():
        calls += [*_drafts(to, data / "drafts", every), *_pairs(data, every), *_questions(to, data / "relevance")]
    (to / "calls.jsonl").write_text("".join(json.dumps(call) + "\n" for call in calls), "utf-8")
    return Counter(str(call["name"]).partition("/")[0] for call in calls)


def _audits(name: str, draft: Path, *options: str) -> Iterator[dict[str, object]]:
    for form in FORMATS:
        arguments = ["audit", str(draft), "--format", form, "--as-of", DAY, "-v", *options]
        yield {"name": f"{name}.{form}", "arguments": arguments}


def _fixtures(to: Path) -> Iterator[dict[str, object]]:
    for draft in sorted((to / "fixtures").rglob("*.md")):
        if "corpus" in draft.parts or draft.name == "README.md":
            continue
        own = draft.relative_to(to)
        sources = draft.with_name("sources.jsonl")
        given = ["--sources", str(sources.relative_to(to))] if sources.exists() else []
        yield from _audits(f"fixtures/{own}", own, *given)
        yield {"name": f"fixtures/{own}.diff", "arguments": ["audit", str(own), "--diff", "--unsafe-fixes", *given]}
    for file in sorted((to / "fixtures" / "claims").glob("*.jsonl")):
        own = file.relative_to(to)
        yield {"name": f"fixtures/{own}", "arguments": ["verify", str(own)]}
    yield {"name": "fixtures/rules", "arguments": ["rules"]}


def _night() -> Iterator[dict[str, object]]:
    """The demo night: indexing, every article, and a search; what it writes is compared too."""
    corpus = "corpus.sqlite"
    yield {"name": "night/corpus", "arguments": ["corpus", "build", "fixtures/corpus", "--to", corpus]}
    for topics in ("night", "gate"):
        written = ["--out", f"{{to}}/night/{topics}", "--as-of", DAY, "--corpus", corpus, "--writer", "extractive"]
        yield {"name": f"night/{topics}.txt", "arguments": ["batch", f"fixtures/topics/{topics}.jsonl", *written, "-q"]}
    asked = ["San Diego noise ordinance", "--corpus", corpus, "--as-of", DAY, "--format", "json"]
    yield {"name": "night/search", "arguments": ["search", *asked]}


def _drafts(to: Path, folder: Path, every: int) -> Iterator[dict[str, object]]:
    for file in sorted(folder.glob("drafts_*.jsonl")):
        for number, row in enumerate(_rows(file)):
            if number % every:
                continue
            draft = Path("drafts") / f"{file.stem}-{number}.md"
            (to / "drafts").mkdir(exist_ok=True)
            (to / draft).write_text(row["draft_markdown"], "utf-8", newline="")
            sources = "".join(json.dumps(source) + "\n" for source in row["sources"])
            (to / draft).with_suffix(".sources.jsonl").write_text(sources, "utf-8")
            yield from _audits(str(draft), draft)


def _pairs(data: Path, every: int) -> Iterator[dict[str, object]]:
    files = [data / "support" / f"{name}.jsonl" for name in _SUPPORT]
    files += [*sorted((data / "stats").glob("*.dev.jsonl")), *sorted((data / "meaning").glob("*.jsonl"))]
    for file in files:
        rows = [row for number, row in enumerate(_rows(file)) if number % every == 0]
        for first in range(0, len(rows), CHUNK):
            named = ("id", "claim", "source_text", "source_title", "source_url", "context")
            lines = [{key: row[key] for key in named if row.get(key)} for row in rows[first : first + CHUNK]]
            text = "".join(json.dumps({"source_text": "", **line}) + "\n" for line in lines)
            yield {"name": f"pairs/{file.stem}-{first}", "arguments": ["verify", "-"], "stdin": text}


def _questions(to: Path, folder: Path) -> Iterator[dict[str, object]]:
    for place in sorted(path for path in folder.iterdir() if path.is_dir()):
        texts = {row["id"]: row for row in _rows(place / "docs.jsonl")}
        judged: dict[str, list[str]] = {}
        for line in (place / "qrels.tsv").read_text("utf-8").splitlines():
            query, document, *_ = line.split("\t")
            judged.setdefault(query, []).append(document)
        lines = [
            {
                "id": row["id"],
                "query": row["text"],
                "sources": [
                    {"url": f"https://{place.name}.example/{one}", **texts[one]}
                    for one in judged.get(row["id"], ())
                    if one in texts
                ],
            }
            for row in _rows(place / "queries.jsonl")
        ]
        questions = Path(f"{place.name}.jsonl")
        (to / questions).write_text("".join(json.dumps(line) + "\n" for line in lines if line["sources"]), "utf-8")
        yield {"name": f"questions/{place.name}", "arguments": ["score", "--batch", str(questions), "--as-of", DAY]}


def _rows(file: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def report(before: Path, after: Path, calls: Counter[str]) -> int:
    """Print which outputs differ; return 0 where none does."""
    files = {path.relative_to(one) for one in (before, after) for path in one.rglob("*") if path.is_file()}
    compared = sorted(path for path in files if path.suffix not in {".sqlite", ".sqlite-wal", ".sqlite-shm"})
    different = [path for path in compared if _content(before / path) != _content(after / path)]
    kinds = Counter(path.parts[0] for path in compared)
    for kind in sorted(kinds):
        differing = sum(path.parts[0] == kind for path in different)
        print(f"{kind}: {calls[kind]} calls, {kinds[kind]} outputs, {differing} different")
    for path in different[:SHOWN]:
        print(f"  different: {path}{_first_difference(_content(before / path), _content(after / path))}")
    failed = [path for path in compared if _FAILED.search(_content(before / path))]
    for path in failed[:SHOWN]:
        print(f"  failed in the base, which proves nothing: {path}: {_content(before / path)[-200:]!r}")
    print("same bytes" if not different else f"{len(different)} of {len(compared)} outputs differ")
    return 1 if different or failed else 0


def _content(path: Path) -> bytes:
    """Return an output with the policy's fingerprint left out; b"" where there is none."""
    return _POLICY.sub(rb"\1", path.read_bytes()) if path.exists() else b""


def _first_difference(one: bytes, other: bytes) -> str:
    for number, (mine, theirs) in enumerate(zip(one.splitlines(), other.splitlines(), strict=False), 1):
        if mine != theirs:
            at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
            start = max(0, at - 60)
            return f"\n    line {number}: {mine[start : at + 90]!r}\n    now:     {theirs[start : at + 90]!r}"
    return f": {len(one)} and {len(other)} bytes"


if __name__ == "__main__":
    sys.exit(main())
