"""Say what pip-audit found of a lock: `read_audit.py LOCK REPORT.json`; 1 where a package is known to be bad."""

import json
import sys
from pathlib import Path


def main(lock: str, report: str) -> int:
    try:
        packages = json.loads(Path(report).read_text("utf-8"))["dependencies"]
    except (ValueError, KeyError):
        print(f"{lock}: not run: service unreachable")
        return 0
    asked = [one for one in packages if "vulns" in one and not one.get("skip_reason")]
    if not asked:
        print(f"{lock}: not run: service unreachable, or it knows none of the {len(packages)} packages")
        return 0
    bad = [one for one in asked if one["vulns"]]
    for one in bad:
        print(f"{lock}: {one['name']} {one['version']}: {', '.join(vuln['id'] for vuln in one['vulns'])}")
    print(f"{lock}: {len(asked)} of {len(packages)} packages asked about, {len(bad)} known to be vulnerable")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
