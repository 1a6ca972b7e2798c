"""What README and docs show is run and compared; what cannot be run here is held against the parser it is meant for."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import pasted
from docs.transcripts import BLOCK, ROOT, documents, run
from wellsourced.cli import build_parser
from wellsourced.commands import names
from wellsourced.config import load

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
_PAGES = (*documents(), *sorted((ROOT / "docs" / "reference").glob("*.md")), ROOT / "CONTRIBUTING.md")
# Run elsewhere, or to be read only: a terminal's own words, a database administrator's, a cron table's times.
_KINDS = {"console", "sh", "bash", "toml", "yaml", "json", "jsonl", "python", "make", "sql", "crontab", "ini", "text"}


def fenced(*kinds: str) -> list[tuple[str, str]]:
    """Return the blocks of some kinds in all pages: (page and number, content)."""
    return [
        (f"{page.name}-{number}", block[2])
        for page in _PAGES
        for number, block in enumerate(_FENCE.finditer(page.read_text("utf-8")), 1)
        if block[1] in kinds
    ]


def by_name(*kinds: str) -> pytest.MarkDecorator:
    blocks = fenced(*kinds)
    return pytest.mark.parametrize("body", [body for _, body in blocks], ids=[name for name, _ in blocks])


@pytest.mark.parametrize("page", [p for p in documents() if BLOCK.search(p.read_text("utf-8"))], ids=lambda p: p.name)
def test_a_transcript_is_what_the_commands_print(page: Path) -> None:
    for transcript in run(page):
        assert transcript.printed == transcript.stands


@pytest.mark.parametrize("page", pasted.PAGES, ids=lambda p: p.name)
def test_what_a_reader_pastes_works_in_a_clone(page: Path) -> None:
    blocks = pasted.paste(page)
    assert blocks
    for block in blocks:
        assert [one for one in block.commands if not one.expected] == []
        assert block.shown in {None, block.printed}


def test_a_command_that_fails_unannounced_and_an_output_that_differs_are_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    shown = "<!-- output -->\n```text\nwrong\n```\n"
    page.write_text(f"```sh\nfalse\ntrue\ncat <<'END'\n$?\nEND\n(exit 3)\necho $?\n```\n\n{shown}", "utf-8")
    (block,) = pasted.paste(page)
    assert [(one.code, one.expected) for one in block.commands] == [(1, False), *[(0, True)] * 2, (3, True), (0, True)]
    assert block.printed == "$?\n3\n"
    assert block.differs


def test_every_output_block_follows_what_prints_it() -> None:
    for page in _PAGES:
        text = page.read_text("utf-8")
        assert text.count("<!-- output -->") == pasted.outputs(text), page.name


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 180


def test_every_console_block_names_the_folder_it_is_run_in() -> None:
    for page in _PAGES:
        text = page.read_text("utf-8")
        assert text.count("```console") == len(BLOCK.findall(text)), page.name


def test_every_block_is_of_a_kind_that_is_checked() -> None:
    found = {block[1] for page in _PAGES for block in _FENCE.finditer(page.read_text("utf-8"))}
    assert found <= _KINDS


@by_name("sh", "bash", "crontab", "ini", "make", "yaml")
def test_commands_that_are_not_run_here_are_ones_that_the_parser_takes(body: str) -> None:
    for words in _commands(body):
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= _TARGETS
        else:
            build_parser(words[1] if words[1] in names() else None).parse_args(words[1:])


@by_name("sh", "bash")
def test_shell_blocks_are_shell(body: str) -> None:
    subprocess.run(["bash", "-n"], input=body, text=True, check=True)


@by_name("toml")
def test_configuration_blocks_are_configuration(body: str, tmp_path: Path) -> None:
    if "[project" in body:
        tomllib.loads(body)
        return
    path = tmp_path / "wellsourced.toml"
    path.write_text(body, "utf-8")
    load(path, tmp_path)


@by_name("yaml")
def test_hooks_and_inputs_that_pages_name_exist(body: str) -> None:
    hooks = set(re.findall(r"id: (\S+)", (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")))
    assert set(re.findall(r"- id: (wellsourced\S+)", body)) <= hooks
    inputs = set(re.findall(r"^  ([a-z-]+):$", (ROOT / "action.yml").read_text("utf-8"), re.MULTILINE))
    for given in re.findall(r"uses: \S+/wellsourced@\S+\n +with:\n((?: {10,}.*\n)+)", body):
        assert set(re.findall(r"^ {10}([a-z-]+):", given, re.MULTILINE)) <= inputs


def test_json_blocks_are_json() -> None:
    for _, body in fenced("json", "jsonl"):
        for text in body.splitlines() if body.count("\n{") else [body]:
            json.loads(text)


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", _without_code(path.read_text("utf-8"))):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_page_is_named_in_the_table_of_contents() -> None:
    contents = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")]
    for page in pages:
        if not page.startswith(("rules/", "decisions/")) and page != "README.md":
            assert f"({page})" in contents, page


def _commands(body: str) -> Iterator[list[str]]:
    """Yield what a block would have the shell run, where it is ours: the words up to a pipe or a redirection."""
    for line in body.replace("\\\n", " ").splitlines():
        for found in re.finditer(r"(?:^|[\s;|&(`'])((?:wellsourced|make) (?![^\s]*/).*)", line.split(" # ")[0]):
            text = re.split(r"\s[0-9]?[|>&<;]|['`]$|\]", found[1].replace("\\%", "%").replace("$$", "$"))[0]
            if (words := shlex.split(text)) and (words[0] == "make" or words[1:2] != [":"]):
                yield words


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
