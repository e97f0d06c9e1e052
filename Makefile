# All targets create and use .venv; nothing needs to be installed by hand but Python 3.11 or newer, git and make.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
DATA ?= ../shared/data

.PHONY: fuzz soak demo patrol-demo patrol-check patrol-month spark-demo test test-readable lint format evaluate papers bench
.PHONY: docs jobs locked pictures clean
.DEFAULT_GOAL := test

# What is installed is pinned by hash.
LOCKED := $(RUN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement

# Installing compiles the core, where there is a Rust compiler; a change of its sources installs again.
$(VENV)/installed: pyproject.toml requirements-dev.txt hatch_build.py $(wildcard core/*.toml core/src/*.rs core/src/*/*.rs)
	$(PYTHON) -m venv $(VENV)
	$(LOCKED) requirements-dev.txt
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Spark, which is large, is for the checks and the tests only.
$(VENV)/complete: $(VENV)/installed requirements-spark.txt
	$(LOCKED) requirements-spark.txt
	touch $@

# Pins what is newest, with its hashes.
locked: build/uv/installed
	rm -f requirements-*.txt
	build/uv/bin/uv pip compile $(UNIVERSAL) --extra dev --output-file requirements-dev.txt pyproject.toml
	build/uv/bin/uv pip compile $(UNIVERSAL) --extra spark --constraint requirements-dev.txt --output-file requirements-spark.txt pyproject.toml

# For all systems, and Python from the oldest one on that the package knows.
UNIVERSAL := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header

build/uv/installed:
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	touch $@

# An older pip stumbles over what the peers ask of lxml.
$(VENV)/measured: $(VENV)/complete
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,evaluate,peers,train]' matplotlib
	touch $@

demo: $(VENV)/installed
	$(RUN)/python -m examples.demo

# What a new user does, end to end over the bundled pages, each job with its outcome.
jobs: $(VENV)/installed
	$(RUN)/python -m examples.jobs

# A board on this machine, patrolled while posts are written on it.
patrol-demo: $(VENV)/installed
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[robot]'
	$(RUN)/python -m examples.patrol_demo

# Patrol against a real board program, FlaskBB in an environment of its own, and killed twenty times.
patrol-check: $(VENV)/installed build/flaskbb/installed
	HONBUN_KILLS=20 HONBUN_FLASKBB=$(CURDIR)/build/flaskbb/bin/python $(RUN)/pytest tests/patrol

build/flaskbb/installed: tests/patrol/flaskbb_requirements.txt
	$(PYTHON) -m venv build/flaskbb
	build/flaskbb/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	build/flaskbb/bin/python -m pip install --quiet --disable-pip-version-check --no-deps flaskbb==2.0.2
	touch $@

# A month of 50 boards and 10,000 posts, played.
patrol-month: $(VENV)/installed
	$(RUN)/python -m benchmarks.patrol_month

# The example sites packed as WARC archives, through Spark on this machine: needs Java 17 or newer.
spark-demo: $(VENV)/complete
	$(RUN)/python -m examples.spark_demo

# A process for each core; the tests of one file stay together.
TESTS := $(RUN)/pytest --numprocesses auto --dist loadfile

test: $(VENV)/complete
	$(TESTS)

# The same without the compiled core, as where there was no compiler.
test-readable: $(VENV)/complete
	HONBUN_CORE=off $(TESTS)

lint: $(VENV)/complete
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy

format: $(VENV)/installed
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .

# Quality on real pages: needs the corpora, see docs/results.md.
evaluate: $(VENV)/measured
	$(RUN)/python -m benchmarks.results $(DATA)

# The tables of the five papers beside ours, docs/papers.md: needs the corpora.
papers: $(VENV)/measured
	$(RUN)/python -m benchmarks.papers $(DATA)

# Speed: how learning and finding templates grow with the pages, and each stage against peers in the same run.
bench: $(VENV)/measured
	$(RUN)/python -m benchmarks.scaling
	$(RUN)/python -m benchmarks.templates
	$(RUN)/python -m benchmarks.speed $(DATA)/wcxb-dev.parquet

# Mutated pages through every public function and format: goes on where it stopped. What broke is in build/fuzz.
CASES ?= 500
fuzz: $(VENV)/installed
	$(RUN)/python -m tools.fuzz --cases $(CASES) $(if $(wildcard $(DATA)),--data $(DATA))

# An hour of mixed work, with memory, handles and answers watched.
MINUTES ?= 60
soak: $(VENV)/installed
	$(RUN)/python -m tools.soak --minutes $(MINUTES)

# The screenshots of the docs, made by the tests: needs Chromium.
pictures: $(VENV)/installed
	HONBUN_PICTURES=docs/pictures $(RUN)/pytest tests/studio tests/annotate tests/patrol -k pictures_for_the_docs

# The docs as a site with search, build/docs/index.html; a link that leads nowhere is an error.
docs: build/site/installed
	NO_MKDOCS_2_WARNING=1 build/site/bin/mkdocs build --strict --quiet

build/site/installed: pyproject.toml
	$(PYTHON) -m venv build/site
	build/site/bin/python -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"]))' > build/site/needed
	build/site/bin/python -m pip install --quiet --disable-pip-version-check --requirement build/site/needed
	touch $@

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache core/target core/Cargo.lock src/honbun/core/*honbun_core.*
