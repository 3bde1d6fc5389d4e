"""The names of files in a state folder: which a backup may hold, and which of them make one journal."""

from __future__ import annotations

import re

ASIDE, KEY = "aside", "key"
"""The folder of files that were set aside, and the key that seals journals."""
ABOUT, SUM = "klaxon-backup.json", "klaxon-backup.sha256"
"""The first member of a backup describes it, the last holds its checksum."""
TABLE_FILE = "console.toml"
"""The profile of the console, which is stored outside the state folder."""
PARTS = ("", "-wal", "-journal", "-rows")
"""The suffixes of the files of a journal."""
LONGEST = 90
"""Most bytes of a name: a tar has room for 100."""
_NAME = re.compile(r"(aside/)?[^/\x00-\x1f\x7f.][^/\x00-\x1f\x7f]*")
_JOURNAL = re.compile(r"(?P<journal>.+\.klaxon(\.\d+)?)(-wal|-journal|-rows)?")


def is_name(name: str) -> bool:
    """Return whether a file may have this name in a backup: one of the folder itself, or in `aside`."""
    try:
        return bool(_NAME.fullmatch(name)) and len(name.encode()) <= LONGEST and name not in (ABOUT, SUM)
    except UnicodeEncodeError:  # a file whose name is no text
        return False


def is_aside(name: str) -> bool:
    """Return whether a file was set aside."""
    return name.startswith(f"{ASIDE}/")


def journal_of(name: str) -> str:
    """Return the journal that a file is a part of, '' if it is not part of one."""
    found = _JOURNAL.fullmatch(name)
    return found["journal"] if found else ""


def place_of(name: str) -> tuple[str, str]:
    """Return the sort key of a file: the files of one journal are adjacent."""
    return journal_of(name) or name, name
