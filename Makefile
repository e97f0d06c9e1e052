# All targets create and use .venv; nothing needs to be installed by hand but Python 3.11 or newer, git and make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
DATA ?= ../shared/data

.PHONY: demo test test-readable lint format evaluate bench pictures clean
.DEFAULT_GOAL := test

# Installing compiles the core, where there is a Rust compiler; a change of its sources installs again.
$(VENV)/installed: pyproject.toml hatch_build.py $(wildcard core/*.toml core/src/*.rs core/src/*/*.rs)
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

# An older pip stumbles over what the peers ask of lxml.
$(VENV)/measured: $(VENV)/installed
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,evaluate,peers,train]' matplotlib
	touch $@

demo: $(VENV)/installed
	$(RUN)/python -m examples.demo

test: $(VENV)/installed
	$(RUN)/pytest

# The same without the compiled core, as where there was no compiler.
test-readable: $(VENV)/installed
	HONBUN_CORE=off $(RUN)/pytest

lint: $(VENV)/installed
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy

format: $(VENV)/installed
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .

# Quality on real pages: needs the corpora, see docs/results.md.
evaluate: $(VENV)/measured
	$(RUN)/python -m benchmarks.results $(DATA)

# Speed: how learning and finding templates grow with the pages, and each stage against peers in the same run.
bench: $(VENV)/measured
	$(RUN)/python -m benchmarks.scaling
	$(RUN)/python -m benchmarks.templates
	$(RUN)/python -m benchmarks.speed $(DATA)/wcxb-dev.parquet

# The screenshots of the docs, made by the tests: needs Chromium.
pictures: $(VENV)/installed
	HONBUN_PICTURES=docs/pictures $(RUN)/pytest tests/studio -k pictures_for_the_docs

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache core/target core/Cargo.lock src/honbun/core/*honbun_core.*
