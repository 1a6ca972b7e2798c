"""What a message on meaning puts in quotation marks stands in the sentence or its source, just so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from audit.statements import overclaims
from audit.statistics import prepare

SETS = sorted((Path(__file__).parents[2] / "fixtures" / "overclaims").glob("*.jsonl"))


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_every_quoted_stretch_stands_there(path: Path) -> None:
    quoted = 0
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        texts = f"{row['claim']}\n{row['source']}"
        for one in overclaims(row["claim"], prepare(row["source"])):
            for stretch in re.findall(r'"([^"]*)"', one.why):
                quoted += 1
                assert stretch in texts, one
    assert quoted > 20
