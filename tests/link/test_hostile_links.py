"""Nothing that is put on the line, or said by another console, crashes or confuses this one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from klaxon.link.console_link import ConsoleLink
from klaxon.link.conversation import GUEST, HOST, Conversation, Ends, Introduction, Phase
from klaxon.link.messages.packing import Packer, Unpacker
from klaxon.link.wire.line_end import Peer
from klaxon.table.foreign_json import DEEPEST as DEEPEST_OF_A_CLIENT
from klaxon.table.play import Play
from klaxon.table.session import Session
from tests.console.kit.playing import SPLIT_START, story
from tests.effort import effort
from tests.link.kit.fuzz import AT_ONCE, alter, forge
from tests.link.kit.line_model import SECOND, LineModel, two_ends
from tests.link.kit.mutants import ODD, altered_message
from tests.link.kit.two_consoles import begin, link, two_consoles

CREWS = {"sonar": "all all", "uboot": "all", "steam": "all all"}


@pytest.mark.parametrize("seed", range(2))
def test_altered_frames_cost_nothing_but_their_time(seed: int) -> None:
    alter(seed, effort(AT_ONCE, 50 * AT_ONCE))


@pytest.mark.parametrize("seed", range(2))
def test_frames_with_right_sums_and_any_fields_neither_fail_nor_fill_an_end(seed: int) -> None:
    forge(seed, effort(AT_ONCE, 50 * AT_ONCE))


def test_an_end_that_hears_its_own_frames_takes_none_for_the_other_s() -> None:
    line = LineModel(two_ends())
    line.run(SECOND)
    first, second = line.ends
    since = len(line.carried)
    first.write(bytes(range(200)))
    line.run(line.now + SECOND)
    for frame in line.carried[since:]:
        for end in (first, second):
            end.receive(frame, line.now)
    line.run(line.now + SECOND)
    assert first.read() == b""
    assert second.read() == bytes(range(200))
    assert first.peer is second.peer is Peer.HERE


# Conversations


class Knows:
    """What a console knows of others."""

    certificate = "c" * 64

    def __init__(self, code: str, key: bytes | None) -> None:
        self.code, self.key = code, key

    def key_of(self, _number: str) -> bytes | None:
        return self.key

    def take_code(self) -> str:
        code, self.code = self.code, ""
        return code


class Speaking:
    """Two conversations with somebody between them who alters what he likes."""

    def __init__(self, dice: Random, *, paired: bool, among: int = 40) -> None:
        self.dice, self.among = dice, among
        self.ended, self.said, self.kept = [""], list[Mapping[str, Any]](), list[str]()
        self.waiting: list[tuple[str, bytes]] = []
        key = bytes(32) if paired else None
        self.ends = {role: self._end(role, key) for role in (HOST, GUEST)}

    def _end(self, role: str, key: bytes | None) -> Conversation:
        ends = Ends(lambda: None, self.said.append, lambda _: None, self._keep, self.ended.append)
        other = GUEST if role == HOST else HOST
        return Conversation(
            Introduction(role, role, role, "test"),
            lambda data: self.waiting.append((other, data)),
            ends,
            Knows("ABCDEF" if key is None else "", key),
        )

    def _keep(self, peer: Introduction, _key: bytes, _certificate: str) -> None:
        self.kept.append(peer.number)

    def run(self) -> None:
        for end in self.ends.values():
            end.begin()
        for _ in range(200):
            if not self.waiting:
                break
            to, data = self.waiting.pop(0)
            self.ends[to].receive(self._alter(data))

    def _alter(self, data: bytes) -> bytes:
        match self.dice.randrange(self.among):
            case 0:
                changed = bytearray(data)
                changed[self.dice.randrange(len(data))] ^= 1 << self.dice.randrange(8)
                return bytes(changed)
            case 1:
                return data + data
            case 2:
                content = json.dumps(self.dice.choice([{"klaxon": {"name": 1}}, *ODD])).encode()[:1000]
                return len(content).to_bytes(2, "little") + content
            case 3:
                return self.dice.randbytes(self.dice.randrange(1, 60))
        return data


@pytest.mark.parametrize("paired", [True, False])
def test_altered_greetings_and_pairings_end_in_words(*, paired: bool) -> None:
    went = set()
    for seed in range(effort(150, 20_000)):
        speaking = Speaking(Random(seed), paired=paired)
        speaking.run()
        went |= {end.phase for end in speaking.ends.values()}
        assert all(speaking.ended[1:]), seed
        assert all("ready" in said for said in speaking.said), seed
    assert {Phase.TALKING, Phase.ENDED} <= went


@pytest.mark.parametrize("about", [b"", b"5", b"[]", b"[1, 2]", b'["x", "y", "z"]', b"[" * 500])
def test_a_console_that_says_odd_things_of_itself_is_not_kept(about: bytes) -> None:
    speaking = Speaking(Random(1), paired=False, among=1 << 60)
    speaking.ends[GUEST]._about = lambda: about  # type: ignore[method-assign]
    speaking.run()
    assert GUEST not in speaking.kept
    assert "wrong-code" in speaking.ended


def test_two_that_nobody_disturbs_are_kept_and_talk() -> None:
    speaking = Speaking(Random(1), paired=False, among=1 << 60)
    speaking.run()
    assert sorted(speaking.kept) == [GUEST, HOST]
    assert [said["ready"] for said in speaking.said] != []
    assert all(end.phase is Phase.TALKING for end in speaking.ends.values())


# Messages of a console that knows the key


class Overheard:
    """What two links say to each other."""

    def __init__(self, *links: ConsoleLink) -> None:
        self.links = links
        self.messages: dict[ConsoleLink, list[Mapping[str, Any]]] = {each: [] for each in links}
        for each in links:
            take = each.on_message

            def note(meeting: Any, message: Mapping[str, Any], each: ConsoleLink = each, take: Any = take) -> None:
                self.messages[each].append(message)
                take(meeting, message)

            each.on_message = note  # type: ignore[method-assign]

    def say_altered(self, dice: Random) -> None:
        """Have one of them hear something that was altered."""
        hearer = dice.choice(self.links)
        message = altered_message(dice, dice.choice(self.messages[hearer]))
        active = hearer._active
        if active is not None and active.is_talking and active.conversation is not None:
            try:
                heard = Unpacker().unpack(Packer().pack(message))
            except ValueError:
                heard = None
            active.conversation._take_sealed(heard)


@pytest.mark.parametrize("game", CREWS)
def test_altered_messages_neither_crash_nor_confuse_a_console(game: str) -> None:
    @story
    async def tell() -> None:
        dice, failed = Random(f"{game} 1"), list[object]()
        async with two_consoles() as (host, guest, _):
            asyncio.get_running_loop().set_exception_handler(lambda _, about: failed.append(about.get("exception")))
            overheard = Overheard(link(host), link(guest))
            await begin(host, game, CREWS[game])
            if game == "sonar":
                for line in SPLIT_START:
                    await (host if line.startswith("red") else guest).give(line)
                    await host.run(0.5)
            await guest.run(5)
            for _ in range(effort(8, 500)):
                for _ in range(10):
                    overheard.say_altered(dice)
                    await host.run(0.05)
                await host.run(4)  # a conversation that ended begins again
            await host.run(10)
            assert not failed, failed
            assert [link(console).standing.stage.value for console in (host, guest)] == ["joined"] * 2
            play = host.table.play
            again = Play(play.game, play.header, play.game.setup(play.header))
            assert all(map(again.repeat, play.rows))
            assert again.digest() == play.digest()

    tell()


@story
async def test_what_a_phone_at_the_guest_says_does_not_end_the_conversation() -> None:
    """Numbers that are not whole, and depth, are the table's to refuse: the link carries them."""
    deep = "[" * (DEEPEST_OF_A_CLIENT - 1) + "]" * (DEEPEST_OF_A_CLIENT - 1)
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", CREWS["sonar"])
        far = link(guest).lent_table
        talks = [meeting.conversation for console in (host, guest) for meeting in link(console)._meetings]
        assert far is not None
        phone = Session(far.loop.time, lambda: None)
        far.open_session(phone)
        for said in ("1.5", "1e300", str(10**400), str(-(1 << 70)), deep, '"\\u0000"'):
            far.receive(phone, f'{{"lens": {said}, "seat": "blue.captain"}}')
            far.receive(phone, f'{{"order": 1, "seat": {said}, "line": {said}}}')
            far.receive(phone, f'{{"hello": {said}, "token": "blue", "seats": [{said}]}}')
            await guest.run(1)
        assert talks == [meeting.conversation for console in (host, guest) for meeting in link(console)._meetings]
        assert [talk.phase for talk in talks if talk is not None] == [Phase.TALKING] * 2
