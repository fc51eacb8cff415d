# Two commands do everything on a fresh machine with Python 3.11 and make:
#   make run     set up, then start the console
#   make test    set up, then run all tests
# The rest: pit (the supervisor's review on a demonstration floor), pictures, screens, lint, coverage, bench, proof, dist, test-dist, docs,
# lock, clean.

SHELL := /bin/sh
.DELETE_ON_ERROR:
# Compiled modules are kept: every worker and every process that a test starts would compile them again.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help setup run pit pictures screens test lint coverage bench proof dist test-dist docs lock clean

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3 python; do \
    if command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
    then echo $$p; break; fi; done)
BIN := .venv/bin
READY := .venv/.ready

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

setup: $(READY)

$(READY): requirements/dev.txt pyproject.toml
	@if [ -z "$(PYTHON)" ]; then echo "make setup: no Python 3.11 or newer on the PATH (Debian: package python3)" >&2; exit 1; fi
	@PYTHON="$(PYTHON)" sh requirements/install

run: setup
	$(BIN)/dealer-console demo

# A running floor: eight tables that deal by themselves after a week of play, and the supervisor's review on it.
# PIT=--still opens a week of twelve closed tables instead.
pit: setup
	$(BIN)/dealer-console demo-pit $(PIT)

# The pictures of the documents, painted again.
pictures: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.tools.pictures.console docs/pictures
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.tools.pictures.pit docs/pictures

# Every screen of the console in six sizes, to be looked at: SCREENS=DIR LANGUAGE=es THEME=light LARGE=large.
screens: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.tools.pictures.pages $(or $(SCREENS),build/screens) $(or $(LANGUAGE),en) $(or $(THEME),dark) $(LARGE)

# Many tests wait for lines, windows and processes: two more at a time than there are processors. Tests of one file stay
# together, so that what they share is made once; who has nothing left takes over from the others.
test: setup
	$(BIN)/python -m pytest -n $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 2)') --dist worksteal $(TESTS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Branch coverage; the engine, the rulebook and the journal are meant to be whole.
coverage: setup
	$(BIN)/python -m pytest -n auto --cov --cov-branch --cov-report=term $(TESTS)

bench: setup
	$(BIN)/python -m tests.tools.bench $(BENCH)

proof: setup
	HYPOTHESIS_PROFILE=proof $(BIN)/python -m pytest -n auto -rP -m proof

# The wheels: dealer-console with its extras pit, floor and camera; hardware-sims alone. Needs no network.
dist: setup
	rm -rf dist
	$(BIN)/python -m hatchling build -t wheel -d "$(CURDIR)/dist"
	cd hardware_sims/distribution && "$(CURDIR)/$(BIN)/python" -m hatchling build -t wheel -d "$(CURDIR)/dist"

# Each wheel in an empty environment, doing its main job. Long, and needs a package index.
test-dist: setup
	$(BIN)/python -m pytest -rs -m dist tests/wheels

docs: setup
	$(BIN)/python -m tests.tools.documents
	$(BIN)/python -m tests.tools.documents.fault_page
	$(BIN)/python -m tests.tools.wire.documents

# Only the maintainers lock: it needs uv. No registry address may stand in the result.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-header pyproject.toml -o requirements/console.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-header --all-extras pyproject.toml -o requirements/runtime.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-header --all-extras pyproject.toml requirements/dev.in -o requirements/dev.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
