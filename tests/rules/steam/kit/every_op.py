"""A box in which every operation of the schema occurs, under every trigger that it makes sense with."""

from __future__ import annotations

from tests.rules.steam.kit.boats import CLOSE, FAR, box, card, device, gun

ANY = [*CLOSE, *FAR]
REACT = {"types": ["experimental"], "trigger": "reaction"}
ON_SIGHT = {"trigger": "presence"}

EVERY_OP = box(
    gun("twin_gun", 2, targets=[*CLOSE, "ahead close bow", "port close port"], x2=True),
    device("ram", {"op": "attack"}, {"op": "exhaust_enemy", "n": 2}, combat=True, power=3, targets=ANY),
    device("spotter", {"op": "attack_bonus", "n": 1, "uses": 2}, **ON_SIGHT),
    device("gunnery", {"op": "attack_bonus", "n": 2}, {"op": "armour_bonus", "n": 1, "where": "any"}),
    device("shield", {"op": "armour_bonus", "n": 1}, types=["armoured"], **ON_SIGHT),
    device("boiler", {"op": "speed", "n": 2}, types=["propulsion"], x2=True),
    device("net", {"op": "enemy_speed", "n": -1}, **ON_SIGHT),
    device("chain", {"op": "enemy_speed", "n": -2}, x2=True, targets=CLOSE, **REACT),
    device("winch", {"op": "shift", "who": "enemy", "n": 2, "dir": "toward"}, **REACT),
    device("kite", {"op": "shift", "who": "self", "n": 2}, {"op": "immovable"}, types=["propulsion"]),
    device("fan", {"op": "shift", "who": "enemy", "dir": "away"}, {"op": "oxygen"}, optional=True),
    device("yard", {"op": "repair", "n": 2}, {"op": "oxygen", "n": 2}, {"op": "repair"}, once_per_turn=True),
    device("galley", {"op": "ready", "n": 2, "what": "sailor"}, {"op": "move_crew", "n": 2}, **ON_SIGHT),
    device("kraken", {"op": "exhaust_enemy", "what": "captain"}, {"op": "move_crew", "who": "enemy"}, **REACT),
    device("hooks", {"op": "board", "n": 2, "what": "sailor"}, requires=["enemy_alongside"], optional=True),
    device("drill", {"op": "damage_direct", "n": 2, "cells": "section"}, targets=[*CLOSE, "port close bow"]),
    device("acid", {"op": "damage_direct", "n": 1, "cells": "any"}, requires=["own_moved_this_turn"], **ON_SIGHT),
    device("sparks", {"op": "damage_direct", "n": 1, "cells": "bow"}, {"op": "board"}, x2=True, **REACT),
    card("idle_room", types=["armoured", "propulsion"], hp_plain=0, hp_oxygen=3),
    gun("mortar", 2, targets=ANY, hp_plain=3, hp_oxygen=0, **REACT),
)
