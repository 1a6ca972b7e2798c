"""Backends are found by their files and imported only when asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

import retrieval.backends
from retrieval.backends import build, names
from wellsourced_core.errors import ConfigError


def test_the_names_are_the_files() -> None:
    folder = Path(retrieval.backends.__file__).parent
    assert names() == tuple(sorted(f.stem for f in folder.glob("*.py") if f.stem != "__init__"))


def test_naming_the_backends_imports_none() -> None:
    code = (
        "import sys; from retrieval.backends import names;"
        "print([name for name in names() if f'retrieval.backends.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_backend_is_refused_and_the_known_are_named() -> None:
    with pytest.raises(ConfigError, match="corpus"):
        build("nonsense", {})


@pytest.mark.parametrize("name", names())
def test_an_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="not an option"):
        build(name, {"colour": "red"})
