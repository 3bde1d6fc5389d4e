"""What the sea is told of boat and crew: one value made of the open board."""

from __future__ import annotations

from klaxon.rules.uboot.cards.effects import find_effect
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.sea.attack.records import LOADING
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE, find_view
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88
from klaxon.rules.uboot.sea.own_boat import noise
from klaxon.rules.uboot.sea.truth import Aboard
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.effects import percent, share, total


def aboard_of(board: OpenBoard) -> Aboard:
    """Return what the sea has to know; made anew only where something aboard that matters to it has changed."""
    boat = board.boat
    driven = (boat.setting, boat.surfaced, boat.grounded)
    devices = (board.faults, board.rooms, board.repairs, board.arms.tubes)
    made_of = (*driven, lookouts(board), board.glass, *devices, board.cards.effects)
    return board.keep("aboard", made_of, _made)


def _made(board: OpenBoard) -> Aboard:
    card = find_effect(board, "noise")
    return Aboard(
        lookouts=len(lookouts(board)),
        periscope=find_view(board, PERISCOPE) is not None,
        listening=find_view(board, HYDROPHONE) is not None,
        gun88=find_view(board, GUN88) is not None,
        aa20=find_view(board, AA20) is not None,
        noise=_lasting_noise(board),
        hush=card.n if card else 100,
        share=share(board),
        turn=percent(board, "turn"),
        steer=total(board, "error", "course"),
        charge=percent(board, "charge"),
        capacity=percent(board, "battery"),
        leak=percent(board, "leak"),
        hydrophone=percent(board, "range", "hydrophone"),
        tdc_error=percent(board, "error", "tdc"),
        bridge_error=percent(board, "error", "bridge"),
        periscope_error=percent(board, "error", "periscope"),
    )


def _lasting_noise(board: OpenBoard) -> int:
    """Return the noise of the telegraph, of the repair of a red fault and of a tube that is loaded (UBT-8.2f)."""
    boat, levels = board.boat, {fault.device: fault.level for fault in board.faults}
    of_setting = 0 if boat.grounded else noise.OF_SETTING[boat.setting][0 if boat.surfaced else 1]
    repairing = any(job.running and levels.get(job.device) == "red" for job in board.repairs)
    loading = any(tube.state == LOADING for tube in board.arms.tubes)
    return of_setting + noise.RED_REPAIR * repairing + noise.LOADING * loading
