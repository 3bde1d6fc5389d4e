"""Mutation testing of klaxon.rules: runs mutmut, then prints the score and the survivors.

`make mutants` starts it. Loaded by pytest (`-p mutation`) the same file is a plugin that helps mutmut to know
which tests reach a function.
"""

from __future__ import annotations

import argparse
import functools
import gc
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutation"
CAUGHT = {"killed", "timeout", "segfault"}
FAILED_TO_RUN = {"broken", "not checked", "check was interrupted by user"}
BROKEN = 255  # the worker failed before any test; mutmut takes it for a timeout

# Imported once for all mutants: slow, and nothing of klaxon in it.
PRELOAD = "hypothesis\nhypothesis.strategies\n"


# -- the command ---------------------------------------------------------------------------------------------


def lay_out(*, resume: bool) -> None:
    """Make the folder in which mutmut works: the repository by links, with `firmware` named `src`."""
    if not resume:
        shutil.rmtree(WORK, ignore_errors=True)
    mutated = WORK / "mutants"
    mutated.mkdir(parents=True, exist_ok=True)
    link(WORK / "src", ROOT / "firmware")
    link(WORK / "tests", ROOT / "tests")
    link(WORK / "pyproject.toml", ROOT / "pyproject.toml")
    (WORK / "preload.txt").write_text(PRELOAD, encoding="utf-8")
    # mutmut copies src, tests and pyproject.toml; tests that read other files of the repository find links.
    link(mutated / "firmware", Path("src"))
    left_out = {"firmware", "tests", "pyproject.toml", "build", "dist", ".git", ".hypothesis"}
    for entry in ROOT.iterdir():
        if entry.name not in left_out and not entry.name.endswith("_cache"):
            link(mutated / entry.name, entry)


def link(name: Path, target: Path) -> None:
    """Make the symbolic link anew."""
    name.unlink(missing_ok=True)
    name.symlink_to(target)


def run_mutmut(only: list[str], jobs: int) -> int:
    """Run mutmut and return its exit status; where it failed, show what its tests say."""
    tools = Path(__file__).parent
    mutmut = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(jobs), *only]
    environment = {**os.environ, "PYTHONPATH": str(tools)}
    status = subprocess.run(mutmut, cwd=WORK, env=environment, check=False).returncode
    if status:
        print(
            f"\nmutmut ended with status {status}. The tests in its copy, with no mutant active:\n",
            flush=True,
        )
        mutated = WORK / "mutants"
        environment = {**os.environ, "PYTHONPATH": f"{mutated / 'src'}:{tools}", "MUTANT_UNDER_TEST": ""}
        tests = [sys.executable, "-m", "pytest", "--rootdir=.", "-x", "-q", "-p", "mutation", "tests"]
        subprocess.run(tests, cwd=mutated, env=environment, check=False)
    return status


def results() -> Iterator[tuple[str, str, Path]]:
    """Yield each mutant with its status and file."""
    from mutmut.mutation.data import SourceFileMutationData  # noqa: PLC0415  # reads its settings from WORK
    from mutmut.stats import status_by_exit_code  # noqa: PLC0415
    from mutmut.utils.file_utils import walk_mutatable_files  # noqa: PLC0415

    for path in sorted(walk_mutatable_files()):
        data = SourceFileMutationData(path=path)
        data.load()
        for name, code in data.exit_code_by_key.items():
            yield name, "broken" if code == BROKEN else status_by_exit_code[code], path


def change(name: str, path: Path) -> list[str]:
    """Return the lines that the mutant removes and adds."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # noqa: PLC0415

    diff = get_diff_for_mutant(name, path=path).splitlines()
    return [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def report(only: list[str]) -> bool:
    """Print the survivors and the score; tell whether every mutant was tried."""
    from fnmatch import fnmatch  # noqa: PLC0415

    os.chdir(WORK)
    by_file: defaultdict[Path, Counter[str]] = defaultdict(Counter)
    survivors = []
    for name, status, path in results():
        if only and not any(fnmatch(name, pattern) for pattern in only):
            continue
        by_file[path][status] += 1
        if status not in CAUGHT:
            survivors.append((name, status, path))
    if survivors:
        print("\nSurvivors")
    for name, status, path in survivors:
        print(f"\n{name}: {status}")
        for line in change(name, path):
            print(f"    {line}")
    print("\nScore: caught / mutants")
    total: Counter[str] = Counter()
    for path, counts in by_file.items():
        total += counts
        print(f"  {score(counts)}  {'/'.join(path.parts[1:])}")
    print(f"  {score(total)}  in all ({', '.join(f'{n} {status}' for status, n in total.most_common())})")
    return bool(total) and not FAILED_TO_RUN & total.keys()


def score(counts: Counter[str]) -> str:
    """Return `caught / mutants` and the percentage, in columns."""
    caught = sum(counts[status] for status in CAUGHT)
    return f"{caught:5} /{counts.total():5}  {100 * caught / max(1, counts.total()):5.1f} %"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Mutation testing of klaxon.rules.")
    parser.add_argument("only", nargs="*", help="mutants to try, as patterns: 'klaxon.rules.sonar.*'")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--report", action="store_true", help="only print the results of the last run")
    options = parser.parse_args()
    if not options.report:
        lay_out(resume=options.resume)
        if status := run_mutmut(options.only, options.jobs):
            return status
    return 0 if report(options.only) else 1


# -- the plugin ----------------------------------------------------------------------------------------------
#
# mutmut notes which mutated functions run during a test, and tries a mutant on those tests only. A function
# that ran while modules were imported, or whose result was cached, would be counted to the first test alone.

# A mutant that breaks an import is caught, but pytest ends then as if it had been called wrongly.

_reached_at_import: set[str] = set()


def is_a_mutant_active() -> bool:
    """Tell whether this process tries one mutant."""
    return "__mutmut_" in os.environ.get("MUTANT_UNDER_TEST", "")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Count a mutant as killed that does not even let conftest.py be imported."""
    try:
        yield
    except BaseException:
        if is_a_mutant_active():
            os._exit(pytest.ExitCode.TESTS_FAILED)
        raise


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Count a mutant as killed that does not let a test module be imported."""
    if report.failed and is_a_mutant_active():
        os._exit(pytest.ExitCode.TESTS_FAILED)


def taking_notes() -> bool:
    """Tell whether this is the run in which mutmut learns what each test reaches."""
    return os.environ.get("MUTANT_UNDER_TEST") == "stats"


def reached() -> set[str]:
    """Return mutmut's own set of the functions reached since the last test."""
    from mutmut.state import state  # noqa: PLC0415  # not before mutmut has set itself up

    return state()._stats  # noqa: SLF001  # mutmut is pinned in the lock


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try the quickest tests first: the first that fails ends the trial."""
    if is_a_mutant_active():
        from mutmut.state import state  # noqa: PLC0415  # not before mutmut has set itself up

        seconds = state().duration_by_test
        items.sort(key=lambda item: (seconds.get(item.nodeid, 0), item.nodeid))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep what was reached while the test modules were imported."""
    if taking_notes():
        for item in session.items:
            vars(item)["_nodeid"] = item.nodeid  # mutmut 3.8 reads this name, which pytest 9.2 no longer has
        _reached_at_import.update(reached())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Empty the caches of klaxon, so that this test reaches what it needs by itself."""
    if taking_notes():
        for thing in gc.get_objects():
            if is_cache_of_klaxon(thing):
                thing.cache_clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Count what ran at import to every test."""
    if taking_notes():
        reached().update(_reached_at_import)


def is_cache_of_klaxon(thing: Any) -> bool:
    """Tell whether this object is a function of klaxon under functools.cache or lru_cache."""
    is_cache = type(thing) is functools._lru_cache_wrapper  # noqa: SLF001  # the type has no public name
    return is_cache and str(getattr(thing, "__module__", "")).startswith("klaxon.")


if __name__ == "__main__":
    sys.exit(main())
