#!/usr/bin/env bash
# Audit drafts in a workflow: annotations on stdout, SARIF in a file where one is wanted; ends as the audit does,
# or as the writing of that file where it fails.
#
# Inputs come from the environment and are never evaluated: FILES and SOURCES a path a line (FILES may hold folders
# and globs), ARGS separated by white space, FETCH true or false, FAIL_ON, SARIF_FILE. VENV is the environment with the
# program; without it the program is looked for on the PATH.
set -euo pipefail

program=wellsourced
for candidate in "${VENV:-}/bin/wellsourced" "${VENV:-}/Scripts/wellsourced.exe"; do
  if [ -n "${VENV:-}" ] && [ -x "$candidate" ]; then
    program="$candidate"
  fi
done

files=()
while IFS= read -r line || [ -n "$line" ]; do
  line="${line%$'\r'}"
  line="${line#"${line%%[![:space:]]*}"}"
  line="${line%"${line##*[![:space:]]}"}"
  case "$line" in
    "") ;;
    -*) files+=("./$line") ;; # a file of that name, never an option
    *) files+=("$line") ;;
  esac
done <<< "${FILES:-}"
if [ "${#files[@]}" -eq 0 ]; then
  echo "error: files: is empty: name drafts, folders or globs, one a line" >&2
  exit 2
fi

options=()
IFS=$' \t\n' read -r -d '' -a options <<< "${ARGS:-}" || true
if [ -n "${SOURCES:-}" ]; then
  options+=("--sources=$SOURCES")
fi

if [ "${FETCH:-false}" = "true" ]; then
  options+=(--fetch)
fi

run() {
  "$program" audit ${options[@]+"${options[@]}"} "$@" "${files[@]}"
}

ended=0
run ${FAIL_ON:+--fail-on "$FAIL_ON"} --format github || ended=$?

if [ -n "${SARIF_FILE:-}" ]; then
  written=0
  said="$(run --fail-on never --format sarif --output "$SARIF_FILE" --quiet 2>&1)" || written=$?
  case "$written" in
    0 | 3 | "$ended") ;; # what is wrong with the drafts stands above
    *)
      echo "$said" >&2
      ended="$written"
      ;;
  esac
fi
exit "$ended"
