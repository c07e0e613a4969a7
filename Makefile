# Every command sets up what it needs: the first call makes .venv and installs the
# project into it, later calls find the stamp file and start at once.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed.stamp
DOCS_STAMP := $(VENV)/docs.stamp

# The first interpreter that is new enough and can make virtual environments.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && { echo $$python; break; }; done)

# Two workers share the cores; a BLAS that starts threads of its own slows both down.
# Each takes half of the tests in their order: those of one program share derivatives.
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist worksteal

# Where `make docs-serve` shows the documentation.
DOCS_PORT := 8000

# Which programs `make fuzz` draws: other ones each day.
FUZZ_SEED ?= $(shell date +%Y%m%d)

# What `make demo` shows: the loss of a network, for a batch of any size.
DEMO_ARGUMENTS := \
	--arg 'w1=np.ones((30, 16))' --arg 'b1=np.ones(16)' \
	--arg 'w2=np.ones((16, 1))' --arg 'b2=np.ones(1)' \
	--arg 'x=np.ones((8, 30))' --arg 'y=np.ones((8, 1))'

.PHONY: demo test test-all test-interpreters test-packages fuzz check golden bench docs docs-serve pictures clean

demo: $(STAMP)
	$(BIN)/tangentlite show examples/train_mlp.py:loss --wrt w1,b1,w2,b2 \
		$(DEMO_ARGUMENTS)
	$(BIN)/python examples/train_mlp.py

test: $(STAMP)
	$(PYTEST) -m 'not slow'

test-all: $(STAMP)
	$(PYTEST)
	$(MAKE) test-interpreters

test-interpreters: $(STAMP)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.project.other_versions -n 2 -m 'not slow'

test-packages: $(STAMP)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.project.packages

fuzz: $(STAMP)
	OPENBLAS_NUM_THREADS=1 TANGENTLITE_CACHE=off \
		$(BIN)/python -m tests.fuzz --minutes 10 --seed $(FUZZ_SEED)

check: $(STAMP)
	$(BIN)/ruff format tangentlite
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/typed

golden: $(STAMP)
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.pairs
	git --no-pager diff --stat -- tests/golden tests/pairs

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

# `-W`: what Sphinx warns of, as a link that leads nowhere, is an error. `-a`: all pages are
# written, as each shows the navigation.
docs: $(DOCS_STAMP)
	$(BIN)/python -m sphinx -q -W --keep-going -a -d docs/_build/doctrees \
		docs docs/_build/html
	@echo 'docs/_build/html/index.html'

docs-serve: docs
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory docs/_build/html $(DOCS_PORT)

pictures: $(STAMP)
	$(BIN)/python docs/view_picture.py

clean:
	rm -rf $(VENV) docs/_build docs/reference/generated build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find tangentlite templates tests examples benchmarks -name __pycache__ -type d -prune \
		-exec rm -rf {} +

$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or later is needed, with its modules' \
		'venv and ensurepip (Debian: python3-venv).' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[show,examples,test,dev]'
	touch $@

# What the documentation needs is installed for it alone.
$(DOCS_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@
