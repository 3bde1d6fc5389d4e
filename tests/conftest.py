"""The test run: Hypothesis that repeats itself exactly, and the proofs of the rules.

A test names the rule it proves by `@pytest.mark.rule("SON-35", case="allows")`. When the whole suite has
passed, the proofs are written beside the rule pages, where `klaxon rules` finds them; on CI a change there fails
the run. `make proofs` writes them from the marks alone, without running a test: the next whole run judges them.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Generator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from klaxon import data
from klaxon.cli.rules import CASES, read_rules
from klaxon.console.onlook import debrief_worker
from tests.effort import UNDER_MUTATION, effort

# Derandomised: the same examples in every run, so that no test passes today and fails tomorrow.
_STEADY = settings(derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tests", _STEADY, max_examples=effort(40, 200))
settings.register_profile("mutants", _STEADY, max_examples=15, phases=[Phase.explicit, Phase.generate])
settings.load_profile("mutants" if UNDER_MUTATION else "tests")

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klaxon"
MADE = "KLAXON_TESTS_MADE"
"""Tells all workers alike whether the kernel and the clean system were there when the run began."""
WAITING = (("tests/kernel/", "tests/deploy/", "tests/durability/"), ("tests/web/", "tests/cli/"))
"""Tests that wait for kernels, containers, browsers and daemons more than they work, for one worker and for another."""
BUILT = {"kernel", "debian"}
"""Fixtures that `make test` makes beside the tests, where they are missing."""

PROPERTY = "rule"
"""The name under which a report carries a mark: `SON-35 allows`."""


@pytest.fixture(scope="session", autouse=True)
def _debriefs_in_this_process() -> Generator[None]:
    """Let debriefs be made without a process of their own, which takes half a second; tests of the worker have one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(debrief_worker, "call_in_worker", lambda work: work())
        yield


Proofs = dict[str, dict[str, dict[str, Any]]]
"""Game -> rule -> the fingerprint of its text and the tests of each case."""


@lru_cache(maxsize=1)
def known_rules() -> dict[str, tuple[str, str]]:
    """Return rule -> its game and the fingerprint of its text, from all rule pages."""
    games = sorted(path.stem for path in (data.ROOT / "rules").glob("*.md"))
    return {rule.id: (game, rule.fingerprint) for game in games for rule in read_rules(game)}


def faults_of(item: pytest.Item) -> list[str]:
    """Return what is wrong with the rule marks of a test."""
    faults = []
    for mark in item.iter_markers("rule"):
        if len(mark.args) != 1 or set(mark.kwargs) != {"case"}:
            faults.append(f'{item.nodeid}: write @pytest.mark.rule("ID", case="allows")')
        elif mark.args[0] not in known_rules():
            faults.append(f"{item.nodeid}: no rule page has the rule {mark.args[0]!r}")
        elif mark.kwargs["case"] not in CASES:
            faults.append(f"{item.nodeid}: the case is {' or '.join(CASES)}, not {mark.kwargs['case']!r}")
    return faults


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Put the marks where reports carry them; a wrong mark is a collection error."""
    report = yield
    items = [node for node in report.result or () if isinstance(node, pytest.Item)]
    faults = [fault for item in items for fault in faults_of(item)]
    if faults:
        report.outcome, report.longrepr, report.result = "failed", "\n".join(faults), []
        return report
    for item in items:
        marks = {f"{mark.args[0]} {mark.kwargs['case']}" for mark in item.iter_markers("rule")}
        item.user_properties += [(PROPERTY, mark) for mark in sorted(marks)]
    return report


class ProofKeeper:
    """Gathers which passed tests prove which rules, and writes it down after a whole run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.passed: set[tuple[str, str]] = set()
        self.skipped = False
        self.words: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the marks of a passed test; with xdist the reports of all workers come here."""
        marks = [str(value) for name, value in report.user_properties if name == PROPERTY]
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            test = report.nodeid.partition("[")[0]
            self.passed.update((mark, test) for mark in marks)
        self.skipped = self.skipped or bool(marks and report.skipped and not hasattr(report, "wasxfail"))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Take every collected test for passed where only its marks are asked for."""
        if self.config.option.proofs:
            marks = [
                (str(value), item) for item in session.items for name, value in item.user_properties if name == PROPERTY
            ]
            self.passed = {(mark, item.nodeid.partition("[")[0]) for mark, item in marks}

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write the proofs that changed."""
        if exitstatus != pytest.ExitCode.OK or self.skipped or not is_whole(self.config):
            return
        found = proofs_of(self.passed)
        for game in sorted({game for game, _ in known_rules().values()}):
            path = data.proofs_path(game)
            text = json.dumps(found.get(game, {}), indent=1, sort_keys=True) + "\n"
            if path.read_text("utf-8") == text if path.exists() else game not in found:
                continue
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
            self.words.append(f"{path}: the proofs have changed and were written anew; commit them.")
        if self.words and os.environ.get("CI"):
            self.words.append("The proofs in the repository were stale: that fails this run.")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was written."""
        if self.words:
            terminalreporter.section("proofs of rules")
            for word in self.words:
                terminalreporter.write_line(word)


def proofs_of(passed: set[tuple[str, str]]) -> Proofs:
    """Return the proofs of every game that has any."""
    proofs: Proofs = {}
    for mark, test in sorted(passed):
        rule, _, case = mark.partition(" ")
        game, fingerprint = known_rules()[rule]
        empty = {"text": fingerprint, **{each: [] for each in CASES}}
        proofs.setdefault(game, {}).setdefault(rule, empty)[case].append(test)
    return proofs


def is_whole(config: pytest.Config) -> bool:
    """Tell whether every test was asked for: nothing chosen by path, name, mark or history."""
    choosing = ("keyword", "markexpr", "lf", "stepwise", "deselect", "ignore", "ignore_glob")
    chosen = any(getattr(config.option, name, None) for name in choosing)
    chosen = chosen or bool(config.option.collectonly) != config.option.proofs
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen and not UNDER_MUTATION


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch of `make proofs`."""
    parser.addoption("--proofs", action="store_true", help="with --collect-only: write the proofs from the marks alone")


def pytest_configure(config: pytest.Config) -> None:
    """Keep proofs in the process that hears of all tests."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(ProofKeeper(config), "proof-keeper")
        made = all(any(CACHE.glob(f"{name}-*/")) for name in ("kernel", "root"))
        os.environ[MADE] = "yes" if made else ""


@pytest.hookimpl(optionalhook=True)  # mutants are tried without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: while one waits the others work."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Take thousands of tests out of the way of the collector of garbage, and have it look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let two workers begin with what waits most, so that nobody waits at the end; what is being built comes last.

    At first each worker has an equal part of the list; who comes to the end of his takes from the end of another's.
    """
    part = len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    working = [item for item in items if not item.nodeid.startswith(tuple(chain(*WAITING)))]
    ordered: list[pytest.Item] = []
    for number, folders in enumerate(WAITING, start=1):
        ordered += [item for folder in folders for item in items if item.nodeid.startswith(folder)]
        room = max(0, number * part - len(ordered))
        ordered, working = ordered + working[:room], working[room:]
    items[:] = ordered + working
    if not os.environ.get(MADE):
        items.sort(key=lambda item: bool(BUILT & set(getattr(item, "fixturenames", ()))))
