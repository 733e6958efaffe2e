# Every target sets up .venv by itself; nothing else is needed than Python 3.11 or newer and the package registries.

PYTHON ?= python3
BIN := .venv/bin
DIST := dist
# How long `make fuzz` spoils files, and with which seed.
SECONDS ?= 3600
SEED ?= 1

# Every package is installed by the hashes of requirements/, and as a wheel, so that no setup script runs; nothing else is
# fetched. `make WHEELS= generate` also builds what has no wheel for your machine: lazy-object-proxy on an Intel Mac.
WHEELS := --only-binary :all:
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes $(WHEELS)
FETCH = $(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes $(WHEELS)

.PHONY: generate docs test test-slow test-all update-cases fuzz clients lint bundles screenshots dist release pins clean

generate: .venv/generate.done  ## Make everything in generated/ from schemas/
	$(BIN)/paycat generate

docs: .venv/dev.done  ## Make the pages in docs/ that are made: of the source, and of what tests measured
	$(BIN)/python -m docs.pages

test: .venv/dev.done  ## Prove the tool: all that runs in this process
	$(BIN)/pytest -n auto --dist worksteal $(PYTEST)

# Slow tests wait for others: one process more than there are processors.
test-slow test-all: MORE = $(shell $(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')
test-slow: .venv/dev.done  ## Prove the rest: other people's programs, browsers, servers, processes, kills, packages
	$(BIN)/pytest -n $(MORE) --dist worksteal -m "slow and not fuzz" $(PYTEST)

# In one run: what waits for other programs waits beside what does not.
test-all: .venv/dev.done  ## Prove both
	$(BIN)/pytest -n $(MORE) --dist worksteal -m "not fuzz" $(PYTEST)

# The slow ones, too; `make update-cases PYTEST=tests/rules` writes those of a folder alone.
update-cases: .venv/dev.done  ## Write the expected files of tests anew, and print which files that changed
	$(BIN)/pytest -n auto --dist worksteal -m "not fuzz" --update-cases $(PYTEST)
	$(BIN)/python -m docs.pages

fuzz: .venv/dev.done  ## Spoil every input file for SECONDS, and put every hostile text at every place of a catalogue
	$(BIN)/python -m tests.fuzzing --seconds $(SECONDS) --seed $(SEED)
	$(BIN)/python -m tests.injection --all
	$(BIN)/pytest -n auto -m fuzz $(PYTEST)

clients: .venv/dev.done  ## Make clients with other people's generators, and send every sample through each
	$(BIN)/pytest -n auto -m "not fuzz" tests/clients $(PYTEST)

lint: .venv/dev.done  ## Style, types, layers
	$(BIN)/ruff check src mutants tests docs benchmarks web requirements
	$(BIN)/ruff format --check src mutants tests docs benchmarks web requirements
	$(BIN)/ruff check --isolated --select S --ignore S101 generated/python
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml src mutants docs web requirements generated/python/src
	$(BIN)/mypy
	$(BIN)/lint-imports

# The same bytes on every machine and every day: archives date their files by this.
dist: export SOURCE_DATE_EPOCH = 1577836800
dist: .venv/dev.done  ## Make wheels and sdists of paycat, of its mutants and of the generated package, and what each holds and needs (CycloneDX)
	rm -f $(foreach name,paycat paycat_mutants $(notdir $(wildcard generated/python/src/*)),$(DIST)/$(name)-*.whl $(DIST)/$(name)-*.tar.gz)
	rm -f $(DIST)/*.cdx.json
	$(BIN)/python -m build --no-isolation --outdir $(DIST) .
	$(BIN)/python -m build --no-isolation --outdir $(DIST) mutants
	$(BIN)/python -m build --no-isolation --outdir $(DIST) generated/python
	$(BIN)/python requirements/sbom.py $(DIST)

# Packages of earlier versions may stand in dist/: those of this one are made in a folder of their own.
release: .venv/dev.done  ## Put together what is published of this version: site, packages, changes, checksums
	rm -rf $(DIST)/packages
	$(MAKE) dist DIST=$(DIST)/packages
	$(BIN)/paycat release $(DIST) $$(printf -- '--include %s ' $(DIST)/packages/*)

bundles: .venv/dev.done  ## Make the scripts of the reference pages from web/, and the inventory of what is in them
	$(BIN)/python web/bundles.py
	$(BIN)/python requirements/sbom.py

screenshots: .venv/dev.done  ## Pictures of the main reference pages, in dist/screenshots
	$(BIN)/python web/screenshots.py dist/screenshots

# What is pinned stays as it is, unless `make pins UPGRADE=--upgrade` or `UPGRADE="--upgrade-package NAME"`.
COMPILE = $(BIN)/uv pip compile --quiet --system-certs --universal --python-version 3.11 --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" $(UPGRADE)

pins: .venv/pins.done  ## Write requirements/*.txt and each package-lock.json, with the hashes of all that is installed
	$(COMPILE) --generate-hashes requirements/generate.in --output-file requirements/generate.txt
	$(COMPILE) --generate-hashes requirements/dev.in --constraint requirements/generate.txt --output-file requirements/dev.txt
	$(COMPILE) --generate-hashes requirements/pins.in --output-file requirements/pins.txt
	$(COMPILE) requirements/generate.in --constraint requirements/generate.txt --output-file requirements/constraints.txt
	$(MAKE) .venv/generate.done
	$(BIN)/python requirements/npm_locks.py

clean:  ## Remove what was set up; generated/ stays
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paycat needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/generate.done: .venv/bin/python requirements/generate.txt pyproject.toml mutants/pyproject.toml
	$(INSTALL) --requirement requirements/generate.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps --editable . --editable mutants
	touch $@

LOCKS := $(wildcard web/*-lock.json tests/*/*-lock.json tests/*/*/*-lock.json src/paycat/conformance/engines/*/*-lock.json)

# All that tests use of a registry is fetched here, and nothing in a test: wheels that some install in environments of
# their own, and the packages of npm, which stay in the user's cache.
.venv/dev.done: .venv/generate.done requirements/dev.txt requirements/npm_packages.py $(LOCKS)
	$(FETCH) --requirement requirements/dev.txt --dest .venv/wheels
	$(INSTALL) --requirement requirements/dev.txt --no-index --find-links .venv/wheels
	$(BIN)/python requirements/npm_packages.py
	touch $@

.venv/pins.done: .venv/bin/python requirements/pins.txt
	$(INSTALL) --requirement requirements/pins.txt
	touch $@
