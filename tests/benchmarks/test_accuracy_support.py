"""What is told of claims into which something was put."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.accuracy_support import PLANTED, PutIn, put_in

SOURCE = "The first ferry was built by the Brandal yard in Ulvik and carries ninety cars across the Marl sound."
OWN = "The first ferry was built by the Brandal yard in Ulvik."


def row(kind: str, claim: str, own: str = OWN) -> str:
    meta = {"kind": kind, "parent": "1", "original_claim": own}
    named = {"dataset": "own", "claim": claim, "source_text": SOURCE, "source_title": "", "source_url": ""}
    return json.dumps({**named, "meta": meta}) + "\n"


def test_what_was_put_in_is_told_beside_the_untouched_claim(tmp_path: Path) -> None:
    (tmp_path / "support").mkdir()
    (tmp_path / "support" / "injected.jsonl").write_text(
        row("inject_entity", OWN.replace("Brandal", "Kessim"))
        + row("inject_entity", OWN)
        + row("inject_entity", OWN, OWN.replace("Brandal", "Kessim"))
        + row("inject_negation", OWN.replace("was built", "was not built")),
        "utf-8",
    )
    names, negations = (put_in(tmp_path, kind, codes) for kind, codes, _ in PLANTED.values())
    told, silent, accused = names["own"]
    assert told == PutIn(told=True, found=True, accused=False, noted=False)
    assert silent == PutIn(told=False, found=False, accused=False, noted=False)
    assert accused == PutIn(told=False, found=False, accused=True, noted=True)
    assert negations == {"own": [PutIn(told=True, found=True, accused=False, noted=False)]}
