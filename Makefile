# Every target does its own set-up; all it takes is make and Python 3.11 or newer.

PYTHON ?= python3.11 python3 python python3.12 python3.13 python3.14
ARGS ?=

# The modules that write what is generated in docs/, each run with python -m, in this order.
DOCS := tools.docs

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
CODE := $(wildcard src tests benchmarks tools examples)
BUILT_FROM := Makefile pyproject.toml constraints.txt CMakeLists.txt \
	$(wildcard kernel/* kernel/*/* kernel/*/*/*)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test check format bench soak docs lock clean

help: ## say what can be made
	@echo 'Tile Rummy. Start with: make play'
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'The first run sets up $(VENV), the next ones start at once. Options go into ARGS:'
	@echo '  make play ARGS="--preset mcgraw"     another game'
	@echo '  make play ARGS="--help"              all options of the game'
	@echo '  make test ARGS="-k joker -x"         some of the tests'
	@echo '  make test PYTHON=/opt/bin/python3    a Python of your choice (make clean first)'

play: $(VENV)/.cli ## play in the terminal
	@$(BIN)/tilerummy play $(ARGS)

test: check ## check, then run all tests
	@$(BIN)/pytest -n 2 $(ARGS)

check: $(VENV)/.dev ## check format, style, types and layers: under a minute
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy $(CODE)
	@$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev ## format the code and mend what can be mended by itself
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

bench: $(VENV)/.dev ## measure how fast it is
	@$(BIN)/python -m benchmarks $(ARGS)

soak: $(VENV)/.dev ## play thousands of random games, looking for a fault
	@$(BIN)/python -m tests.soak $(ARGS)

docs: $(VENV)/.dev ## write the generated pages of docs/ again
	@for module in $(DOCS); do $(BIN)/python -m $$module || exit 1; done

lock: $(VENV)/.dev ## resolve constraints.txt again; ARGS="--upgrade" takes newer versions
	@$(PIP) install uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group build \
		--no-header --output-file constraints.txt $(ARGS) pyproject.toml

clean: ## remove all that was made, the environment too
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is the last thing that a new environment gets: without it, it was left half made.
$(BIN)/pip:
	@for python in $(PYTHON); do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Setting up $(VENV) with $$($$python --version)"; \
			exec $$python -m venv --clear $(VENV); \
		fi; \
	done; \
	echo 'Tile Rummy needs Python 3.11 or newer, and none was found as: $(PYTHON).' >&2; \
	echo 'Install it, or name it: make play PYTHON=/path/to/python3' >&2; \
	exit 1

# One stamp for each extra. No build isolation: a second build takes a second, not fifteen.
$(VENV)/.%: $(BUILT_FROM) | $(BIN)/pip
	@echo 'Installing tilerummy[$*] into $(VENV)'
	@$(PIP) install --constraint constraints.txt scikit-build-core cmake ninja nanobind
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[$*]'
	@$(BIN)/python -c 'import tilerummy._kernel' 2>/dev/null || \
		echo 'Without the C++ kernel: everything works, but solving takes longer (CONTRIBUTING.md).'
	@touch $@
