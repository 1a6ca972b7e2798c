"""What `calibrate` prints: both kinds of error on labelled pairs, by verdict and by rule, with their intervals."""

from __future__ import annotations

from typing import Any

from audit.calibration import Calibration, Row, Share
from wellsourced.formats.records import dump

SCHEMA = "wellsourced.calibration/1"


def render(found: Calibration) -> str:
    """Return a calibration as JSON; shares of nothing are null."""
    return dump(
        {
            "schema": SCHEMA,
            "right": found.right,
            "wrong": found.wrong,
            "auc": None if found.auc is None else round(found.auc, 6),
            "verdicts": [_row(row) for row in found.verdicts],
            "rules": [_row(row) for row in found.rules],
        }
    )


def render_text(found: Calibration) -> str:
    """Return a calibration as two tables of 80 columns."""
    ranked = "no ranking: both labels are needed" if found.auc is None else f"ranking (AUC) {found.auc:.3f}"
    lines = [f"{found.right} right and {found.wrong} wrong pairs, {ranked}", ""]
    for title, rows in (("verdict", found.verdicts), ("rule", found.rules)):
        if rows:
            lines.append(f"{title:15}{'of the right':>30}{'of the wrong':>30}")
            lines += [f"{row.name:15}{shown_share(row.right):>30}{shown_share(row.wrong):>30}" for row in rows]
            lines.append("")
    return "\n".join(lines)


def shown_share(share: Share) -> str:
    bounds, value = share.bounds, share.value
    if bounds is None or value is None:
        return "-"
    low, high = bounds
    return f"{share.count:,}  {100 * value:5.1f} % [{100 * low:5.1f}, {100 * high:5.1f}]"


def _row(row: Row) -> dict[str, Any]:
    return {"name": row.name, "right": share_record(row.right), "wrong": share_record(row.wrong)}


def share_record(share: Share) -> dict[str, Any]:
    low, high = share.bounds or (None, None)
    return {"count": share.count, "share": _round(share.value), "low": _round(low), "high": _round(high)}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
