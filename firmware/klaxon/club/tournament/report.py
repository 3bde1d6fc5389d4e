"""A tournament as FIDE's report file (TRF16), which other programs of tournaments read: red is white there."""

from __future__ import annotations

from klaxon.club.pairing.record import DRAW, LOSS, WIN, Outing, OutingKind
from klaxon.club.tournament.tournament import Tournament

_MARKS = {
    OutingKind.BYE: "0000 - U",
    OutingKind.FORFEIT_WIN: "{enemy:4} {colour} +",
    OutingKind.FORFEIT_LOSS: "{enemy:4} {colour} -",
    OutingKind.ABSENT: "0000 - Z",
}
_COLOURS = {"red": "w", "blue": "b", None: "-"}
_RESULTS = {LOSS: "0", DRAW: "=", WIN: "1"}


def tournament_report(tournament: Tournament) -> str:
    """Return all crews with what they did; who is not here any more is marked as left out of the next round."""
    histories = tournament.histories()
    totals = {number: sum(outing.points for outing in outings) for number, outings in histories.items()}
    places = {number: i for i, number in enumerate(sorted(totals, key=lambda n: (-totals[n], n)), 1)}
    lines = [
        f"012 {tournament.name}",
        f"XXR {tournament.rounds}",
        f"XXC {'white1' if tournament.first == 'red' else 'black1'}",
        *(f"XXP {' '.join(map(str, sorted(pair)))}" for pair in sorted(tournament.meetings.kept_apart, key=sorted)),
    ]
    for crew in tournament.crews:
        marks = [_mark(outing) for outing in histories[crew.number]]
        if not crew.here:
            marks.append(_MARKS[OutingKind.ABSENT])
        lines.append(
            f"001 {crew.number:4}      {crew.name:33.33} {'':4} {'':3} {'':11} {'':10} "
            f"{totals[crew.number] / WIN:4.1f} {places[crew.number]:4}  " + "  ".join(marks)
        )
    return "\n".join(lines) + "\n"


def _mark(outing: Outing) -> str:
    colour, enemy = _COLOURS[outing.boat], outing.enemy or 0
    if outing.kind is OutingKind.PLAYED:
        return f"{enemy:4} {colour} {_RESULTS[outing.points]}"
    return _MARKS[outing.kind].format(enemy=enemy, colour=colour)
