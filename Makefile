# wellsourced: `make help` lists the targets. Everything runs from .venv, which is made and filled as needed.
.DEFAULT_GOAL := help
.PHONY: help setup dev run test audit lint types bench bench-accuracy docs lock clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
OUT := out
DATA ?= ../shared/data

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/.runtime ## make .venv with what the program needs
dev: $(VENV)/.dev ## make .venv with what the tests need too

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	$(BIN)/python -m compileall -q wellsourced quality retrieval audit writer
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

run: setup ## the demo night: index fixtures/corpus, write an article for every topic
	$(BIN)/wellsourced corpus build fixtures/corpus --to $(OUT)/corpus.sqlite
	$(BIN)/wellsourced batch fixtures/topics/night.jsonl --corpus $(OUT)/corpus.sqlite --writer extractive --out $(OUT)/night

test: dev ## run all tests
	$(BIN)/python -m pytest -q

audit: setup ## audit a draft: make audit FILE=draft.md [FETCH=1] [SOURCES=sources.jsonl]
	@test -n "$(FILE)" || { echo "error: FILE: is missing: make audit FILE=draft.md" >&2; exit 2; }
	@$(BIN)/wellsourced audit $(if $(SOURCES),--sources "$(SOURCES)") $(if $(FETCH),--fetch) --format text "$(FILE)"

lint: dev ## style and import laws
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: dev ## strict types
	$(BIN)/mypy

bench: dev ## speed, side by side with the plain idiom
	$(BIN)/python -m benchmarks.speed

bench-accuracy: dev ## accuracy on labelled data: make bench-accuracy DATA=dir
	$(BIN)/python -m benchmarks.accuracy --data $(DATA)

docs: dev ## write the generated pages and transcripts anew
	$(BIN)/python -m docs.generate
	$(BIN)/python -m docs.transcripts

lock: ## resolve the locked versions anew (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --quiet --custom-compile-command "make lock" --output-file requirements.lock
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --group dev --extra postgres --extra pdf --constraint requirements.lock --quiet \
	  --custom-compile-command "make lock" --output-file requirements-dev.lock

clean: ## remove what the targets made
	rm -rf $(VENV) $(OUT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
