# Needs Python 3.11 or newer with venv, git and make; everything else is fetched, pinned by hash, by `make setup`.

PYTHON ?= python3
ARGS ?=
HOURS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
ASSETS := qa_appliance/third_party/stamp.json
DASHBOARD := qa_appliance/web_bundle/stamp.txt
MANUAL := qa_appliance/docs_site/stamp.txt
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -name schema.ts)

.PHONY: help setup demo test check audit bench soak dev wheel package apps corpus language settings docs faults credits fonts pictures lock release clean
.DELETE_ON_ERROR:

help:
	@echo "make setup   install everything the project needs into $(VENV) (no network when nothing changed)"
	@echo "make demo    see it work: the built-in shop tested in a real browser (ARGS=--exit ends afterwards)"
	@echo "make test    the tests (ARGS are pytest's)"
	@echo "make check   lint, format, types, import rule, the dashboard's model"
	@echo "make audit   known faults in what ships: libraries, npm packages, the browser's age (asks the registries)"
	@echo "make bench   what users feel, as ratios to hand-written scripts (minutes, and on a quiet machine)"
	@echo "make soak    a server at work for hours, measured and drawn (HOURS=2; ARGS are its own)"
	@echo "make dev     a server of your own on work/dev (ARGS are serve's)"
	@echo "make package the appliance as one file, dist/qa-appliance"
	@echo "make wheel   the appliance as a wheel, dist/*.whl, to be installed with pip"
	@echo "make apps    English tests on real applications, healthy and with faults planted (ARGS=shop, contacts, jupyterlab)"
	@echo "make corpus  renew what each wording of tests/english/corpus stands for (read what that changed)"
	@echo "make language renew docs/language.md, the test language in full, from its rows"
	@echo "make settings renew docs/settings.md from the settings"
	@echo "make docs    the site of docs/, which the appliance serves at /docs/ (a dead link ends it)"
	@echo "make fonts   the font pack, dist/qa-appliance-fonts.tar.xz, from Debian's packages (on Debian or Ubuntu)"
	@echo "make faults  renew what is known against versions of Chromium, from Debian's changelog (on an up-to-date Debian)"
	@echo "make credits renew the notices of what Chromium contains, from the resources.pak of a whole Chromium"
	@echo "make pictures renew the README's pictures of the dashboard (best on a quiet machine: they show durations)"
	@echo "make release tag the version of pyproject.toml, with a data directory kept for the test of upgrades"
	@echo "make lock    resolve requirements.lock again from pyproject.toml"
	@echo "make clean   remove everything that was made"

setup: $(VENV)/.installed $(ASSETS) $(DASHBOARD) $(MANUAL)

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name it with: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing; install it with: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created requirements.lock pyproject.toml
	@echo "Installing the pinned packages into $(VENV); this takes a minute or two the first time."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(ASSETS): $(VENV)/.installed build/third_party.toml build/assets.py
	@$(BIN)/python build/assets.py
	@touch $@

$(DASHBOARD): $(VENV)/.installed build/web.py $(WEB_SOURCES) $(shell find qa_appliance/api -name "*.py")
	@$(BIN)/python build/web.py
	@touch $@

$(MANUAL): $(VENV)/.installed mkdocs.yml build/docs.py $(shell find docs -type f)
	@$(BIN)/python build/docs.py
	@touch $@

demo: setup
	@$(BIN)/qa-appliance demo $(ARGS)

# Four at once on two cores too: half of a test's time it waits for a page.
# What failed runs once more by itself: one that passes then is named above all the same, and is to be mended.
test: setup
	$(BIN)/pytest -n 4 --dist worksteal $(ARGS) || { \
		echo "Once more, one by one, what failed:"; \
		$(BIN)/pytest --last-failed --last-failed-no-failures none --maxfail 1; }

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python build/measures.py
	$(BIN)/python build/web.py check

audit: setup
	@$(BIN)/python build/audit.py

bench: setup
	@$(BIN)/python -m tests.benchmarks.felt $(ARGS)

soak: setup
	$(BIN)/python -m tests.soak --hours $(HOURS) $(ARGS)

dev: setup
	$(BIN)/qa-appliance serve --data-dir work/dev --allow loopback $(ARGS)

wheel: setup
	@rm -rf work/wheel && mkdir -p work/wheel dist
	@git ls-files -z qa_appliance pyproject.toml README.md LICENSE | xargs -0 cp --parents -t work/wheel
	@cp -r --parents qa_appliance/web_bundle qa_appliance/docs_site qa_appliance/third_party work/wheel
	@$(PIP) wheel --no-deps --no-build-isolation -w dist work/wheel
	@ls dist/*.whl

package: setup
	@$(BIN)/python build/executable.py

apps: setup
	@$(BIN)/python -m tests.apps.play $(ARGS)

corpus: setup
	@$(BIN)/python -m tests.english.test_corpus --renew

language: $(VENV)/.installed
	@$(BIN)/python build/language_page.py

settings: $(VENV)/.installed
	@$(BIN)/python build/settings_page.py

docs: $(MANUAL)

fonts: $(VENV)/.installed
	@$(BIN)/python build/fonts.py

faults: setup
	@$(BIN)/python build/browser_faults.py $(ARGS)

credits: $(VENV)/.installed
	@$(BIN)/python build/credits.py $(ARGS)

pictures: setup
	@$(BIN)/python build/pictures.py

release: setup
	@$(BIN)/python build/release.py

lock: $(VENV)/.installed
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-header --no-annotate \
		--python-version 3.11 --quiet -o requirements.lock
	@printf '{"on": "%s", "lock": "%s"}\n' "$$(date -u +%F)" "$$(sha256sum requirements.lock | cut -d' ' -f1)" \
		> qa_appliance/doctor/pinned.json

clean:
	rm -rf $(VENV) qa_appliance/third_party qa_appliance/web_bundle qa_appliance/docs_site web/node_modules web/dist dist work *.egg-info \
		.mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
