"""What the benchmarks need beyond the base install is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("benchmark", ["accuracy", "bench", "peers"])
@pytest.mark.parametrize("missing", ["numpy", "sklearn"])
def test_a_benchmark_without_the_extra_names_it_in_one_line(benchmark: str, missing: str) -> None:
    program = (
        f"import runpy, sys; sys.modules[{missing!r}] = None; sys.argv[1:] = ['--data', 'none']; "
        f"runpy.run_module('benchmarks.{benchmark}', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == 'error: benchmarks: need numpy and scikit-learn: install "wellsourced[fit]"\n'
