"""Pairing: the right code makes two consoles know each other; a wrong one, or somebody in between, does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from klaxon.console.linked.pairing import (
    ALPHABET,
    DONE,
    SIGNS,
    PairingFailed,
    PairingSide,
    draw_code,
    pair_as_guest,
    pair_as_host,
)

Between = Callable[[int, bytes], bytes]
"""(number of the message, message) -> what arrives."""


def pair(
    host_code: str, guest_code: str, between: Between = lambda _, message: message
) -> tuple[PairingSide, PairingSide]:
    """Let both sides talk until they are done."""
    host = PairingSide(pair_as_host(host_code, b"the host"))
    guest = PairingSide(pair_as_guest(guest_code, b"the guest"))
    number, message = 0, guest.first
    while guest.paired is None or host.paired is None:
        for side in (host, guest):
            message = side.receive(between(number, message))
            number += 1
    return host, guest


def test_a_code_pairs_and_each_knows_what_the_other_is() -> None:
    host, guest = pair("K7QM2X", "K7QM2X")
    assert host.paired is not None
    assert guest.paired is not None
    assert host.paired.key == guest.paired.key
    assert (host.paired.about, guest.paired.about) == (b"the guest", b"the host")


def test_the_same_code_never_makes_the_same_key() -> None:
    keys = {side.paired.key for _ in range(3) for side in pair("K7QM2X", "K7QM2X") if side.paired}
    assert len(keys) == 3


@pytest.mark.parametrize("place", range(SIGNS))
def test_one_wrong_sign_is_enough(place: int) -> None:
    code = "K7QM2X"
    wrong = code[:place] + "Z" + code[place + 1 :]
    with pytest.raises(PairingFailed):
        pair(code, wrong)


@pytest.mark.parametrize("number", range(2 + 4 * SIGNS + 3))
def test_any_message_that_was_changed_on_its_way_ends_it(number: int) -> None:
    """Whoever stands between cannot put in a key or a name of his own, nor alter a later message."""

    def change_last_byte(at: int, message: bytes) -> bytes:
        return message[:-1] + bytes((message[-1] ^ 1,)) if at == number else message

    with pytest.raises(PairingFailed):
        pair("K7QM2X", "K7QM2X", change_last_byte)


def test_a_wrong_bet_shows_the_liar_nothing_of_the_hosts_next_sign() -> None:
    """The host opens its commitment only to who has opened a right one."""
    host = PairingSide(pair_as_host("K7QM2X", b""))
    liar = PairingSide(pair_as_guest("ZZZZZZ", b""))
    commitment = host.receive(liar.first)
    commitment = host.receive(liar.receive(commitment))
    with pytest.raises(PairingFailed):
        host.receive(liar.receive(commitment))


def test_a_key_that_makes_every_secret_the_same_is_refused() -> None:
    host = PairingSide(pair_as_host("K7QM2X", b""))
    with pytest.raises(PairingFailed):
        host.receive(b"short")


def test_codes_have_six_signs_that_nobody_misreads() -> None:
    code = draw_code()
    assert len(code) == SIGNS
    assert set(code) <= set(ALPHABET)
    assert len(set(ALPHABET)) == 32
    assert not set("01OI") & set(ALPHABET)
    assert DONE not in map(str.encode, ALPHABET)
