"""What the sea is told of boat and crew: one value made of the open board."""

from __future__ import annotations

from klaxon.rules.uboot.cards.effects import find_effect
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.sea.attack.records import LOADING
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88
from klaxon.rules.uboot.sea.own_boat import noise
from klaxon.rules.uboot.sea.truth import Aboard
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.effects import RED, percents, share, total


def aboard_of(board: OpenBoard) -> Aboard:
    """Return what the sea has to know; made anew only where something aboard that matters to it has changed."""
    boat = board.boat
    driven = (boat.setting, boat.surfaced, boat.grounded)
    devices = (board.faults, board.rooms, board.repairs, board.arms.tubes)
    made_of = (*driven, lookouts(board), board.glass, *devices, board.cards.effects)
    return board.keep("aboard", made_of, _made)


def _made(board: OpenBoard) -> Aboard:
    card = find_effect(board, "noise")
    views, left = [view.name for view in board.glass], percents(board)
    return Aboard(
        lookouts=len(lookouts(board)),
        periscope=PERISCOPE in views,
        listening=HYDROPHONE in views,
        gun88=GUN88 in views,
        aa20=AA20 in views,
        noise=_lasting_noise(board),
        hush=card.n if card else 100,
        share=share(board),
        turn=left.get(("turn", ""), 100),
        steer=total(board, "error", "course"),
        charge=left.get(("charge", ""), 100),
        capacity=left.get(("battery", ""), 100),
        leak=left.get(("leak", ""), 100),
        hydrophone=left.get(("range", "hydrophone"), 100),
        tdc_error=left.get(("error", "tdc"), 100),
        bridge_error=left.get(("error", "bridge"), 100),
        periscope_error=left.get(("error", "periscope"), 100),
    )


def _lasting_noise(board: OpenBoard) -> int:
    """Return the noise of the telegraph, of the repair of a red fault and of a tube that is loaded (UBT-8.2f)."""
    boat = board.boat
    of_setting = 0 if boat.grounded else noise.OF_SETTING[boat.setting][0 if boat.surfaced else 1]
    repaired = [job.device for job in board.repairs if job.running]
    repairing = bool(repaired) and any(fault.level == RED and fault.device in repaired for fault in board.faults)
    loading = any(tube.state == LOADING for tube in board.arms.tubes)
    return of_setting + noise.RED_REPAIR * repairing + noise.LOADING * loading
