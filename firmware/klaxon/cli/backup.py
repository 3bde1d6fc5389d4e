"""`klaxon games export --all` and `import`: a whole console to one file, and back."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from klaxon import __version__
from klaxon.cli import FOUND
from klaxon.cli.folders import OWN_PROFILE
from klaxon.console.language.catalogue import say
from klaxon.table.backup.archive import BackupError
from klaxon.table.backup.collect import export_all
from klaxon.table.backup.names import TABLE_FILE
from klaxon.table.backup.restore import Restored, restore
from klaxon.table.backup.unfinished import undo_unfinished
from klaxon.web.server.watch_socket import NAME as WATCHED


def export_console(folder: Path, file: Path) -> int:
    """Write everything that a console stores into one file; return the exit status."""
    undo_unfinished(folder)
    try:
        games = export_all(folder, file, __version__, {TABLE_FILE: Path(OWN_PROFILE)})
    except BackupError as error:
        return _complain(error)
    _tell("made", games=games, path=file)
    _tell("secret")
    return 0


def import_console(folder: Path, file: Path) -> int:
    """Restore everything in a backup; return the exit status."""
    if _is_watched(folder):
        return _complain(BackupError("running", folder=str(folder)))
    try:
        restored = restore(file, folder)
    except BackupError as error:
        return _complain(error)
    _report(restored, folder)
    return 0


def _report(restored: Restored, folder: Path) -> None:
    _tell("put", games=len(restored.games), folder=folder)
    if restored.known:
        _tell("known", games=len(restored.known))
    for name, new in restored.renamed.items():
        _tell("renamed", name=name, new=new)
    for name in restored.kept:
        _tell("kept", name=name)
    if TABLE_FILE in restored.put:
        _tell("table-file", path=folder / TABLE_FILE)


def _is_watched(folder: Path) -> bool:
    """Return whether a console runs on a folder: its settings would overwrite the restored ones."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(folder / WATCHED))
        except OSError:
            return False
    return True


def _tell(message: str, **facts: object) -> None:
    sys.stdout.write(say(f"backup.{message}", facts) + "\n")


def _complain(error: BackupError) -> int:
    sys.stderr.write(f"klaxon games: {say(f'backup.{error.code}', error.facts)}\n")
    return FOUND
