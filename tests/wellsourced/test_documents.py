"""Every command line in README and docs is run, and its output compared."""

from __future__ import annotations

import re

import pytest

from docs.transcripts import BLOCK, ROOT, blocks, documents, run

_COPIES = list(blocks())


@pytest.mark.parametrize(("folder", "body"), [c[1:] for c in _COPIES], ids=[c[0] for c in _COPIES])
def test_a_transcript_is_what_the_commands_print(folder: str, body: str) -> None:
    assert run(folder, body) == body


def test_every_console_block_names_the_folder_it_is_run_in() -> None:
    for path in documents():
        text = path.read_text("utf-8")
        assert text.count("```console") == len(BLOCK.findall(text)), path.name


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", _without_code(path.read_text("utf-8"))):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
