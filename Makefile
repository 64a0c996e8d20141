# `make app` starts the app, `make test` runs everything; both make their own environment in .venv.
PYTHON ?= python3
VENV ?= .venv
PORT ?= 8501
BIN = $(VENV)/bin
# One try at torch's index: where it can't be reached, pip would retry it for every package. Then pip's default.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
INSTALL = PIP_RETRIES=0 $(PIP) -r $(1) || $(PIP) -r $(1)

.PHONY: app test check test-long bench docs pictures examples clean

app: $(VENV)/.app
	$(BIN)/python -m annoeval app --port $(PORT) --headless

test: check
	$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -m "not slow and not browser" -n 2 --dist loadgroup tests
	$(BIN)/python -m pytest -m "not slow and browser" tests/browser

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=. $(BIN)/lint-imports
	$(BIN)/mypy

test-long: $(VENV)/.dev
	$(BIN)/python -m pytest -m slow tests

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

pictures: $(VENV)/.dev
	ANNOEVAL_PICTURES=docs/images $(BIN)/python -m pytest tests/browser/test_pictures.py

examples: $(VENV)/.app
	$(BIN)/python data/make_examples.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.app: requirements.txt | $(VENV)/bin/python
	$(call INSTALL,requirements.txt)
	touch $@

$(VENV)/.dev: requirements.txt requirements-dask.txt requirements-dev.txt | $(VENV)/bin/python
	$(call INSTALL,requirements-dev.txt)
	touch $(VENV)/.app $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache build *.egg-info
