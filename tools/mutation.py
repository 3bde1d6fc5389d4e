"""Mutation testing of klaxon.rules: break the rules in every way that mutmut knows, and see which test notices.

mutmut only writes the mutants: a copy of klaxon in which each function of the rules has its changed copies beside
it. The rest is done here, to be quick. pytest collects the tests once; then a process is forked for each mutant, the
function takes the code of its changed copy, and the tests that reach it run until one fails: first the quick ones, then
the slow ones on what survives those. Tables made at import were made without the mutant: what survives and runs at
import is tried once more by all its tests, in a process that imports klaxon anew.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import gc
import hashlib
import json
import math
import os
import re
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from fnmatch import fnmatch
from itertools import accumulate, zip_longest
from multiprocessing import Pool
from pathlib import Path
from random import Random
from types import FunctionType, MethodType
from typing import Any, NamedTuple, NoReturn

import hypothesis.strategies  # noqa: F401  # for the processes to come: slow, and nothing of klaxon in it
import pytest
from _pytest.runner import runtestprotocol  # pinned in the lock, as mutmut is
from mutmut.mutation import trampoline
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import make_mutant_key

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "firmware" / "klaxon"
WORK = ROOT / "build" / "mutation"
MADE = WORK / "made.json"
NOTES = WORK / "notes.json"
VERDICTS = WORK / "verdicts.jsonl"

# The tests of the rules: what only a table or a terminal would notice is not proved.
FOLDERS = [f"tests/rules/{folder}" for folder in ("core", "golden", "laws", "sonar", "steam", "uboot")]
# It plays the same game twice in other processes; breaking a rule breaks both alike.
LEFT_OUT = "tests/rules/laws/test_replay.py"
# Those that reach the rules of a game; the other folders are of other games, or of what all games share.
OF_GAME = {"sonar": ("golden", "laws", "sonar"), "steam": ("golden", "steam"), "uboot": ("golden", "uboot")}
IMPORT = re.compile(r"^from tests\.(?:\w+\.)*(\w+) import", re.MULTILINE)
IMPORTED_AHEAD = "ignore::pytest.PytestAssertRewriteWarning"  # said of hypothesis
# pytest's own tracebacks parse the whole file, and a file full of mutants is a long one.
PYTEST = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", IMPORTED_AHEAD]

SLOW = 0.1  # seconds of a test that only the survivors of all others meet (--slow)
TOGETHER = 20.0  # seconds of all tests that one trial of a mutant may take (--seconds)
PATIENCE = 2.0, 10.0  # a test has so many seconds of CPU, and so many times what it needs without a mutant
MEMORY = 4 << 30  # bytes; a mutant that gathers without end fails before the machine does
BASELINE = "no mutant"

STATUS = {0: "survived", 1: "killed", 2: "broken", -signal.SIGPROF: "timeout", -signal.SIGALRM: "timeout"}
CAUGHT = {"killed", "timeout", "crashed"}  # a test that never ends notices too, if not in words


class Made(NamedTuple):
    """A mutated file: the digest of its source, its mutants, and each function's hash and lines in the copy."""

    digest: str
    mutants: list[str]
    hashes: dict[str, str]
    spans: dict[str, tuple[int, int]]


class Notes(NamedTuple):
    """What the tests reach: tests of each function, functions that run at import, seconds of each test.

    They hold as long as klaxon, the mutated files and what the tests share do not change; a changed file of tests is
    noted anew.
    """

    digest: str
    files: dict[str, str]
    tests: dict[str, list[str]]
    at_import: list[str]
    seconds: dict[str, float]


class Verdict(NamedTuple):
    """What became of a mutant, and the test that failed."""

    mutant: str
    status: str
    test: str = ""
    words: str = ""


# -- making mutants ------------------------------------------------------------------------------------------------


def make_mutants(jobs: int, only: list[str]) -> dict[str, Made]:
    """Write the copy of klaxon with the mutants of the modules asked for; files that did not change keep theirs."""
    copy = WORK / "klaxon"
    known = {name: Made(*made) for name, made in json.loads(MADE.read_text("utf-8")).items()} if MADE.exists() else {}
    files = [path.relative_to(SOURCE) for path in sorted((SOURCE / "rules").rglob("*.py")) if "laws" not in path.parts]
    same = {path for path in files if str(path) in known and known[str(path)].digest == digest_of(SOURCE / path)}
    changed = [path for path in files if path not in same and is_asked_for(module_of_file(path), only)]
    kept = {path: (copy / path).read_bytes() for path in same}
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path, code in kept.items():
        (copy / path).write_bytes(code)
    with Pool(jobs) as pool:
        fresh = dict(zip(map(str, changed), pool.map(make_file, changed, chunksize=1), strict=True))
    made = {str(path): fresh.get(str(path)) or known[str(path)] for path in files if path in same or path in changed}
    MADE.write_text(json.dumps(made), "utf-8")
    return made


def is_asked_for(module: str, only: list[str]) -> bool:
    """Tell whether a pattern may name a mutant of a module: both agree as far as the pattern has no wildcard."""
    plain = [re.split(r"[*?\[]", pattern)[0] for pattern in only]
    return not only or any(f"{module}.".startswith(text) or text.startswith(f"{module}.") for text in plain)


def module_of_file(path: Path) -> str:
    """Return the module of a file below klaxon."""
    return ".".join(("klaxon", *path.with_suffix("").parts)).removesuffix(".__init__")


def make_file(path: Path) -> Made:
    """Write the mutants of one file beside its functions."""
    source = (SOURCE / path).read_text("utf-8")
    module = module_of_file(path)
    mutated = mutate_file_contents(str(path), source)
    (WORK / "klaxon" / path).write_text(mutated.code, "utf-8")
    made = Made(
        digest_of(SOURCE / path),
        [f"{module}.{name}" for name in mutated.mutant_names],
        {f"{module}.{name}": value for name, value in mutated.hash_by_function_name.items()},
        {f"{module}.{name}": (span.start, span.end) for name, span in mutated.line_span_by_function_name.items()},
    )
    lines = mutated.code.splitlines()
    return made._replace(mutants=[name for name in made.mutants if not is_moot(change(lines, made, name))])


def is_moot(diff: list[str]) -> bool:
    """Tell whether a change need not be tried.

    It lets a zip be less strict: what is zipped is as long as it is by design. Or it writes a word in capitals: another
    mutant of the same word says something else for it.
    """
    before, after = ("".join(line[1:] for line in diff if line[0] == sign) for sign in "-+")
    if before.lower() == after.lower():
        return True
    return "strict=True" in before and before.replace("strict=True", "") == re.sub("strict=(None|False)", "", after)


def change(lines: list[str], made: Made, mutant: str) -> list[str]:
    """Return the lines that a mutant removes and adds, found in the lines of its file."""
    before, after = (
        [line.replace(name.rpartition(".")[2], "", 1) for line in lines[first - 1 : last]]
        for name, (first, last) in (
            (name, made.spans[name]) for name in (f"{function_of(mutant)}__mutmut_orig", mutant)
        )
    )
    diff = difflib.unified_diff(before, after, n=0, lineterm="")
    return [line for line in diff if not line.startswith(("---", "+++", "@@"))]


def digest_of(*paths: Path) -> str:
    """Return a digest of files, and of all files in folders."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file} {file.stat().st_size}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def function_of(mutant: str) -> str:
    """Return the name of the function that a mutant is a copy of; the baseline is its own."""
    return mutant.partition("__mutmut_")[0]


def module_of(function: str) -> str:
    """Return the module of a function."""
    return function.rpartition(".")[0]


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


# -- functions that can be changed ---------------------------------------------------------------------------------
#
# mutmut decorates each function of which there are mutants. Its own decorator asks the environment in every call;
# one of these stands in for it, and costs nothing where no mutant is.

Copies = dict[str, FunctionType | MethodType]
"""The mutants of a function by their names; filled after the function is decorated."""
_switches: dict[str, tuple[FunctionType, Copies]] = {}
_reached: set[str] = set()


def name_of(function: FunctionType) -> str:
    """Return the name of a function as mutmut writes it."""
    owner, _, name = function.__qualname__.rpartition(".")
    return f"{function.__module__}.{make_mutant_key(name, owner or None)}"


def noting(copies: Copies, *, is_classmethod: bool = False) -> Any:
    """Decorate a function so that it is noted when it runs."""
    del copies, is_classmethod

    def decorate(function: FunctionType) -> Callable[..., Any]:
        key = name_of(function)

        @functools.wraps(function)
        def noted(*args: Any, **kwargs: Any) -> Any:
            _reached.add(key)
            return function(*args, **kwargs)

        return noted

    return decorate


def switching(copies: Copies, *, is_classmethod: bool = False) -> Any:
    """Leave a function as it is, and remember how it can be changed."""
    del is_classmethod

    def decorate(function: FunctionType) -> FunctionType:
        _switches[name_of(function)] = function, copies
        return function

    return decorate


def switch(mutant: str) -> None:
    """Change a function into its mutant, for everyone who holds it."""
    function, copies = _switches[function_of(mutant)]
    copy = copies[mutant.rpartition(".")[2]]
    changed = copy.__func__ if isinstance(copy, MethodType) else copy  # class methods come bound
    function.__code__ = changed.__code__
    function.__defaults__ = changed.__defaults__
    function.__kwdefaults__ = changed.__kwdefaults__


def replacing(mutant: str) -> Any:
    """Return the decorator that puts one mutant in the place of its function from the import on."""

    def replace(copies: Copies, *, is_classmethod: bool = False) -> Any:
        def decorate(function: FunctionType) -> Callable[..., Any]:
            if name_of(function) != function_of(mutant):
                return function
            name = mutant.rpartition(".")[2]

            @functools.wraps(function)
            def mutated(*args: Any, **kwargs: Any) -> Any:
                return copies[name](*args[is_classmethod:], **kwargs)

            return mutated

        return decorate

    return replace


# -- trials --------------------------------------------------------------------------------------------------------

Failure = tuple[str, str]
"""A test that failed, and what it said."""


def in_forks(mutants: Iterable[str], jobs: int, trial: Callable[[str], Failure | None]) -> Iterator[Verdict]:
    """Try each mutant in a process of its own, and yield what became of it."""
    waiting = iter(mutants)
    running: dict[int, tuple[str, int]] = {}
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)) is not None:
            reading, writing = os.pipe()
            if not (pid := os.fork()):
                in_fork(mutant, trial, writing)
            os.close(writing)
            running[pid] = mutant, reading
        if not running:
            return
        pid, status = os.wait()
        mutant, reading = running.pop(pid)
        with os.fdopen(reading, encoding="utf-8", errors="replace") as pipe:
            test, _, words = pipe.read().partition("\n")
        code = os.waitstatus_to_exitcode(status)
        if code == -signal.SIGINT:
            raise KeyboardInterrupt
        yield Verdict(mutant, STATUS.get(code, "crashed"), test, words)


def in_fork(mutant: str, trial: Callable[[str], Failure | None], pipe: int) -> NoReturn:
    """Try one mutant with no output, tell the failure through the pipe, and end the process."""
    code, failure = 2, None
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupted trial is no failed test
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.environ["MUTANT_UNDER_TEST"] = mutant  # for processes that a test starts
        failure = trial(mutant)
        code = 1 if failure else 0
    except BaseException:  # noqa: BLE001  # whatever it is, it is told, and is no caught mutant
        failure = "", traceback.format_exc()
    finally:
        if failure:
            os.write(pipe, "\n".join(failure).encode(errors="replace")[:4000])
        os._exit(code)


def first_failure(items: list[pytest.Item], seconds: dict[str, float]) -> Failure | None:
    """Run tests until one fails. A test that takes far too long ends the process."""
    for item, following in zip_longest(items, items[1:]):
        limit = PATIENCE[0] + PATIENCE[1] * seconds[item.nodeid]
        signal.setitimer(signal.ITIMER_PROF, limit)  # of CPU, so that a busy machine is no time-out
        signal.setitimer(signal.ITIMER_REAL, 60 * limit)
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                return item.nodeid, report.longreprtext
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return None


def find_caches() -> list[Any]:
    """Return the functions of klaxon and its tests under functools.cache or lru_cache."""
    kind = functools._lru_cache_wrapper  # noqa: SLF001  # the type has no public name
    caches = [thing for thing in gc.get_objects() if type(thing) is kind]
    return [cache for cache in caches if str(getattr(cache, "__module__", "")).startswith(("klaxon.", "tests."))]


class Learner:
    """A plugin of pytest that notes which functions each test reaches, and how long it takes."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, list[str]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.at_import: list[str] = []
        self.failed: set[str] = set()
        self.caches: list[Any] = []

    def pytest_collection_finish(self) -> None:
        """Keep what was reached while the modules were imported."""
        self.at_import = sorted(_reached)
        self.caches = find_caches()

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Remember the file of a test that fails: it is to be noted again."""
        if report.failed:
            self.failed.add(file_of(report.nodeid))

    pytest_collectreport = pytest_runtest_logreport

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note a test, which finds no cached result and so reaches all it needs."""
        for cache in self.caches:
            cache.cache_clear()
        _reached.clear()
        start = time.process_time()  # of CPU, as patience is: a busy machine makes no test slow
        done = yield
        self.seconds[item.nodeid] = time.process_time() - start
        for function in _reached:
            self.tests[function].append(item.nodeid)
        return done


class Pace(NamedTuple):
    """Which tests a trial uses: those that take so many seconds, and together at most so many; how many processes."""

    least: float
    most: float
    together: float
    jobs: int

    def choose(self, tests: Iterable[str], seconds: dict[str, float], killers: Counter[str]) -> list[str]:
        """Return the tests of a trial: those that caught others first, then of their files, then the quickest."""
        fit = [test for test in tests if self.least <= seconds[test] < self.most]
        fit.sort(key=lambda test: (-killers[test], -killers[file_of(test)], seconds[test]))
        sums = accumulate(seconds[test] for test in fit)
        return [test for test, total in zip(fit, sums, strict=True) if total <= self.together]


class Forking:
    """A plugin of pytest that, in place of the test run, forks for each mutant and tries it on its tests."""

    def __init__(self, mutants: list[str], notes: Notes, pace: Pace, keep: Callable[[Verdict], None]) -> None:
        self.mutants, self.notes, self.pace, self.keep = mutants, notes, pace, keep
        self.items: dict[str, pytest.Item] = {}
        self.caches: list[Any] = []
        self.killers: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        if session.testsfailed:  # they were not all collected; pytest says why
            return True
        # A test that was written in the meantime waits for the next run.
        self.items = {item.nodeid: item for item in session.items if item.nodeid in self.notes.seconds}
        self.caches = find_caches()
        gc.collect()
        gc.freeze()  # what was imported is not looked through, and so not copied, in every process
        try:
            for verdict in in_forks([BASELINE, *self.mutants], self.pace.jobs, self.trial):
                function = function_of(verdict.mutant)
                self.killers[function][verdict.test] += 1
                self.killers[module_of(function)][file_of(verdict.test)] += 1
                self.keep(verdict)
        except SystemExit as end:  # pytest would take it for its own failure
            print(end)
            session.testsfailed = 1
        return True

    def trial(self, mutant: str) -> Failure | None:
        """Try a mutant. Without one all tests are tried that a mutant may meet."""
        seconds = self.notes.seconds
        if mutant == BASELINE:
            chosen = list(dict.fromkeys(test for each in self.mutants for test in self.choose(each)))
        else:
            chosen = self.choose(mutant)
            switch(mutant)
        for cache in self.caches:
            cache.cache_clear()
        return first_failure([self.items[test] for test in chosen], seconds)

    def choose(self, mutant: str) -> list[str]:
        """Return the tests of a mutant."""
        function = function_of(mutant)
        tests = [test for test in self.notes.tests.get(function, ()) if test in self.items]
        return self.pace.choose(tests, self.notes.seconds, self.killers[function] + self.killers[module_of(function)])


class Thorough:
    """A plugin of pytest that runs the tests of one mutant, quickest first, in a process that has just imported it."""

    def __init__(self, mutant: str, notes: Notes, killers: Counter[str], together: float) -> None:
        self.notes, self.killers, self.together = notes, killers, together
        function = function_of(mutant)
        module = module_of(function)
        self.near = {test for name, tests in notes.tests.items() if name.startswith(f"{module}.") for test in tests}
        # What runs at import may show in any test, though most likely in one of its module.
        anywhere = mutant == BASELINE or function in notes.at_import
        self.tests = set(notes.seconds if anywhere else notes.tests.get(function, ()))
        self.failure: Failure | None = ("import", "The tests cannot be collected.")

    @property
    def files(self) -> list[str]:
        """The files of the tests."""
        return sorted({file_of(test) for test in self.tests})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests until one fails."""
        if not session.testsfailed:  # else they were not all collected
            seconds = self.notes.seconds
            items = [item for item in session.items if item.nodeid in self.tests]
            items.sort(key=lambda it: (-self.killers[it.nodeid], it.nodeid not in self.near, seconds[it.nodeid]))
            sums = accumulate(seconds[item.nodeid] for item in items)
            items = [item for item, total in zip(items, sums, strict=True) if total <= self.together]
            self.failure = first_failure(items, seconds)
        return True


def learn(folders: list[str], made: Iterable[str]) -> Notes:
    """Run the tests without a mutant and note what they reach; where nothing changed, what was noted still holds.

    Noted are the functions of the files that have mutants: with another file all is noted anew.
    """
    paths = [path for path in sorted((ROOT / "tests").rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    imports = {name for path in paths if path.suffix == ".py" for name in IMPORT.findall(path.read_text("utf-8"))}
    shared = digest_of(SOURCE, *(path for path in paths if not is_test(path) or path.stem in imports))
    shared += "".join(f" {file}" for file in sorted(made))
    files = {str(path.relative_to(ROOT)): digest_of(path) for path in paths if is_test(path)}
    wanted = [file for file in files if file.startswith(tuple(f"{folder}/" for folder in folders))]
    known = Notes(*json.loads(NOTES.read_text("utf-8"))) if NOTES.exists() else None
    if known is None or known.digest != shared:
        known = Notes(shared, {}, {}, [], {})
    changed = [file for file in wanted if known.files.get(file) != files[file]]
    if not changed and known.files.keys() <= files.keys():
        return known
    print(f"Noting what each test reaches: {len(changed)} files", flush=True)
    kept = [file for file in files if file not in changed and known.files.get(file) == files[file]]
    NOTES.unlink(missing_ok=True)

    def work() -> int:
        learner = Learner()
        code = run_pytest(learner, noting, changed) if changed else 0
        old = {test for test in known.seconds if file_of(test) in kept}
        tests = {
            function: [test for test in known.tests.get(function, ()) if test in old] + learner.tests[function]
            for function in known.tests.keys() | learner.tests.keys()
        }
        seconds = {test: known.seconds[test] for test in old} | learner.seconds
        at_import = sorted({*known.at_import, *learner.at_import})
        noted = {file: files[file] for file in (*kept, *changed) if file not in learner.failed}
        NOTES.write_text(json.dumps([shared, noted, tests, at_import, seconds]), "utf-8")
        return code

    if in_child(work):
        sys.exit("The tests fail without any mutant.")
    return Notes(*json.loads(NOTES.read_text("utf-8")))


def is_test(path: Path) -> bool:
    """Tell whether a file holds tests of the rules."""
    ours = any(ROOT / folder in path.parents for folder in FOLDERS)
    return ours and path.name.startswith("test_") and path != ROOT / LEFT_OUT


def in_child(work: Callable[[], int]) -> int:
    """Do something in a process of its own, which may import klaxon, and return its exit code."""
    sys.stdout.flush()
    if pid := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 1
    try:
        code = work()
    except BaseException:  # noqa: BLE001  # it ends here, whatever it is
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def run_pytest(plugin: object, decorator: Any, tests: list[str]) -> int:
    """Run pytest on the copy of klaxon, whose functions are decorated so."""
    trampoline.wrap_in_trampoline = decorator
    return int(pytest.main([*PYTEST, *tests], plugins=[plugin]))


def try_in_forks(
    mutants: list[str], notes: Notes, tests: list[str], pace: Pace, keep: Callable[[Verdict], None]
) -> None:
    """Try mutants in forks of a process that has collected the tests."""
    if mutants and in_child(lambda: run_pytest(Forking(mutants, notes, pace, keep), switching, tests)):
        sys.exit(1)


def try_imported(mutants: list[str], notes: Notes, pace: Pace, keep: Callable[[Verdict], None]) -> None:
    """Try mutants in processes that import klaxon anew."""
    killers: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def trial(mutant: str) -> Failure | None:
        plugin = Thorough(mutant, notes, killers[function_of(mutant)], pace.together)
        if plugin.tests:
            run_pytest(plugin, replacing(mutant), plugin.files)
        return plugin.failure if plugin.tests else None

    for verdict in in_forks([BASELINE, *mutants] if mutants else [], pace.jobs, trial):
        killers[function_of(verdict.mutant)][verdict.test] += 1
        keep(verdict)


# -- the command ---------------------------------------------------------------------------------------------------


class Ledger:
    """The verdicts, on the disk as they come. What is said of a function that has changed since does not count."""

    def __init__(self, made: dict[str, Made]) -> None:
        self.hashes = {function: value for file in made.values() for function, value in file.hashes.items()}
        self.verdicts: dict[str, Verdict] = {}
        self.start, self.told, self.count, self.total = time.monotonic(), 0.0, 0, 0
        for line in VERDICTS.read_text("utf-8").splitlines() if VERDICTS.exists() else ():
            value, *verdict = json.loads(line)
            if self.hashes.get(function_of(verdict[0])) == value:
                self.verdicts[verdict[0]] = Verdict(*verdict)

    def alive(self, mutants: list[str]) -> list[str]:
        """Return the mutants that no test has noticed."""
        return [name for name in mutants if name not in self.verdicts or self.verdicts[name].status not in CAUGHT]

    def expect(self, title: str, mutants: list[str]) -> None:
        """Say what is tried now."""
        print(f"{title}: {len(mutants)} mutants", flush=True)
        self.start, self.count, self.total = time.monotonic(), -1, len(mutants)  # the baseline is none

    def keep(self, verdict: Verdict) -> None:
        """Write a verdict down and show how far it is. Without a mutant no test may fail: then no verdict counts."""
        self.count += 1
        if verdict.mutant == BASELINE:
            if verdict.status != "survived":
                sys.exit(f"\nWithout any mutant: {verdict.status} {verdict.test}\n{verdict.words}")
            return
        self.verdicts[verdict.mutant] = verdict
        with VERDICTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self.hashes[function_of(verdict.mutant)], *verdict[:3]]) + "\n")
        now = time.monotonic()
        if self.count == self.total or now - self.told > (1 if sys.stdout.isatty() else 30):
            self.told = now
            end = "\r" if sys.stdout.isatty() and self.count < self.total else "\n"
            print(f"  {self.count} of {self.total} in {now - self.start:.0f} s", end=end, flush=True)


def report(made: dict[str, Made], wanted: set[str], verdicts: dict[str, Verdict]) -> bool:
    """Print the survivors and the score; tell whether every mutant was tried."""
    total: Counter[str] = Counter()
    scores = []
    print("\nNot caught")
    for path, file in made.items():
        lines = (WORK / "klaxon" / path).read_text("utf-8").splitlines()
        counts: Counter[str] = Counter()
        for mutant in file.mutants:
            if mutant in wanted:
                status = verdicts[mutant].status if mutant in verdicts else "not tried"
                counts[status] += 1
                if status not in CAUGHT:
                    print(f"\n{mutant}: {status}", *change(lines, file, mutant), sep="\n    ")
        if counts:
            scores.append(f"  {score(counts)}  {path}")
            total += counts
    print("\nCaught / mutants", *scores, sep="\n")
    print(f"  {score(total)}  in all ({', '.join(f'{n} {status}' for status, n in total.most_common())})")
    return bool(total) and total.keys() <= CAUGHT | {"survived"}


def sample_of(mutants: list[str], count: int, seed: str) -> list[str]:
    """Return so many of the mutants, in their order, drawn by chance; from every module as many as its size asks."""
    if not 0 < count < len(mutants):
        return mutants
    dice, modules = Random(seed), defaultdict[str, list[str]](list)
    for mutant in mutants:
        modules[module_of(function_of(mutant))].append(mutant)
    shuffled = [mutant for found in modules.values() for mutant in dice.sample(found, len(found))]
    step, first = len(mutants) / count, dice.random()
    drawn = {shuffled[int((place + first) * step)] for place in range(count)}
    return [mutant for mutant in mutants if mutant in drawn]


def score(counts: Counter[str]) -> str:
    """Return `caught / mutants` and the percentage, in columns."""
    caught = sum(counts[status] for status in CAUGHT)
    return f"{caught:5} /{counts.total():5}  {100 * caught / max(1, counts.total()):5.1f} %"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Mutation testing of klaxon.rules.")
    parser.add_argument("only", nargs="*", help="mutants to try, as patterns: 'klaxon.rules.sonar.*'")
    parser.add_argument("--resume", action="store_true", help="what was caught stays caught, the rest is tried")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--slow", type=float, default=SLOW, help="seconds of a test that waits for the second trial")
    parser.add_argument("--seconds", type=float, default=TOGETHER, help="seconds of all tests in one trial of a mutant")
    parser.add_argument("--quick", action="store_true", help="leave out all trials but the first, by quick tests")
    parser.add_argument("--sample", type=int, default=0, help="try so many of the mutants only, drawn by chance")
    parser.add_argument("--seed", default="sample", help="which sample is drawn")
    parser.add_argument("--report", action="store_true", help="only print the results so far")
    options = parser.parse_args()
    os.chdir(ROOT)  # where mutmut and pytest find their settings
    os.environ |= {"MUTANT_UNDER_TEST": "", "PYTHONPATH": str(WORK)}
    sys.path.insert(0, str(WORK))
    if not (options.resume or options.report):
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    print("Making mutants", flush=True)
    made = make_mutants(options.jobs, options.only)
    mutants = [mutant for file in made.values() for mutant in file.mutants]
    wanted = [name for name in mutants if not options.only or any(fnmatch(name, only) for only in options.only)]
    wanted = sample_of(wanted, options.sample, options.seed)
    ledger = Ledger(made)
    if not options.report:
        ledger = try_all(made, wanted, options)
    return 0 if report(made, set(wanted), ledger.verdicts) else 1


def try_all(made: dict[str, Made], wanted: list[str], options: argparse.Namespace) -> Ledger:
    """Try mutants by quick tests, then the survivors by slow ones, and once more what runs at import."""
    folders = folders_for(wanted)
    notes = learn(folders, made)
    tests = [*folders, f"--ignore={LEFT_OUT}"]
    quick = Pace(0, options.slow, options.seconds, options.jobs)
    slow = Pace(options.slow, math.inf, options.seconds, options.jobs)
    for title, pace in (("quick tests", quick), ("slow tests", slow))[: 1 if options.quick else None]:
        ledger = Ledger(made)  # verdicts are written by another process
        alive = ledger.alive(wanted)
        ledger.expect(f"In forks, by {title}", alive)
        try_in_forks(alive, notes, tests, pace, ledger.keep)
    ledger = Ledger(made)
    if not options.quick:
        alive = [mutant for mutant in ledger.alive(wanted) if function_of(mutant) in notes.at_import]
        ledger.expect("Imported anew, by all tests", alive)
        try_imported(alive, notes, quick, ledger.keep)
    return ledger


def folders_for(mutants: list[str]) -> list[str]:
    """Return the folders of the tests that concern some mutants: one game's tests prove nothing of another's."""
    owners = {mutant.split(".")[2] for mutant in mutants}
    if not owners <= OF_GAME.keys():
        return FOLDERS
    return [f"tests/rules/{folder}" for folder in sorted({folder for owner in owners for folder in OF_GAME[owner]})]


if __name__ == "__main__":
    sys.exit(main())
