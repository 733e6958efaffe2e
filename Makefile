# Every target sets up .venv by itself; nothing else is needed than Python 3.11 or newer and the package registries.

PYTHON ?= python3
BIN := .venv/bin
DIST := dist

.PHONY: generate test clients lint bundles screenshots dist release clean

generate: .venv/generate.done  ## Make everything in generated/ from schemas/
	$(BIN)/paycat generate

test: .venv/dev.done  ## Prove it
	$(BIN)/pytest -n auto --dist worksteal $(PYTEST)

clients: .venv/dev.done  ## Make clients with other people's generators, and send every sample through each
	$(BIN)/pytest -n auto tests/clients $(PYTEST)

lint: .venv/dev.done  ## Style, types, layers
	$(BIN)/ruff check src tests benchmarks web
	$(BIN)/ruff format --check src tests benchmarks web
	$(BIN)/mypy
	$(BIN)/lint-imports

# The same bytes on every machine and every day: archives date their files by this.
dist: export SOURCE_DATE_EPOCH = 1577836800
dist: .venv/dev.done  ## Make the wheels and sdists of paycat and of the generated package
	rm -f $(foreach name,paycat $(notdir $(wildcard generated/python/src/*)),$(DIST)/$(name)-*.whl $(DIST)/$(name)-*.tar.gz)
	$(BIN)/python -m build --no-isolation --outdir $(DIST) .
	$(BIN)/python -m build --no-isolation --outdir $(DIST) generated/python

# Packages of earlier versions may stand in dist/: those of this one are made in a folder of their own.
release: .venv/dev.done  ## Put together what is published of this version: site, packages, changes, checksums
	rm -rf $(DIST)/packages
	$(MAKE) dist DIST=$(DIST)/packages
	$(BIN)/paycat release $(DIST) $$(printf -- '--include %s ' $(DIST)/packages/*)

bundles: .venv/generate.done  ## Make the scripts of the reference pages from web/
	$(BIN)/python web/bundles.py

screenshots: .venv/dev.done  ## Pictures of the main reference pages, in dist/screenshots
	$(BIN)/python web/screenshots.py dist/screenshots

clean:  ## Remove what was set up; generated/ stays
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paycat needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

.venv/generate.done: .venv/bin/python requirements/generate.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements/generate.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	touch $@

.venv/dev.done: .venv/generate.done requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements/dev.txt
	touch $@
