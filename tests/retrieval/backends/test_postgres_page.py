"""The page on PostgreSQL says what works: its commands are run on a real server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "postgres.md"


def test_the_commands_of_the_page_work(postgres: str, fixtures: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```bash\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (build_and_search,) = (block for block in blocks if "corpus build" in block)
    (tmp_path / "documents").symlink_to(fixtures / "corpus")
    (tmp_path / "topics.jsonl").symlink_to(fixtures / "topics" / "night.jsonl")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", build_and_search],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "WELLSOURCED_DSN": postgres},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "night" / "summary.json").is_file()
