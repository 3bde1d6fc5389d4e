"""The folder of a desk: what is damaged there is named and left alone, and nothing begins with half of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from klaxon.cli.daemon.claim import FolderClaim, claim_folder
from klaxon.cli.desk import main
from klaxon.club.broker.account import BrokerAccount
from klaxon.club.broker.certificates import make_certificates
from klaxon.club.broker.hall_files import ACCOUNTS, BROKER, CERTIFICATES, KEY, HallFiles, HallFilesError
from klaxon.club.broker.visit import BrokerError, BrokerVisit
from klaxon.club.desk.disk import NAME
from klaxon.club.desk.running import RunningDesk
from klaxon.club.outbox.kept import KeptRow, KeptRows, KeptRowsError


def prepared(folder: Path) -> HallFiles:
    files = HallFiles(folder)
    files.prepare()
    return files


def complaint(folder: Path) -> HallFilesError:
    with pytest.raises(HallFilesError) as caught:
        prepared(folder)
    return caught.value


def test_what_is_whole_is_used_as_it_is(tmp_path: Path) -> None:
    before = prepared(tmp_path)
    before.let_in("table", "secret")
    again = prepared(tmp_path)
    assert again.passwords == before.passwords
    assert again.account("table", "here").authority == before.account("table", "here").authority


@pytest.mark.parametrize("name", [ACCOUNTS, *CERTIFICATES])
@pytest.mark.parametrize(
    "content", [b"", b'{"desk": 3}', b"-----BEGIN CERTIFICATE-----\nx"], ids=["empty", "json", "pem"]
)
def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path, name: str, content: bytes) -> None:
    prepared(tmp_path)
    (tmp_path / name).write_bytes(content)
    assert complaint(tmp_path).path == tmp_path / name
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize("name", [BROKER, KEY])
def test_what_belongs_to_another_hall_is_named(tmp_path: Path, name: str) -> None:
    prepared(tmp_path)
    other = make_certificates()
    (tmp_path / name).write_text(other.broker if name == BROKER else other.key)
    assert complaint(tmp_path).path == tmp_path / name


@pytest.mark.parametrize(
    "row",
    [
        KeptRow("settings", "all", b'{"of-another-version": 1}'),
        KeptRow("settings", "all", b"[]"),
        KeptRow("places", "all", b"7"),
        KeptRow("claims", "x", b"{}"),
        KeptRow("tables", "x", b"{}"),
        KeptRow("witness", "x", b"\xff"),
        KeptRow("check-ins", "x", b"no json"),
        KeptRow("which", "box", b"\xff"),
    ],
    ids=lambda row: f"{row.area} {row.value!r}",
)
def test_a_row_that_cannot_be_understood_is_said_with_its_file(tmp_path: Path, row: KeptRow) -> None:
    rows = KeptRows.open(tmp_path / NAME)
    rows.write([row])
    rows.close()
    with pytest.raises(KeptRowsError) as caught:
        RunningDesk(tmp_path, lambda: None)
    assert caught.value.path == tmp_path / NAME


def test_the_command_says_which_file_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared(tmp_path / "desk" / "broker")
    (tmp_path / "desk" / "broker" / ACCOUNTS).write_bytes(b"")
    assert main(["--folder", str(tmp_path), "open", "--no-broker", "--port", "0"]) == 1
    assert str(tmp_path / "desk" / "broker" / ACCOUNTS) in capsys.readouterr().err


def test_two_desks_do_not_work_in_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "desk").mkdir()
    claim = claim_folder(tmp_path / "desk")
    assert isinstance(claim, FolderClaim)
    assert main(["--folder", str(tmp_path), "open", "--no-broker", "--port", "0"]) == 1
    assert "in use by another Klaxon" in capsys.readouterr().err
    claim.close()


def test_an_authority_that_is_none_is_no_broker() -> None:
    async def visit() -> None:
        BrokerVisit(BrokerAccount("127.0.0.1", 1, "a", "b", "no authority"), None, lambda _: None)

    with pytest.raises(BrokerError):
        asyncio.run(visit())
