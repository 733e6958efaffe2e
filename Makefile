# Every target sets up .venv by itself; it needs only Python 3.11 or newer and the package registries.

PYTHON ?= python3
BIN := .venv/bin
DIST := dist
# How long `make test-deep` corrupts files, and with which seed.
SECONDS ?= 300
SEED ?= 1

# The generated package, by its folder.
PUBLISHED = $(notdir $(wildcard generated/python/src/*))

# Every package is installed by the hashes of requirements/, and as a wheel, so that no setup script runs; nothing else is
# fetched. `make WHEELS= generate` also builds what has no wheel for your machine: lazy-object-proxy on an Intel Mac.
WHEELS := --only-binary :all:
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes $(WHEELS)
FETCH = $(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes $(WHEELS)

.PHONY: generate serve docs test test-all test-deep update-cases bench lint codes bundles screenshots dist release pins clean

generate: .venv/generate.done  ## Generate everything in generated/ from schemas/
	$(BIN)/paycat generate

serve: .venv/dev.done  ## Run the sandbox; `make serve ARGUMENTS="--port 8001"`
	$(BIN)/paycat serve $(ARGUMENTS)

docs: .venv/dev.done  ## Generate pages in docs/ from the source, and from what tests measured
	$(BIN)/python -m docs.pages

# Some tests wait: one process more than there are processors.
test test-all test-deep: MORE = $(shell $(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')
test: .venv/dev.done  ## Test the tool: everything that runs in this process
	$(BIN)/pytest -n $(MORE) --dist worksteal $(PYTEST)

test-all: .venv/dev.done  ## Test what must hold before a change lands: other people's programs, browsers, servers, kills, too
	$(BIN)/pytest -n $(MORE) --dist worksteal -m "not deep" $(PYTEST)

test-deep: .venv/dev.done  ## Test the rest, before an issue is resolved: every step, place and client; corrupt files for SECONDS
	.ci/install
	$(BIN)/python -m tests.any_catalogue.fuzzing --seconds $(SECONDS) --seed $(SEED)
	CI=1 $(BIN)/pytest -n $(MORE) --dist worksteal -m deep $(PYTEST)

# All tests with expected texts; `make update-cases PYTEST=tests/lint` writes only those of a folder.
update-cases: .venv/dev.done  ## Write the expected texts of tests again, and print which of them changed
	$(BIN)/pytest -n auto --dist worksteal -m "" --update-cases $(PYTEST)
	$(BIN)/python -m docs.pages

# In an environment of its own: no test runs beside the peers. LARGE=1 also runs the rows with a hundred times the methods.
bench: .cache/bench/done  ## Compare the speed of paycat with its limits and with other tools; writes benchmarks/results.md
	.cache/bench/bin/python benchmarks/bench.py --write $(if $(LARGE),--large)

lint: .venv/dev.done  ## Style, types, layers
	$(BIN)/ruff check src generators mutants tests docs benchmarks web requirements
	$(BIN)/ruff format --check src generators mutants tests docs benchmarks web requirements
	$(BIN)/ruff check --isolated --select S --ignore S101,S603 generated/python
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml src mutants docs web requirements generated/python/src
	$(BIN)/mypy
	$(BIN)/lint-imports

# The same bytes on every machine and every day: archives date their files by this.
dist: export SOURCE_DATE_EPOCH = 1577836800
dist: .venv/dev.done  ## Build wheels and sdists of paycat, of its mutants and of the generated package, and an inventory of each (CycloneDX)
	rm -f $(foreach name,paycat paycat_mutants $(PUBLISHED),$(DIST)/$(name)-*.whl $(DIST)/$(name)-*.tar.gz)
	rm -f $(DIST)/*.cdx.json
	$(BIN)/python -m build --no-isolation --outdir $(DIST) .
	$(BIN)/python -m build --no-isolation --outdir $(DIST) mutants
	$(BIN)/python -m build --no-isolation --outdir $(DIST) generated/python
	$(BIN)/python requirements/sbom.py $(DIST)

# dist/ may have packages of earlier versions: the packages of this version are built in a folder of their own.
release: .venv/dev.done  ## Build what is published for this version: site, packages, changes, checksums
	rm -rf $(DIST)/packages
	$(MAKE) dist DIST=$(DIST)/packages
	$(BIN)/paycat release $(DIST) $$(printf -- '--include %s ' $(foreach name,$(PUBLISHED),$(DIST)/packages/$(name)[-_]*)) \
		$$(printf -- '--include-tool %s ' $(DIST)/packages/paycat[-_]*)

codes: .venv/dev.done  ## Write the codes of countries and currencies, and the ranges of Unicode, from pinned packages
	$(BIN)/python requirements/iso_codes.py
	$(BIN)/python requirements/unicode_ranges.py
	$(BIN)/python -m requirements.unicode_properties

bundles: .venv/dev.done  ## Build the scripts of the reference pages from web/, and the inventory of their packages
	$(BIN)/python web/bundles.py
	$(BIN)/python requirements/sbom.py

screenshots: .venv/dev.done  ## Pictures of the main pages for the README, in docs/pictures; needs Chromium, and port 8000
	$(BIN)/python web/screenshots.py

# Pinned versions stay as they are, unless `make pins UPGRADE=--upgrade` or `UPGRADE="--upgrade-package NAME"`.
COMPILE = $(BIN)/uv pip compile --quiet --system-certs --universal --python-version 3.11 --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make pins" $(UPGRADE)

pins: .venv/pins.done  ## Write requirements/*.txt and each package-lock.json, with the hashes of all that is installed
	$(COMPILE) --generate-hashes requirements/generate.in --output-file requirements/generate.txt
	$(COMPILE) --generate-hashes requirements/dev.in --constraint requirements/generate.txt --output-file requirements/dev.txt
	$(COMPILE) --generate-hashes requirements/bench.in --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) --generate-hashes requirements/pins.in --output-file requirements/pins.txt
	$(COMPILE) requirements/generate.in --constraint requirements/generate.txt --output-file requirements/constraints.txt
	$(MAKE) .venv/generate.done
	$(BIN)/python requirements/npm_locks.py

clean:  ## Remove what was installed and built; generated/ stays
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paycat needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/generate.done: .venv/bin/python requirements/generate.txt pyproject.toml mutants/pyproject.toml
	$(INSTALL) --requirement requirements/generate.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps --editable . --editable mutants
	touch $@

.cache/bench/done: BIN := .cache/bench/bin
.cache/bench/done: requirements/bench.txt pyproject.toml
	$(PYTHON) -m venv .cache/bench
	$(INSTALL) --requirement requirements/bench.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-build-isolation --no-deps --editable .
	touch $@

LOCKS := $(wildcard benchmarks/*/*-lock.json web/*-lock.json tests/*/*/*-lock.json tests/*/*/*/*-lock.json src/paycat/conformance/run/engines/*/*-lock.json)

# Everything that tests need from a registry is downloaded here; no test downloads anything. That is wheels, which some
# tests install in environments of their own, and npm packages, which stay in the user's cache.
.venv/dev.done: .venv/generate.done requirements/dev.txt requirements/npm_packages.py $(LOCKS)
	$(FETCH) --requirement requirements/dev.txt --dest .venv/wheels
	$(INSTALL) --requirement requirements/dev.txt --no-index --find-links .venv/wheels
	$(BIN)/python requirements/npm_packages.py
	touch $@

.venv/pins.done: .venv/bin/python requirements/pins.txt
	$(INSTALL) --requirement requirements/pins.txt
	touch $@
