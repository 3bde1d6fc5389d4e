# `make help` lists the targets; `make test` needs nothing but this checkout and a Debian machine.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

BIN := .venv/bin
PYTEST_ARGS ?=
RUN_ARGS ?=
HW_ARGS ?=
ONLY ?=

# Where a machine tells Python to keep no bytecode, every daemon and worker of the tests would compile all of it again.
unexport PYTHONDONTWRITEBYTECODE

stage = @printf '\n== %s\n' "$(1)"

.PHONY: help setup run browser broker drawing test lint types rings pytest kernel kernel-meanwhile root-meanwhile soak format mutants bench proofs journals hardware lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s  %s\n", $$1, $$2 }' Makefile

run: setup ## the console in the browser: sets itself up, then says where the page is (RUN_ARGS='--port 9000')
	@$(BIN)/klaxon run --open $(RUN_ARGS)

test: setup browser broker drawing kernel-meanwhile root-meanwhile lint types rings pytest ## everything that must be green; sets itself up (PYTEST_ARGS='-k name')

setup: ## .venv with the locked tools and klaxon itself; quick when nothing changed
	$(call stage,setup)
	@tools/setup dev

lint: setup ## ruff: rules and format
	$(call stage,ruff check)
	@$(BIN)/ruff check
	$(call stage,ruff format --check)
	@$(BIN)/ruff format --check

types: setup ## mypy --strict
	$(call stage,mypy --strict)
	@$(BIN)/mypy --strict

rings: setup ## import-linter: imports point inward only
	$(call stage,lint-imports)
	@$(BIN)/lint-imports

pytest: setup ## the tests alone, on all cores
	$(call stage,pytest)
	@$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

browser: ## Debian's Chromium, for the tests of the page
	$(call stage,browser)
	@tools/setup browser || true

broker: ## Debian's Mosquitto, for the tests of a club's hall
	$(call stage,broker)
	@tools/setup broker || true

drawing: setup ## OpenSCAD and a second reader of netlists: for the enclosure and the boards, rendered and read by the tests
	$(call stage,drawing)
	@tools/setup hardware || true

kernel: setup ## the User-Mode Linux kernel of the power cuts and of tests/kernel, built once and kept in ~/.cache/klaxon
	$(call stage,kernel)
	@tools/setup kernel
	@tools/kernel/build

# It takes minutes, so it goes on beside the other stages; the tests that need it come last and wait for it.
kernel-meanwhile: setup
	$(call stage,kernel (meanwhile; see build/kernel.log))
	@tools/setup kernel || true
	@mkdir -p build
	@nice -n 19 tools/kernel/build </dev/null >build/kernel.log 2>&1 &

# The clean Debian system of tests/deploy: two to four minutes, once.
root-meanwhile: setup
	$(call stage,clean Debian system (meanwhile; see build/root.log))
	@tools/setup deploy || true
	@mkdir -p build
	@nice -n 19 tools/deploy-root </dev/null >build/root.log 2>&1 &

soak: kernel ## the long proofs: 50 power cuts, 200 times kill -9, 200 games of each kind, a million orders and bounces, 4 hours
	$(call stage,soak)
	@KLAXON_SOAK=1 KLAXON_CUTS=200 KLAXON_GAMES=200 $(BIN)/pytest -n auto $(or $(PYTEST_ARGS),tests/durability \
	    tests/table/test_resume.py tests/table/test_history.py tests/table/test_whole_games.py tests/crew/test_matches.py tests/deploy \
	    tests/rules tests/console tests/hal)
	@$(BIN)/python -m tests.rules.steam.kit.soak 1000000
	@$(BIN)/python -m tests.hal.kit.soak 1000000
	@mkdir -p build
	@$(BIN)/klaxon soak --plot build/soak.svg

format: setup ## ruff: format, and mend what can be mended safely
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

mutants: setup ## mutation testing of klaxon.rules, score and survivors (ONLY='klaxon.rules.sonar.*', RESUME=1)
	$(call stage,mutmut)
	@$(BIN)/python tools/mutation.py $(if $(RESUME),--resume) $(foreach pattern,$(ONLY),'$(pattern)')

bench: setup ## orders a second, bytes and age of panels, echoes, beside their peers in the same run; the daemon's weight
	$(call stage,bench)
	@tools/setup bench
	@$(BIN)/klaxon bench rules
	@$(BIN)/klaxon bench panels
	@$(BIN)/klaxon bench latency

proofs: setup ## data/proofs from the marks of the tests, without running them; the next whole run judges what was written
	$(call stage,proofs)
	@$(BIN)/pytest -q --collect-only --proofs -p no:xdist | tail -n 4

journals: setup ## journals of this release, for every later one to open (AGAIN=1 before it is out)
	$(call stage,journals)
	@$(BIN)/python -m tests.durability.kit.keep_journals $(if $(AGAIN),--again)

hardware: drawing ## hw/ anew from the profiles (HW_ARGS='--pdf build/print', '--out FOLDER my-console.toml', '--check')
	$(call stage,hardware)
	@$(BIN)/python -m tools.hw $(HW_ARGS)

lock: setup ## write requirements/*.lock anew from pyproject.toml (UPGRADE=1 for newer versions)
	$(call stage,lock)
	@tools/setup locking
	@export UV_CUSTOM_COMPILE_COMMAND='make lock'; \
	compile() { \
	    $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	        --no-emit-index-url --no-emit-find-links --no-annotate $(if $(UPGRADE),--upgrade) "$$@"; \
	}; \
	compile pyproject.toml --group dev --output-file requirements/dev.lock; \
	compile --group build --constraint requirements/dev.lock --output-file requirements/build.lock; \
	compile pyproject.toml --extra pi --extra link --extra club --constraint requirements/dev.lock --output-file requirements/pi.lock; \
	compile pyproject.toml --extra bench --constraint requirements/dev.lock --output-file requirements/bench.lock; \
	compile --group hardware --constraint requirements/dev.lock --output-file requirements/hardware.lock; \
	compile --group locking --output-file requirements/locking.lock

clean: ## remove everything that was made here, .venv too
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -prune -exec rm -rf {} +
