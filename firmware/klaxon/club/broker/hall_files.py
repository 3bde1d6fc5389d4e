"""The files of a hall's broker, in one folder: made once, and passwords anew with every table that joins."""

from __future__ import annotations

import json
from pathlib import Path

from klaxon.club.broker.access import access_file, draw_password, password_file
from klaxon.club.broker.account import PORT, BrokerAccount
from klaxon.club.broker.certificates import damaged_certificate, make_certificates
from klaxon.club.topics import DESK_USER, HOME_USER
from klaxon.table.disk.durable_files import replace_file, sync_folder
from klaxon.table.foreign_json import read_json

ACCOUNTS, AUTHORITY, BROKER, KEY = "accounts.json", "authority.pem", "broker.pem", "broker.key"
CERTIFICATES = (AUTHORITY, BROKER, KEY)
SECRET = 0o600
SHARED = 0o640
"""What the broker reads too, as a member of the folder's group."""


class HallFilesError(Exception):
    """A file that is there and cannot be used. It is left as it is: nobody can make the same once more."""

    def __init__(self, path: Path, problem: str) -> None:
        """Say which, and what is wrong with it."""
        super().__init__(problem)
        self.path, self.problem = path, problem


class HallFiles:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; `prepare` fills it."""
        self.folder = folder
        self.passwords: dict[str, str] = {}
        """User -> password."""

    def prepare(self, port: int = PORT) -> None:
        """Make what is missing, and read what is there; HallFilesError where that is damaged. It waits for the disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / AUTHORITY).exists():
            made = make_certificates()
            replace_file(self.folder / KEY, made.key.encode(), SHARED)
            replace_file(self.folder / BROKER, made.broker.encode(), SHARED)
            replace_file(self.folder / AUTHORITY, made.authority.encode(), SHARED)
        self._check_certificates()
        self._read_accounts()
        for user in (DESK_USER, HOME_USER):
            self.passwords.setdefault(user, draw_password())
        replace_file(self.folder / "access", access_file().encode(), SHARED)
        replace_file(self.folder / "mosquitto.conf", self.broker_settings(port).encode(), SHARED)
        self.keep()

    def _check_certificates(self) -> None:
        if damaged := damaged_certificate(*((self.folder / each).read_bytes() for each in CERTIFICATES)):
            raise HallFilesError(self.folder / CERTIFICATES[damaged.place], damaged.problem)

    def _read_accounts(self) -> None:
        path = self.folder / ACCOUNTS
        if not path.exists():
            return
        try:
            found = read_json(path.read_bytes())
        except ValueError as error:
            raise HallFilesError(path, str(error)) from error
        if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
            raise HallFilesError(path, "no passwords")
        self.passwords = found

    def broker_settings(self, port: int) -> str:
        """Return the settings of Mosquitto; what is not said is as Mosquitto comes."""
        folder = self.folder.resolve()
        return (
            "# Made by klaxon desk. Everything else is as Mosquitto comes.\n"
            f"listener {port}\n"
            "allow_anonymous false\n"
            "use_username_as_clientid true\n"
            f"password_file {folder}/passwords\n"
            f"acl_file {folder}/access\n"
            f"certfile {folder}/{BROKER}\n"
            f"keyfile {folder}/{KEY}\n"
            "tls_version tlsv1.2\n"
            "persistence true\n"
        )

    def keep(self) -> None:
        """Write who has which password; the broker takes it when it is told to load its files again."""
        replace_file(self.folder / ACCOUNTS, json.dumps(self.passwords, indent=1).encode(), SECRET)
        replace_file(self.folder / "passwords", password_file(self.passwords).encode(), SHARED)
        sync_folder(self.folder)

    def let_in(self, user: str, password: str) -> None:
        """Let a user in, or in again with another password. It waits for the disk."""
        self.passwords[user] = password
        self.keep()

    def account(self, user: str, host: str, port: int = PORT) -> BrokerAccount:
        """Return the account of a user."""
        return BrokerAccount(host, port, user, self.passwords[user], (self.folder / AUTHORITY).read_text("utf-8"))
