# `make help` lists the targets. Everything runs from .venv, which is made and filled as needed.
.DEFAULT_GOAL := help
.PHONY: help setup dev run test test-fast test-durations test-ray soak audit lint types bench bench-accuracy bench-reader bench-references bench-articles same-bytes bench-peers fuzz audit-packages docs lock clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Errors alone: an index that the machine is set up with may warn once for every package.
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# Bytecode is wanted here: without it every start compiles the test tools, which takes longer than most tests.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q
SPREAD := -n auto --dist worksteal
OUT := out
DATA ?= ../shared/data
SECONDS ?= 600
BASE ?= HEAD

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/.runtime ## make .venv with what the program needs
dev: $(VENV)/.dev ## make .venv with what the tests need too

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-build-isolation --no-deps --editable .
	$(BIN)/python -m compileall -q wellsourced wellsourced_core quality retrieval audit writer
	$(BIN)/python -m wellsourced.warm
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

$(VENV)/.ray: requirements-ray.lock $(VENV)/.dev
	$(PIP) install --require-hashes --requirement requirements-ray.lock
	@touch $@

$(VENV)/.fuzz: requirements-fuzz.lock $(VENV)/.dev
	$(PIP) install --require-hashes --requirement requirements-fuzz.lock
	@touch $@

run: setup ## the demo night: index fixtures/corpus, write an article for every topic
	$(BIN)/wellsourced corpus build fixtures/corpus --to $(OUT)/corpus.sqlite
	$(BIN)/wellsourced batch fixtures/topics/night.jsonl --corpus $(OUT)/corpus.sqlite --writer extractive --out $(OUT)/night

test: dev ## run all tests, on all cores
	$(PYTEST) $(SPREAD)

test-fast: dev ## run all tests but the slow ones, in about a minute
	$(PYTEST) $(SPREAD) -m "not slow"

test-durations: dev ## measure all tests anew and write down which are slow
	: > tests/slow.txt
	$(PYTEST) -p no:xdist --add-slow
	# Then without them: what several share (a browser, a server) is counted with the first one that is left.
	$(PYTEST) -p no:xdist --add-slow -m "not slow"

test-ray: $(VENV)/.ray ## the tests of --engine ray, which need the extra
	$(PYTEST) tests/wellsourced/engines/on_ray.py

soak: dev ## a night of 200 topics with every fault of the service, and one killed 100 times
	WELLSOURCED_SOAK_TOPICS=200 WELLSOURCED_SOAK_KILLS=100 $(PYTEST) -s \
	  tests/wellsourced/test_long_night.py \
	  "tests/wellsourced/test_batch.py::test_h01_killed_at_any_moment_the_night_comes_out_the_same_and_nothing_is_paid_twice"

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
	$(BIN)/python -m benchmarks.bench

bench-accuracy: dev ## accuracy on labelled data: make bench-accuracy DATA=dir [ABLATE=1]
	$(BIN)/python -m benchmarks.accuracy --data $(DATA) $(if $(ABLATE),--ablate)

bench-reader: dev ## what a reader brings, simulated or asked: make bench-reader DATA=dir [READER=claude|openai]
	$(BIN)/python -m benchmarks.reader --data $(DATA) $(if $(READER),--reader $(READER))

bench-references: dev ## invented references told, right ones accused: make bench-references DATA=dir
	$(BIN)/python -m benchmarks.references --data $(DATA)

bench-articles: dev ## what the extractive writer makes of 280 topics, and what bounds it
	$(BIN)/python -m benchmarks.articles
	$(BIN)/python -m benchmarks.article_limits

same-bytes: dev ## prove that a change changes no verdict: make same-bytes BASE=commit DATA=dir
	$(BIN)/python -m benchmarks.same_bytes --base $(BASE) --data $(DATA)

bench-peers: dev ## compare with other tools, each in its own environment: make bench-peers DATA=dir
	$(BIN)/python -m benchmarks.peers --data $(DATA) --write

fuzz: $(VENV)/.fuzz ## throw bytes at every reader: make fuzz SECONDS=600
	$(BIN)/python -m fuzz --seconds $(SECONDS)

audit-packages: $(BIN)/python ## ask a vulnerability service about the locked packages
	bash .ci/audit-packages

docs: dev ## write the generated pages and transcripts anew
	$(BIN)/python -m docs.generate
	$(BIN)/python -m docs.transcripts
	$(BIN)/python -m docs.pasted --write

lock: ## resolve the locked versions anew (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --quiet  --custom-compile-command "make lock" --output-file requirements-base.lock
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --extra fit --extra docx --extra tex --constraint requirements-base.lock --quiet \
	  --custom-compile-command "make lock" --output-file requirements.lock
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --group dev --extra fit --extra docx --extra tex --extra postgres --extra pdf --extra mcp --constraint requirements.lock --quiet \
	  --custom-compile-command "make lock" --output-file requirements-dev.lock
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --group build --extra ray --constraint requirements-dev.lock --quiet \
	  --custom-compile-command "make lock" --output-file requirements-ray.lock
	uv pip compile --group pyproject.toml:fuzz --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	  --custom-compile-command "make lock" --output-file requirements-fuzz.lock
	uv pip compile --group pyproject.toml:security --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	  --custom-compile-command "make lock" --output-file requirements-security.lock

clean: ## remove what the targets made
	rm -rf $(VENV) $(OUT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
