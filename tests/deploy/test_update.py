"""Two slots, a signature and a way back: deploy/update with a Python and a service that are made up."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.deploy.kit.box import CUTTER, TOP
from tests.deploy.kit.keys import SIGN, make_key, sign, signer_line

PYTHON = """#!/bin/sh
# Makes virtual environments that hold one command, and installs nothing.
[ "$2" = venv ] || exit 0
for venv; do :; done
mkdir -p "$venv/bin"
cp "$0" "$venv/bin/python"
printf '#!/bin/sh\\ncase $1 in profile) [ ! -e "%s/faulty" ] ;; esac\\n' "$FOLDER" >"$venv/bin/klaxon"
chmod +x "$venv/bin/klaxon"
"""
SYSTEMCTL = """#!/bin/sh
# A systemd that runs one service: a broken release does not get ready, and a shaky one falls over once it was.
echo "systemctl $*" >>"$FOLDER/done"
version=$(cat "$KLAXON_PREFIX/current/VERSION")
case $1 in
    start) [ ! -e "$FOLDER/running" ] || exit 0 ;;
    is-active) [ -e "$FOLDER/running" ]; exit ;;
    show) grep -c shaky "$FOLDER/running"; exit 0 ;;
    restart) rm -f "$FOLDER/running" ;;
    *) exit 0 ;;
esac
echo "$version" >>"$FOLDER/started"
case $version in *broken*) exit 1 ;; esac
echo "$version" >"$FOLDER/running"
"""
SYNC = """#!/bin/sh
echo "sync ${2:-$1}" >>"$FOLDER/done"
"""
MV = """#!/bin/sh
echo "mv $3" >>"$FOLDER/done"
exec /bin/mv "$@"
"""
CHANGES = r'^(mv|rm|cp|touch|systemctl "\$1"|systemctl daemon-reload|"\$python|PYTHONPATH)'
if "KLAXON_SOAK" in os.environ:
    CHANGES = r'^(ln|mv|rm|cp|mkdir|touch|chmod|sync|tar|systemctl|sleep|"\$python|PYTHONPATH|"\$slot)'
"""Commands of the scripts that leave a console in another state; in the long run also those that only prepare it."""
TODAY, YESTERDAY = "2026-05-02T12:00:00Z\n", "2026-05-01T12:00:00Z\n"
TRIAL = (TOP / "systemd" / "klaxon-trial.service").read_text("utf-8")


class Rig:
    """A console."""

    def __init__(self, folder: Path, key: Path) -> None:
        self.folder, self.prefix, self.units, self.key = folder, folder / "opt", folder / "units", key
        self.signers = folder / "allowed_signers"

    def fit(self) -> None:
        """Install release 1.0.0 in slot a."""
        slot, folder = self.prefix / "a", self.folder
        self._fill(slot, "1.0.0")
        (slot / "VERSION").write_text("1.0.0\n", "utf-8")
        (slot / "DATE").write_text(TODAY, "utf-8")
        self.signers.write_text(f"# the club\n{signer_line(self.key)}", "utf-8")
        shutil.copytree(slot / "systemd", self.units)
        (self.prefix / "current").symlink_to("a")
        (folder / "bin").mkdir()
        for name, text in (
            ("python", PYTHON),
            ("systemctl", SYSTEMCTL),
            ("sync", SYNC),
            ("mv", MV),
            ("cutter", CUTTER),
        ):
            (folder / "bin" / name).write_text(text, "utf-8")
            (folder / "bin" / name).chmod(0o755)
        (folder / "console.toml").touch()

    def copy(self, folder: Path) -> Rig:
        """Return another console that is as this one is now."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Rig(folder, self.key)

    def _fill(self, tree: Path, release: str) -> None:
        """Put the scripts and units of a release into a folder; the daemon's unit names it."""
        for part in ("deploy", "systemd"):
            (tree / part).mkdir(parents=True)
        for name in ("update", "lib.sh", "trust.sh"):
            shutil.copy(TOP / "deploy" / name, tree / "deploy")
        for path in (TOP / "systemd").glob("klaxon*.*"):
            shutil.copy(path, tree / "systemd")
        with (tree / "systemd" / "klaxon.service").open("a", encoding="utf-8") as unit:
            unit.write(f"# {release}\n")

    def release(self, name: str, extra: Mapping[str, bytes] | None = None, date: str = TODAY) -> Path:
        """Return the tar of a release, its sum and signature beside it. What is extra stands in no list."""
        tree = self.tree(name, date)
        for path, data in (extra or {}).items():
            (tree / path).write_bytes(data)
        return self.pack(tree)

    def tree(self, name: str, date: str = TODAY) -> Path:
        """Return an unpacked release."""
        tree = self.folder / f"klaxon-{name}"
        shutil.rmtree(tree, ignore_errors=True)
        self._fill(tree, name)
        for part in ("overlays", "wheels"):
            (tree / part).mkdir()
        (tree / "VERSION").write_text(f"{name}\n", "utf-8")
        (tree / "DATE").write_text(date, "utf-8")
        for empty in ("requirements.lock", "LICENSES.txt", "sbom.cdx.json", "wheels/klaxon_console-0-py3-none-any.whl"):
            (tree / empty).touch()
        files = sorted(path for path in tree.rglob("*") if path.is_file())
        sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
        (tree / "SHA256SUMS").write_text("".join(sums), "utf-8")
        return tree

    def pack(self, tree: Path, *options: str, mode: str = "u=rwX,go=rX") -> Path:
        """Return the tar of a folder, with its sum and signature."""
        tar = self.folder / f"{tree.name}.tar"
        plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mode={mode}", *options]
        subprocess.run(["tar", *plain, "-C", self.folder, "-cf", tar, tree.name], check=True)
        Path(f"{tar}.sha256").write_text(f"{sha256(tar.read_bytes()).hexdigest()}  {tar.name}\n", "utf-8")
        sign(self.key, tar)
        return tar

    def update(self, *arguments: str | Path, cut: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run the command of the release that runs; `cut` kills it before that many commands."""
        return self.run(self.prefix / "current" / "deploy" / "update", *arguments, cut=cut)

    def run(self, *command: str | Path, cut: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command among the scripts of this console."""
        own = {
            "KLAXON_PREFIX": str(self.prefix),
            "KLAXON_STATE": str(self.folder),
            "KLAXON_UNITS": str(self.units),
            "KLAXON_PROFILE": str(self.folder / "console.toml"),
            "KLAXON_SIGNERS": str(self.signers),
            "KLAXON_SETTLE": "0",
            "PYTHON": str(self.folder / "bin" / "python"),
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "FOLDER": str(self.folder),
        }
        if cut is not None:
            own |= {"BASH_ENV": str(self.folder / "bin" / "cutter"), "CUT": str(cut), "CHANGES": CHANGES}
        return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)

    def boot(self) -> None:
        """Switch the machine off and on: the daemon is started, then what klaxon-trial.service is for."""
        (self.folder / "running").unlink(missing_ok=True)
        self.run("systemctl", "start", "klaxon.service")
        (mark,) = re.findall("^ConditionPathIsSymbolicLink=/opt/klaxon/(.*)$", TRIAL, re.MULTILINE)
        if (self.prefix / mark).is_symlink():
            (command,) = re.findall("^ExecStart=/opt/klaxon/(.*)$", TRIAL, re.MULTILINE)
            script, *arguments = command.split()
            self.run(self.prefix / script, *arguments)

    @property
    def slot(self) -> str:
        return str((self.prefix / "current").readlink())

    @property
    def started(self) -> list[str]:
        return self._lines("started")

    @property
    def done(self) -> list[str]:
        """What was asked of systemd and of the disk, in order."""
        return self._lines("done")

    @property
    def running(self) -> list[str]:
        """The release that runs, and the one whose unit it runs by."""
        return [*self._lines("running"), self.units_of]

    @property
    def units_of(self) -> str:
        """The release whose units are in place."""
        return self.units.joinpath("klaxon.service").read_text("utf-8").split()[-1]

    def _lines(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text("utf-8").splitlines() if path.exists() else []

    def unchanged(self) -> bool:
        """Nothing was switched or started, and nothing is left lying about."""
        return (self.slot, self.started) == ("a", []) and not list(self.prefix.glob(".release*"))

    def clear(self) -> bool:
        """No release is on trial."""
        return not os.path.lexists(self.prefix / "trial")


@pytest.fixture
def rig(tmp_path: Path, key: Path) -> Rig:
    fitted = Rig(tmp_path / "console", key)
    fitted.fit()
    return fitted


def test_a_release_goes_to_the_free_slot_and_the_next_one_back(rig: Rig) -> None:
    for number, (release, slot) in enumerate([("2.0.0", "b"), ("3.0.0", "a"), ("4.0.0", "b")], start=1):
        told = rig.update(rig.release(release))
        assert told.returncode == 0, told.stderr
        assert rig.slot == slot
        assert len(rig.started) == number
    assert rig.started == ["2.0.0", "3.0.0", "4.0.0"]
    assert rig.update("--status").stdout.splitlines() == ["  a 3.0.0", "* b 4.0.0"]


@pytest.mark.parametrize("release", ["2-broken", "2-shaky"])
def test_a_release_that_does_not_get_ready_or_stay_so_is_taken_back(rig: Rig, release: str) -> None:
    told = rig.update(rig.release(release))
    assert told.returncode == 1
    assert (rig.slot, rig.started) == ("a", [release, "1.0.0"])
    assert "release 1.0.0 runs again" in told.stderr
    assert (rig.running, rig.clear()) == (["1.0.0", "1.0.0"], True)
    assert rig.update("--status").stdout.splitlines()[1].startswith(f"  b {release} was taken back")


def test_a_person_takes_it_back(rig: Rig) -> None:
    assert rig.update("--rollback").returncode == 1, "there is nothing yet"
    rig.update(rig.release("2.0.0"))
    assert rig.update("--rollback").returncode == 0
    assert (rig.slot, rig.started[-1]) == ("a", "1.0.0")


def test_one_byte_that_differs_is_refused(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    tar.write_bytes(tar.read_bytes()[:-1] + b"x")
    told = rig.update(tar)
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "SHA-256" in told.stderr


def test_what_is_signed_needs_no_checksum_and_a_given_one_counts(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    sum_of = sha256(tar.read_bytes()).hexdigest()
    Path(f"{tar}.sha256").unlink()
    for wrong in ("0" * 64, "none"):
        assert (rig.update(tar, "--sha256", wrong).returncode, rig.unchanged()) == (1, True)
    assert rig.update(tar, "--sha256", sum_of).returncode == 0
    assert rig.update(rig.release("3.0.0")).returncode == 0


# Who made it


def without_signature(rig: Rig, tar: Path) -> None:
    Path(f"{tar}.sig").unlink()


def by_a_stranger(rig: Rig, tar: Path) -> None:
    sign(make_key(rig.folder, "stranger"), tar)


def for_another_purpose(rig: Rig, tar: Path) -> None:
    rig.signers.write_text(f"club {Path(f'{rig.key}.pub').read_text('utf-8')}", "utf-8")  # a line that allows them all
    sign(rig.key, tar, "git")


def of_another_file(rig: Rig, tar: Path) -> None:
    shutil.move(f"{rig.release('1.5.0')}.sig", f"{tar}.sig")


def that_is_none(rig: Rig, tar: Path) -> None:
    Path(f"{tar}.sig").write_text("mine\n", "utf-8")


def while_nobody_is_trusted(rig: Rig, tar: Path) -> None:
    rig.signers.write_text("# nobody\n", "utf-8")


def while_there_is_no_list(rig: Rig, tar: Path) -> None:
    rig.signers.unlink()


SPOILT = [without_signature, by_a_stranger, for_another_purpose, of_another_file, that_is_none]
SPOILT += [while_nobody_is_trusted, while_there_is_no_list]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_release_that_nobody_trusted_has_signed_is_refused(rig: Rig, spoil: Callable[[Rig, Path], None]) -> None:
    """The checksum beside it is right each time: whoever made the tar made that too."""
    tar = rig.release("2.0.0")
    spoil(rig, tar)
    told = rig.update(tar)
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "nothing was changed" in told.stderr
    assert "building" not in told.stdout


def test_an_unsigned_release_is_taken_only_by_a_word_that_says_what_it_means(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    without_signature(rig, tar)
    assert "--unsigned" in rig.update(tar).stderr
    assert "whoever could write the file gets this machine" in rig.update("--help").stdout
    Path(f"{tar}.sha256").rename(f"{tar}.kept")
    told = rig.update(tar, "--unsigned")
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "checksum" in told.stderr
    Path(f"{tar}.kept").rename(f"{tar}.sha256")
    told = rig.update(tar, "--unsigned")
    assert (told.returncode, rig.slot) == (0, "b")
    assert "nothing about who made it" in told.stdout


def test_who_has_signed_is_said(rig: Rig) -> None:
    told = rig.update(rig.release("2.0.0"))
    assert 'Good "klaxon-release" signature for club with ED25519 key' in told.stdout


def test_a_signed_release_cannot_pass_as_another(rig: Rig) -> None:
    """A signature stays good for ever; the name and the date that it covers say which release it is of."""
    old = rig.release("0.9.0", date=YESTERDAY)
    new = rig.folder / "klaxon-2.0.0.tar"
    for end in ("", ".sig"):
        shutil.copy(f"{old}{end}", f"{new}{end}")
    told = rig.update(new)
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "holds release 0.9.0" in told.stderr


def test_an_older_release_is_taken_only_where_that_is_said(rig: Rig) -> None:
    tar = rig.release("0.9.0", date=YESTERDAY)
    told = rig.update(tar)
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "--older" in told.stderr
    told = rig.update(tar, "--older")
    assert (told.returncode, rig.running) == (0, ["0.9.0", "0.9.0"])
    assert "going back" in told.stdout


def test_a_key_is_exchanged_for_another(rig: Rig) -> None:
    """Both are trusted for a while; then the old one is no more."""
    old, tar = rig.key, rig.release("2.0.0")
    rig.key = make_key(rig.folder, "next")
    with rig.signers.open("a", encoding="utf-8") as file:
        file.write(signer_line(rig.key))
    assert rig.update(tar).returncode == 0
    assert rig.update(rig.release("3.0.0")).returncode == 0
    rig.signers.write_text(signer_line(rig.key), "utf-8")
    rig.key = old
    assert rig.update(rig.release("4.0.0")).returncode == 1
    assert rig.slot == "a"


EXCHANGER = """#!/bin/sh
# Somebody who may write the release waits for it to be looked at, and puts another in its place.
[ ! -e "$FOLDER/evil.tar" ] || cp "$FOLDER/evil.tar" "$FOLDER/klaxon-2.0.0.tar"
exec "/usr/bin/$(basename "$0")" "$@"
"""


@pytest.mark.parametrize("moment", ["sha256sum", "ssh-keygen", "tar", "rm"])
def test_what_is_looked_at_is_what_is_built(rig: Rig, moment: str) -> None:
    rig.pack(rig.tree("6-evil")).rename(rig.folder / "evil.tar")
    tar = rig.release("2.0.0")
    trap = rig.folder / "bin" / moment
    trap.write_text(EXCHANGER, "utf-8")
    trap.chmod(0o755)
    told = rig.update(tar, "--sha256", sha256(tar.read_bytes()).hexdigest())
    assert "evil" not in told.stdout + told.stderr
    assert rig.slot == "a" if told.returncode else rig.running == ["2.0.0", "2.0.0"]
    if moment != "rm":  # that one comes before anything is read
        assert told.returncode == 0, told.stderr


def test_a_club_signs_its_own(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    without_signature(rig, tar)
    told = subprocess.run([SIGN, rig.key, tar], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert rig.update(tar).returncode == 0
    renamed = tar.rename(rig.folder / "klaxon-9.tar")
    for wrong in ([rig.key, renamed], [rig.folder / "nokey", tar], ["--line", rig.key]):
        assert subprocess.run([SIGN, *wrong], capture_output=True, check=False).returncode
    assert not Path(f"{renamed}.sig").exists()


# What is in it


def a_link(tree: Path) -> None:
    (tree / "deploy" / "evil").symlink_to("/etc/shadow")


def a_link_to_a_folder(tree: Path) -> None:
    (tree / "systemd").rename(tree / "kept")
    (tree / "systemd").symlink_to("kept")


def a_second_name(tree: Path) -> None:
    (tree / "more").hardlink_to(tree / "VERSION")


def a_pipe(tree: Path) -> None:
    os.mkfifo(tree / "wheels" / "pipe")


def a_socket(tree: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        here = Path.cwd()
        os.chdir(tree)  # the whole path may be too long for one
        door.bind("door")
        os.chdir(here)


def a_setuid_file(tree: Path) -> None:
    (tree / "deploy" / "update").chmod(0o4755)


def a_name_of_two_lines(tree: Path) -> None:
    (tree / "wheels" / "one\ntwo").touch()


def a_name_that_begins_with_a_line(tree: Path) -> None:
    (tree / "\n").touch()


def a_name_like_an_option(tree: Path) -> None:
    (tree / "wheels" / "-r.whl").touch()


def a_hidden_file(tree: Path) -> None:
    (tree / ".pth").touch()


ODD = [a_link, a_link_to_a_folder, a_second_name, a_pipe, a_socket, a_setuid_file]
ODD += [a_name_of_two_lines, a_name_that_begins_with_a_line, a_name_like_an_option, a_hidden_file]


@pytest.mark.parametrize("odd", ODD)
def test_a_release_holds_plain_files_alone(rig: Rig, odd: Callable[[Path], None]) -> None:
    """In a tar, which is looked at before it is unpacked, and in a folder that somebody has unpacked."""
    tree = rig.tree("2.0.0")
    odd(tree)
    if odd is not a_socket:  # tar leaves it out
        told = rig.update(rig.pack(tree, mode="u=rwXs,go=rX" if odd is a_setuid_file else "u=rwX,go=rX"))
        assert (told.returncode, rig.unchanged()) == (1, True)
        assert "no tar of deploy/bundle" in told.stderr
    told = rig.run("bash", "-c", '. "$1/lib.sh" && . "$1/trust.sh" && check_release "$2"', "-", TOP / "deploy", tree)
    assert told.returncode == 1
    assert "no plain file" in told.stderr


def test_a_tar_writes_nowhere_else(rig: Rig) -> None:
    tree = rig.tree("2.0.0")
    for rule in (
        "s|^klaxon-2.0.0/VERSION|../VERSION|",
        "s|^klaxon-2.0.0/VERSION|/VERSION|",
        "s|VERSION|../../VERSION|",
    ):
        told = rig.update(rig.pack(tree, "--absolute-names", f"--transform={rule}"))
        assert (told.returncode, rig.unchanged()) == (1, True), rule


@pytest.mark.parametrize("extra", [{"VERSION": b"2.0.1\n"}, {"more": b""}, {"SHA256SUMS": b""}])
def test_a_tar_whose_inside_is_not_what_was_released_is_refused(rig: Rig, extra: dict[str, bytes]) -> None:
    told = rig.update(rig.release("2.0.0", extra))
    assert (told.returncode, rig.unchanged()) == (1, True)


def test_a_tar_that_ends_too_soon_is_refused(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    tar.write_bytes(tar.read_bytes()[:5000])
    sign(rig.key, tar)
    told = rig.update(tar, "--sha256", sha256(tar.read_bytes()).hexdigest())
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "nothing was changed" in told.stderr


def test_a_release_that_finds_the_profile_faulty_is_not_switched_to(rig: Rig) -> None:
    (rig.folder / "faulty").touch()
    told = rig.update(rig.release("2.0.0"))
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "console.toml" in told.stderr


def test_only_one_update_at_a_time(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    with subprocess.Popen(
        ["flock", rig.prefix / ".updating", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as held:
        assert held.stdin
        assert held.stdout
        held.stdin.write(b"x\n")
        held.stdin.flush()
        held.stdout.readline()
        told = rig.update(tar)
        held.stdin.close()
    assert (told.returncode, rig.unchanged()) == (1, True)
    assert "under way" in told.stderr


def test_what_is_not_installed_cannot_be_updated(rig: Rig) -> None:
    (rig.prefix / "current").unlink()
    told = rig.run(rig.prefix / "a" / "deploy" / "update", "--status")
    assert "deploy/install" in told.stderr


# A cut in the middle


def cut_at_each(rig: Rig, folder: Path, *arguments: str | Path) -> Iterator[tuple[int, Rig]]:
    """Yield copies of a console whose update was killed, one before each command that changes something."""
    whole = rig.copy(folder / "whole")
    whole.update(*arguments, cut=0)
    for cut in range(1, int((whole.folder / "cuts").read_text("ascii")) + 1):
        copied = rig.copy(folder / str(cut))
        assert copied.update(*arguments, cut=cut).returncode == -signal.SIGKILL
        yield cut, copied


def with_release(rig: Rig, release: str) -> Rig:
    """Return the console with another release in the slot that does not run."""
    rig.update(rig.release(release))
    if rig.slot == "b":
        rig.update("--rollback")
    assert rig.running == ["1.0.0", "1.0.0"]
    return rig


def test_an_update_that_is_cut_off_while_it_builds_has_changed_nothing(rig: Rig, tmp_path: Path) -> None:
    built = [copied for _, copied in cut_at_each(rig, tmp_path, rig.release("2.0.0")) if copied.clear()]
    before = [copied for copied in built if copied.slot == "a"]
    assert len(before) >= 7
    assert all(copied.started == [] and copied.units_of == "1.0.0" for copied in before)
    whole = [copied for copied in before if copied.update("--rollback").returncode == 0]
    assert whole == before[-len(whole) :], "a slot that is built in part is no release"
    assert 0 < len(whole) < len(before)


@pytest.mark.parametrize(("release", "outcomes"), [("2.0.0", ["1.0.0", "2.0.0"]), ("2-broken", ["1.0.0"])])
def test_wherever_a_switch_is_cut_off_the_next_start_ends_with_a_release_that_runs(
    rig: Rig, release: str, outcomes: list[str], tmp_path: Path
) -> None:
    found = []
    for cut, copied in cut_at_each(with_release(rig, release), tmp_path, "--rollback"):
        copied.boot()
        runs = copied.running[0]
        assert (copied.units_of, copied.clear()) == (runs, True), cut
        assert runs == (copied.prefix / "current" / "VERSION").read_text("utf-8").strip(), cut
        found.append(runs)
    assert sorted(set(found)) == outcomes
    assert found == sorted(found), "from one cut on the new release runs"
    assert len(found) >= 8


def test_a_trial_that_is_cut_off_itself_is_held_again(rig: Rig, tmp_path: Path) -> None:
    switched = with_release(rig, "2-broken")
    (switched.prefix / "trial").symlink_to("a")
    (switched.prefix / "current").unlink()
    (switched.prefix / "current").symlink_to("b")
    for cut, copied in cut_at_each(switched, tmp_path, "--judge"):
        copied.boot()
        assert (copied.running, copied.slot, copied.clear()) == (["1.0.0", "1.0.0"], "a", True), cut


def test_the_way_back_is_on_the_disk_before_the_switch_and_until_the_verdict(rig: Rig) -> None:
    rig.update(rig.release("2.0.0"))
    opt, unit = rig.prefix, rig.units / "klaxon.service"
    marked = [f"mv {opt}/trial", f"sync {opt}", f"mv {opt}/current", f"sync {opt}"]
    units = [f"sync {unit}.klaxon-new", f"mv {unit}", f"sync {rig.units}", "systemctl daemon-reload"]
    judged = [f"systemctl {asked}" for asked in ("restart klaxon.service", "is-active --quiet klaxon.service")]
    done = [line for line in rig.done if "reset-failed" not in line]
    assert done[-len(units) - 8 :] == [
        *marked,
        *units,
        *judged,
        "systemctl show -P NRestarts klaxon.service",
        f"sync {opt}",
    ]


def test_nothing_is_built_over_the_way_back(rig: Rig) -> None:
    tar = rig.release("2.0.0")
    (rig.prefix / "trial").symlink_to("a")
    assert "is on trial" in rig.update("--status").stdout
    for arguments in ((tar,), ("--rollback",)):
        told = rig.update(*arguments)
        assert (told.returncode, rig.unchanged()) == (1, True)
        assert "--judge" in told.stderr
    assert rig.update("--judge").returncode == 0
    assert rig.clear()
    assert rig.update(tar).returncode == 0


def test_what_a_cut_leaves_lying_about_is_removed_by_the_next_update(rig: Rig) -> None:
    (rig.prefix / ".release.abcdef").mkdir()
    (rig.prefix / "b").mkdir()
    assert rig.update("--rollback").returncode == 1, "a slot that was not built to its end is no release"
    assert rig.update(rig.release("2.0.0")).returncode == 0
    assert not list(rig.prefix.glob(".release*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount: no read-only system was updated")
def test_a_read_only_system_is_opened_for_the_update_alone(rig: Rig) -> None:
    tar, kept = rig.release("2.0.0"), rig.folder / "kept"
    rig.prefix.rename(kept)
    rig.prefix.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", rig.prefix], check=True)
    try:
        shutil.copytree(kept, rig.prefix, symlinks=True, dirs_exist_ok=True)
        subprocess.run(["mount", "-o", "remount,ro", rig.prefix], check=True)
        told = rig.update(tar)
        assert (told.returncode, rig.running) == (0, ["2.0.0", "2.0.0"]), told.stderr
        assert not os.access(rig.prefix, os.W_OK)
    finally:
        subprocess.run(["umount", rig.prefix], check=True)
