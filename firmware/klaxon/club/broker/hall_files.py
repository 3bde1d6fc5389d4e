"""The files of a hall's broker, in one folder: made once, and passwords anew with every table that joins."""

from __future__ import annotations

import json
from pathlib import Path

from klaxon.club.broker.access import access_file, draw_password, password_file
from klaxon.club.broker.account import PORT, BrokerAccount
from klaxon.club.broker.certificates import make_certificates
from klaxon.club.topics import DESK_USER, HOME_USER
from klaxon.table.disk.durable_files import replace_file, sync_folder

ACCOUNTS, AUTHORITY = "accounts.json", "authority.pem"
SECRET = 0o600
SHARED = 0o640
"""What the broker reads too, as a member of the folder's group."""


class HallFiles:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; `prepare` fills it."""
        self.folder = folder
        self.passwords: dict[str, str] = {}
        """User -> password."""

    def prepare(self, port: int = PORT) -> None:
        """Make what is missing, and read what is there. It waits for the disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / AUTHORITY).exists():
            made = make_certificates()
            replace_file(self.folder / "broker.key", made.key.encode(), SHARED)
            replace_file(self.folder / "broker.pem", made.broker.encode(), SHARED)
            replace_file(self.folder / AUTHORITY, made.authority.encode(), SHARED)
        accounts = self.folder / ACCOUNTS
        if accounts.exists():
            self.passwords = json.loads(accounts.read_text("utf-8"))
        for user in (DESK_USER, HOME_USER):
            self.passwords.setdefault(user, draw_password())
        replace_file(self.folder / "access", access_file().encode(), SHARED)
        replace_file(self.folder / "mosquitto.conf", self.broker_settings(port).encode(), SHARED)
        self.keep()

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
            f"certfile {folder}/broker.pem\n"
            f"keyfile {folder}/broker.key\n"
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
