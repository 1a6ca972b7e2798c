#!/usr/bin/env bash
# Install the program from the Action's own checkout into an environment of its own, from locked versions with hashes.
# Needs: PYTHON, ACTION_PATH, VENV.
set -euo pipefail

"$PYTHON" -m venv "$VENV"
bin="$VENV/bin"
[ -d "$bin" ] || bin="$VENV/Scripts"
pip() { "$bin/python" -m pip --disable-pip-version-check --quiet "$@"; }

pip install --require-hashes --requirement "$ACTION_PATH/requirements-base.lock"
pip install --no-build-isolation --no-deps "$ACTION_PATH"
"$bin/python" -P -m wellsourced.warm
