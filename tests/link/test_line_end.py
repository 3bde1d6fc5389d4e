"""A stream over a serial line: nothing is lost, doubled or out of order, whatever the line does."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from klaxon.link.line_carrier import news_of
from klaxon.link.wire import frames
from klaxon.link.wire.line_end import GREET_EVERY, MANY_BAD, SILENT_AFTER, LineEnd, Peer
from klaxon.link.wire.receiving import MOST_UNREAD, IncomingStream
from klaxon.link.wire.sending import MANY_LOST, OutgoingStream
from tests.effort import effort
from tests.link.kit.line_model import BAUD, CLEAN, ERRORS, LOSSY, SECOND, LineModel, Noise, two_ends
from tests.link.kit.soak import carry

NOISES = {"clean": CLEAN, "errors": ERRORS, "lossy": LOSSY}


class Talk:
    """Both ends write, and what each read is compared with what the other wrote."""

    def __init__(self, line: LineModel, seed: int = 0) -> None:
        self.line = line
        self.dice = Random(seed)
        self.written = [bytearray(), bytearray()]
        self.read = [bytearray(), bytearray()]

    def write(self, end: int, size: int) -> None:
        data = self.dice.randbytes(size)
        self.written[end] += data
        self.line.ends[end].write(data)

    def is_all_read(self) -> bool:
        for end in (0, 1):
            self.read[end] += self.line.ends[end].read()
        return [len(part) for part in self.read] == [len(part) for part in reversed(self.written)]

    def finish(self, seconds: int = 60) -> None:
        assert self.line.run(self.line.now + seconds * SECOND, self.is_all_read), "something is missing"
        assert self.read[0] == self.written[1]
        assert self.read[1] == self.written[0]


def talking(noise: Noise = CLEAN, seed: int = 0) -> Talk:
    """Return a talk over a line whose ends know each other."""
    line = LineModel(two_ends(), noise, seed)
    both = lambda: all(end.peer is Peer.HERE for end in line.ends)  # noqa: E731
    assert line.run(30 * SECOND, both)
    return Talk(line, seed)


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
@pytest.mark.parametrize("seed", range(4))
def test_both_ways_at_once(noise: Noise, seed: int) -> None:
    talk = talking(noise, seed)
    for _ in range(30):
        for end in (0, 1):
            talk.write(end, talk.dice.randrange(1, 400))
        talk.line.run(talk.line.now + talk.dice.randrange(SECOND // 4))
    talk.finish()


@pytest.mark.parametrize("seed", range(4))
def test_cables_pulled_at_any_moment(seed: int) -> None:
    talk = talking(ERRORS, seed)
    for _ in range(12):
        talk.write(talk.dice.randrange(2), 600)
        talk.line.run(talk.line.now + talk.dice.randrange(SECOND // 5))
        talk.line.cut = True
        talk.line.run(talk.line.now + talk.dice.randrange(5 * SECOND))
        talk.line.cut = False
    talk.finish()


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_sequences_count_round(noise: Noise) -> None:
    """Two numbers whose conversation begins shortly before the last sequence."""
    other = next(n for n in count(2) if frames.first_sequence(frames.conversation_of(1, n)) > frames.SEQUENCES - 20)
    line = LineModel((LineEnd(1, baud=BAUD), LineEnd(other, baud=BAUD)), noise)
    line.run(SECOND)
    talk = Talk(line)
    for end in (0, 1):
        talk.write(end, 200 * frames.MOST_DATA)
    talk.finish()


def test_a_piece_ends_where_a_message_ends() -> None:
    """Nobody waits for what stands behind his answer in a frame."""
    first, second = two_ends()
    LineModel((first, second)).run(SECOND)
    now, sizes = SECOND, []
    for size in (20, frames.MOST_DATA, frames.MOST_DATA + 5, 7):
        first.write(bytes(size))
    while first.outgoing.has_piece:
        now = first.due()
        sizes.append(len(first.send(now)) - len(frames.encode_data(frames.Data(frames.Holdings(0, 0), 0, b""), 0)))
    assert sizes == [20, frames.MOST_DATA, frames.MOST_DATA, 5, 7]


def test_a_gap_is_asked_for_at_once() -> None:
    """One lost frame in the middle costs its own time again and one round trip, not a time-out."""
    first, second = two_ends()
    line = LineModel((first, second))
    line.run(SECOND)
    first.write(bytes(frames.MOST_DATA * 6))
    lost = 2
    start, sent = line.now, []
    while first.outgoing.waiting and line.now < start + SECOND:
        line.now = max(line.now, min(first.due(), second.due()))
        if frame := first.send(line.now):
            sent.append(frame)
            if len(sent) != lost:
                second.receive(frame, line.now)
        if frame := second.send(line.now):
            first.receive(frame, line.now)
    assert first.outgoing.resent == 1
    assert len(sent) == 7
    assert line.now - start < 7 * 5_300, "the line was never idle: no time-out was waited for"


def test_an_answer_that_comes_late_saves_the_second_copy() -> None:
    """Two pieces count as lost; before either leaves again, the answer to the first is here."""
    first, _ = two_ends()
    outgoing = first.outgoing
    for _ in range(2):
        outgoing.write(b"x")
        sequence, _ = taken(outgoing.take())
        outgoing.mark_sent(sequence, 0)
    outgoing.expire(SECOND)
    assert outgoing.acknowledge(frames.Holdings(sequence, 0), SECOND)
    assert taken(outgoing.take())[0] == sequence
    assert outgoing.take() is None


def test_the_answer_to_a_second_copy_tells_what_left_before_that_copy() -> None:
    outgoing = OutgoingStream(0)
    for sequence in range(3):
        outgoing.write(b"x")
        assert taken(outgoing.take())[0] == sequence
        outgoing.mark_sent(sequence, 0)
    assert outgoing.acknowledge(frames.Holdings(0, 0b1), 0)  # the second is here, so the first is lost
    assert taken(outgoing.take())[0] == 0
    assert outgoing.take() is None, "the third left after the second"
    outgoing.mark_sent(0, 0)
    assert outgoing.acknowledge(frames.Holdings(2, 0), 0)
    assert taken(outgoing.take())[0] == 2


def test_a_piece_is_lost_once_until_it_leaves_again() -> None:
    outgoing = OutgoingStream(0)
    for sequence in range(3):
        outgoing.write(b"x")
        outgoing.take()
        outgoing.mark_sent(sequence, 0)
    assert outgoing.acknowledge(frames.Holdings(0, 0b1), 0)
    assert outgoing.lost_share == 1 / 32
    assert outgoing.acknowledge(frames.Holdings(0, 0b11), 0)
    assert outgoing.lost_share == 1 / 32 * 31 / 32, "one came, and none was lost"


def test_what_an_end_has_is_told_bit_by_bit() -> None:
    incoming = IncomingStream(frames.SEQUENCES - 2)
    for ahead in (3, 1, frames.SPAN):
        assert incoming.add((frames.SEQUENCES - 2 + ahead) % frames.SEQUENCES, b"x")
    assert not incoming.add(frames.SPAN - 1, b"x"), "no bit is left for it"
    assert not incoming.add(1, b"y"), "it is here"
    assert incoming.holdings == frames.Holdings(frames.SEQUENCES - 2, 1 << 2 | 1 | 1 << frames.SPAN - 1)
    assert incoming.has_gap
    assert incoming.read() == b""
    assert incoming.add(frames.SEQUENCES - 2, b"z")
    assert incoming.holdings == frames.Holdings(0, 1 | 1 << frames.SPAN - 3)
    assert incoming.read() == b"zx"


def taken(piece: tuple[int, bytes] | None) -> tuple[int, bytes]:
    assert piece is not None
    return piece


def test_pieces_are_long_again_when_the_line_is_good_again() -> None:
    talk = talking(LOSSY)
    outgoing = talk.line.ends[0].outgoing
    talk.write(0, 4_000)
    talk.finish()
    shares = [outgoing.lost_share]
    talk.line.noise = CLEAN
    talk.write(0, 4_000)
    talk.finish()
    shares.append(outgoing.lost_share)
    assert shares[0] > MANY_LOST > 0.05 > shares[1]
    assert not outgoing.is_lossy


def test_a_last_frame_that_is_lost_comes_by_time_out() -> None:
    talk = talking()
    talk.line.cut = True
    talk.write(0, 20)
    talk.line.run(talk.line.now + 10_000)
    talk.line.cut = False
    start = talk.line.now
    talk.finish()
    assert talk.line.ends[0].outgoing.resent == 1
    assert talk.line.now - start < 150_000


def test_round_trips_are_measured_by_pieces_that_left_once() -> None:
    """An answer to a piece that left twice may be to either copy."""
    talk = talking()
    measured = talk.line.ends[0].outgoing.round_trip
    talk.write(0, 20)
    talk.finish()
    talk.line.run(talk.line.now + SECOND)
    first = measured.mean
    assert first is not None
    assert 3_000 < first < 12_000, "the way there, the wait of a receipt, the way back"
    assert measured.wait == 25_000
    talk.line.cut = True
    talk.write(0, 20)
    talk.line.run(talk.line.now + 10_000)
    talk.line.cut = False
    talk.finish()
    talk.line.run(talk.line.now + SECOND)
    assert talk.line.ends[0].outgoing.resent == 1
    assert measured.mean == first


def test_an_answer_to_what_was_never_sent_is_not_believed() -> None:
    end = talking().line.ends[0]
    end.write(b"one")
    end.outgoing.take()
    following = end.outgoing._next
    assert not end.outgoing.acknowledge(frames.Holdings((following + 1) % frames.SEQUENCES, 0), 0)
    assert end.outgoing.waiting == 3
    assert end.outgoing.acknowledge(frames.Holdings(following, 0), 0)
    assert end.outgoing.waiting == 0


def test_waiting_in_vain_makes_no_wait_longer() -> None:
    talk = talking()
    talk.write(0, 500)
    talk.finish()
    before = talk.line.ends[0].outgoing.round_trip.wait
    talk.line.cut = True
    talk.write(0, 500)
    talk.line.run(talk.line.now + 20 * SECOND)
    assert talk.line.ends[0].outgoing.round_trip.wait == before
    talk.line.cut = False
    start = talk.line.now
    talk.finish()
    assert talk.line.now - start < SECOND


def test_a_program_that_stood_still_for_twenty_seconds_costs_twenty_seconds() -> None:
    talk = talking()
    talk.line.stalled = {1}
    talk.write(0, 3_000)
    talk.line.run(talk.line.now + 20 * SECOND)
    assert talk.line.ends[0].peer is Peer.SILENT
    talk.line.stalled = set()
    start = talk.line.now
    talk.finish()
    assert talk.line.now - start < 2 * SECOND
    assert talk.line.ends[0].peer is talk.line.ends[1].peer is Peer.HERE


def test_a_silent_line_is_not_filled_with_repetitions() -> None:
    talk = talking()
    talk.write(0, 3_000)
    talk.line.cut = True
    talk.line.run(talk.line.now + SILENT_AFTER + SECOND)
    before = talk.line.ends[0].counts.sent_bytes
    talk.line.run(talk.line.now + 10 * SECOND)
    assert talk.line.ends[0].counts.sent_bytes - before < 10 * SECOND // GREET_EVERY * frames.LONGEST


def test_what_is_written_to_an_end_that_just_fell_silent_is_not_due_at_once() -> None:
    talk = talking()
    end = talk.line.ends[0]
    talk.line.cut = True
    talk.line.run(talk.line.now + SECOND)
    silent_at = end._heard + SILENT_AFTER
    talk.line.run(silent_at - 1)
    end.write(b"for later")
    end.send(silent_at)
    now = max(silent_at, end._free)
    assert end.peer is Peer.SILENT
    assert end.due() > now, "whoever works the line would come again and again, and never be given a frame"


def test_a_console_that_starts_again_begins_a_new_stream() -> None:
    first = LineEnd(1, baud=BAUD)
    line = LineModel((first, LineEnd(2, baud=BAUD)))
    line.run(SECOND)
    assert first.streams == 1
    first.write(b"for who is gone" * 300)
    line.cut = True
    line.run(line.now + SECOND)
    line.replace(1, LineEnd(3, baud=BAUD))
    line.cut = False
    line.run(line.now + SECOND)
    assert first.streams == 2
    first.write(b"hello again")
    line.run(line.now + SECOND)
    assert line.ends[1].read() == b"hello again"


def test_frames_of_an_earlier_conversation_are_noise() -> None:
    talk = talking()
    first = talk.line.ends[0]
    first.write(b"old")
    stale = first.send(first.due())
    talk.line.replace(1, LineEnd(9, baud=BAUD))
    talk.line.run(talk.line.now + SECOND)
    fresh = talk.line.ends[1]
    before = fresh.counts.bad_frames
    fresh.receive(stale, talk.line.now)
    assert fresh.counts.bad_frames == before + 1
    assert fresh.read() == b""


def test_another_version_is_known_by_its_greeting() -> None:
    end = LineEnd(1, baud=BAUD)
    end.receive(frames.encode_greeting(frames.Greeting(9, 5, 0, b"card")), 0)
    assert end.peer is Peer.OTHER_VERSION
    assert end.peer_version == 9


def test_what_comes_instead_of_a_silent_end_is_named_until_that_is_back() -> None:
    talk = talking()
    line, first = talk.line, talk.line.ends[0]

    def peer() -> Peer:
        return first.peer

    other_version = frames.encode_greeting(frames.Greeting(9, 5, 0, b""))
    first.receive(other_version, line.now)
    assert peer() is Peer.HERE
    line.cut = True
    line.run(line.now + 3 * SECOND)
    for brought, said in ((other_version, Peer.OTHER_VERSION), (first.send(first.due()), Peer.OURSELVES)):
        first.receive(brought, line.now)
        assert peer() is said
    line.run(line.now + 3 * SECOND)
    assert peer() is Peer.SILENT
    for _ in range(MANY_BAD):
        first.receive(b"noise\0", line.now)
    assert news_of(first).trouble == "garbled"
    line.cut = False
    line.run(line.now + SECOND)
    assert [end.peer for end in line.ends] == [Peer.HERE] * 2
    assert first.streams == 1
    assert not news_of(first).trouble
    talk.finish()


def test_who_has_talked_to_a_third_one_begins_a_new_stream() -> None:
    talk = talking()
    line, (first, second) = talk.line, talk.line.ends
    talk.finish()
    line.cut = True
    line.run(line.now + 3 * SECOND)
    line.cut = False
    line.replace(1, LineEnd(9, baud=BAUD))
    line.run(line.now + 3 * SECOND)
    line.replace(1, second)
    line.run(line.now + 5 * SECOND)
    assert first.peer is second.peer is Peer.HERE
    assert (first.streams, second.streams) == (3, 2)
    first.write(b"again")
    line.run(line.now + SECOND)
    assert second.read() == b"again"


def test_who_greets_a_third_one_is_not_here() -> None:
    talk = talking()
    line, first = talk.line, talk.line.ends[0]
    line.cut = True
    line.run(line.now + 3 * SECOND)
    first.receive(frames.encode_greeting(frames.Greeting(frames.VERSION, 2, 9, b"")), line.now)
    assert first.peer is Peer.SILENT
    assert first.send(first.due())[2] == frames.GREETING, "it is greeted at once, and finds a stream that it has left"


def test_who_is_known_answers_at_once() -> None:
    line = LineModel(two_ends())
    line.run(30_000)
    assert [frame[2] for frame in line.carried[-2:]] == [frames.RECEIPT] * 2


def test_joined_wires_are_known_by_the_own_voice() -> None:
    end = LineEnd(1, baud=BAUD)
    end.receive(end.send(0), 10_000)
    assert end.peer is Peer.OURSELVES


@pytest.mark.parametrize(("number", "card"), [(0, b""), (-1, b""), (1 << 32, b""), (1, bytes(frames.MOST_CARD + 1))])
def test_no_end_begins_with_what_a_greeting_cannot_carry(number: int, card: bytes) -> None:
    with pytest.raises(ValueError, match=str(number)):
        LineEnd(number, baud=BAUD, card=card)


def test_cards_reach_the_other_end() -> None:
    line = LineModel((LineEnd(1, baud=BAUD, card=b"host A"), LineEnd(2, baud=BAUD, card=b"guest B")))
    line.run(SECOND)
    assert [end.peer_card for end in line.ends] == [b"guest B", b"host A"]


def test_who_does_not_read_is_not_drowned() -> None:
    talk = talking()
    talk.write(0, MOST_UNREAD + 20_000)
    talk.line.run(talk.line.now + 60 * SECOND)
    assert talk.line.ends[0].outgoing.waiting > 10_000, "what nobody reads is not taken"
    talk.finish()


@pytest.mark.parametrize("seed", range(20))
def test_no_bytes_confuse_an_end(seed: int) -> None:
    """Random bytes, whole frames with bytes changed, and true frames at wrong moments: the stream stays what it was."""
    talk = talking(CLEAN, seed)
    dice, line = Random(seed), talk.line
    for _ in range(200):
        talk.write(dice.randrange(2), dice.randrange(1, 60))
        line.run(line.now + dice.randrange(20_000))
        hurt = bytearray(dice.choice(line.carried) if dice.random() < 0.7 else dice.randbytes(90))
        for _ in range(dice.randrange(1, 4)):
            hurt[dice.randrange(len(hurt))] ^= 1 << dice.randrange(8)
        line.ends[dice.randrange(2)].receive(bytes(hurt), line.now)
    talk.finish()


@pytest.mark.parametrize("seed", range(effort(3, 100)))
def test_whatever_happens_every_byte_comes_in_order(seed: int) -> None:
    carry(seed, most_frames=1_500)
