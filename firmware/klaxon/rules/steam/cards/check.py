"""The checker of card files: a deck, or everything that is wrong with it, each fault with its line and remedy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from klaxon.rules.content.faults import Fault, nearest
from klaxon.rules.content.lined_json import Node, read_lined
from klaxon.rules.steam.cards import schema
from klaxon.rules.steam.cards.cards import Card, Deck, Op, Target
from klaxon.rules.steam.cards.schema import Key
from klaxon.rules.steam.grid import SIZE
from klaxon.rules.steam.setting import POST_ID

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KINDS = {"text": str, "id": str, "word": str, "number": int, "flag": bool, "words": list}
LONGEST_TEXT = 400
MOST_CARDS, MOST_OPS = 200, 4


@lru_cache(maxsize=8)
def read_deck(text: str) -> Deck | tuple[Fault, ...]:
    """Return the deck in a text, or everything that is wrong with it."""
    node = read_lined(text)
    if isinstance(node, Fault):
        return (node,)
    check = _Check()
    deck = check.file(node)
    return tuple(sorted(check.faults, key=lambda fault: fault.line)) or deck


class _Check:
    """One reading of a file; collects the faults as it goes."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.lines: dict[str, int] = {}
        self.most_points = schema.MOST_POINTS

    def fault(self, line: int, code: str, **facts: object) -> None:
        self.faults.append(Fault(line, code, facts))

    def file(self, node: Node) -> Deck:
        values = self.keys(node, schema.FILE, "the file")
        self.most_points = values.get("most_points", schema.MOST_POINTS)
        told_factions = [self.keys(item, schema.FACTION, "a faction") for item in self.items(node, "factions")]
        factions = [faction["id"] for faction in told_factions if "id" in faction]
        listed = self.items(node, "cards")
        if len(listed) > MOST_CARDS:
            self.fault(listed[MOST_CARDS].line, "cards-too-many", has=len(listed), most=MOST_CARDS)
        cards = [self.card(item, [*factions, schema.COMMON]) for item in listed[:MOST_CARDS]]
        if "cards" in values and POST_ID not in self.lines:
            self.fault(node.line, "cards-no-post", id=POST_ID)
        sets = self.sets(node)
        kept = tuple(card for card in cards if card is not None)
        return Deck(kept, sets) if not self.faults else _EMPTY

    def items(self, node: Node, key: str) -> list[Node]:
        """Return the nodes of a list under a key; report a fault if it is not a list."""
        found = node.value.get(key) if isinstance(node.value, dict) else None
        if found is None or found.value is None:
            return []
        if not isinstance(found.value, list):
            self.fault(found.line, "cards-kind", key=key, wanted="a list [ ... ]")
            return []
        return found.value

    def keys(self, node: Node, keys: Mapping[str, Key], what: str) -> dict[str, Any]:
        """Return the plain values of an object after checking each; wrong ones are left out."""
        if not isinstance(node.value, dict):
            self.fault(node.line, "cards-kind", key=what, wanted="an object { ... }")
            return {}
        for line, key in node.twice:
            self.fault(line, "cards-key-twice", key=key)
        for key, found in node.value.items():
            if key not in keys:
                self.fault(
                    found.line, "cards-key", key=key[:40], what=what, nearest=nearest(key, keys), keys=", ".join(keys)
                )
        for key, rule in keys.items():
            if rule.needed and key not in node.value:
                self.fault(node.line, "cards-key-missing", key=key, what=what)
        values = {}
        for key, rule in keys.items():
            if key in node.value and self.fits(key, node.value[key], rule):
                values[key] = _plain(node.value[key])
        return values

    def fits(self, key: str, node: Node, rule: Key) -> bool:
        """Check one value."""
        value, before = node.value, len(self.faults)
        if rule.kind == "nested":
            return True
        if not isinstance(value, _KINDS[rule.kind]) or (rule.kind == "number" and isinstance(value, bool)):
            self.fault(node.line, "cards-kind", key=key, wanted=_WANTED[rule.kind])
        elif isinstance(value, int) and rule.kind == "number" and not rule.low <= value <= rule.high:
            self.fault(node.line, "cards-number", key=key, value=value, low=rule.low, high=rule.high)
        elif isinstance(value, str) and rule.kind == "id" and not _ID.fullmatch(value):
            self.fault(node.line, "cards-id", key=key, value=value[:40])
        elif isinstance(value, str) and rule.kind == "text" and (len(value) > LONGEST_TEXT or not value.isprintable()):
            self.fault(node.line, "cards-text", key=key, longest=LONGEST_TEXT)
        elif isinstance(value, str) and rule.kind == "word":
            self.word(node.line, key, value, rule.values)
        elif isinstance(value, list):
            for item in value:
                self.word(item.line, key, _source_text(item), rule.values)
        return len(self.faults) == before

    def word(self, line: int, key: str, value: str, values: tuple[str, ...]) -> None:
        if value not in values:
            facts = {"value": value[:40], "nearest": nearest(value, values), "values": ", ".join(values)}
            self.fault(line, "cards-value", key=key, **facts)

    def card(self, node: Node, factions: list[str]) -> Card | None:
        most = schema.points(self.most_points)
        values = self.keys(node, {**schema.CARD, "hp_plain": most, "hp_oxygen": most}, "a card")
        name = values.get("id", "")
        if name in self.lines:
            self.fault(node.line, "cards-id-twice", id=name, first=self.lines[name])
        elif name:
            self.lines[name] = node.line
        if "faction" in values:
            self.word(node.line, "faction", values["faction"], tuple(factions))
        targets = tuple(self.target(item) for item in self.items(node, "targets"))
        ops = self.effect(node, values.get("power", 0))
        if not all(key in values for key, rule in schema.CARD.items() if rule.needed):
            return None
        combat = values.get("combat", False)
        if combat and not any(op.op == "attack" for op in ops):
            ops = (Op("attack", n=values.get("power", 0)), *ops)
        card = Card(
            **{key: values[key] for key, rule in schema.CARD.items() if rule.needed and key != "types"},
            types=tuple(values["types"]),
            once_per_turn=values.get("once_per_turn", False),
            x2=values.get("x2", False),
            combat=combat,
            power=values.get("power", 0),
            targets=tuple(target for target in targets if target),
            requires=tuple(values.get("requires", ())),
            ops=ops,
            optional=values.get("optional", False),
            text=values.get("text", ""),
        )
        self.sense(node.line, card)
        return card

    def sense(self, line: int, card: Card) -> None:
        """Check what depends on several keys at once."""
        points = card.hp_plain + card.hp_oxygen
        if not 1 <= points <= self.most_points:
            self.fault(line, "cards-points", id=card.id, has=points, high=self.most_points)
        if not card.types:
            self.fault(line, "cards-no-type", id=card.id, types=", ".join(schema.TYPES))
        if ("experimental" in card.types) != (card.trigger == "reaction"):
            self.fault(line, "cards-experimental", id=card.id)
        if card.combat != bool(card.power):
            self.fault(line, "cards-power", id=card.id)
        aims = [op for op in card.ops if op.op == "attack" or op.cells == "section"]
        if aims and not card.targets:
            self.fault(line, "cards-no-target", id=card.id)
        if not card.combat and any(op.op == "attack" for op in card.ops):
            self.fault(line, "cards-no-combat", id=card.id)
        if card.trigger == "presence" and card.x2:
            self.fault(line, "cards-presence-mark", id=card.id)
        if card.id == POST_ID and (card.trigger != "activate" or "propulsion" not in card.types):
            self.fault(line, "cards-post", id=card.id)

    def target(self, node: Node) -> Target | None:
        """Read a target: an object, or three words such as "ahead close stern"."""
        if isinstance(node.value, str):
            words = node.value.replace("->", " ").split()
            if len(words) != len(schema.TARGET):
                self.fault(node.line, "cards-target", value=node.value[:40])
                return None
            node = Node(node.line, {key: Node(node.line, word) for key, word in zip(schema.TARGET, words, strict=True)})
        values = self.keys(node, schema.TARGET, "a target")
        return Target(**values) if len(values) == len(schema.TARGET) else None

    def effect(self, node: Node, power: int) -> tuple[Op, ...]:
        """Read an effect: none, one operation, or a short list of them."""
        found = node.value.get("effect") if isinstance(node.value, dict) else None
        if found is None or found.value is None:
            return ()
        nodes = found.value if isinstance(found.value, list) else [found]
        if len(nodes) > MOST_OPS:
            self.fault(found.line, "cards-effect-long", most=MOST_OPS)
        ops = (self.op(item, power) for item in nodes[:MOST_OPS])
        return tuple(op for op in ops if op is not None)

    def op(self, node: Node, power: int) -> Op | None:
        named = node.value.get("op") if isinstance(node.value, dict) else None
        if named is None:
            self.fault(node.line, "cards-no-op", ops=", ".join(schema.OPS))
            return None
        name = _source_text(named)
        if name not in schema.OPS:
            self.fault(
                named.line,
                "cards-op",
                value=name[:40],
                nearest=nearest(name, schema.OPS),
                ops=", ".join(schema.OPS),
            )
            return None
        values = self.keys(node, {"op": Key("text", needed=True), **schema.OPS[name]}, f"the operation {name}")
        values.pop("until", None)
        if name == "attack":
            values.setdefault("n", power)
        return Op(**values)

    def sets(self, node: Node) -> dict[str, tuple[str, ...]]:
        found = node.value.get("sets") if isinstance(node.value, dict) else None
        if found is None:
            return {}
        if not isinstance(found.value, dict):
            self.fault(found.line, "cards-kind", key="sets", wanted="an object { ... }")
            return {}
        return {name: self.ready_set(name, item) for name, item in found.value.items()}

    def ready_set(self, name: str, node: Node) -> tuple[str, ...]:
        if not isinstance(node.value, list):
            self.fault(node.line, "cards-kind", key=name, wanted="a list [ ... ]")
            return ()
        ids: list[str] = []
        for item in node.value:
            word = _source_text(item)
            if word not in self.lines:
                self.fault(item.line, "cards-set-unknown", set=name, id=word[:40], nearest=nearest(word, self.lines))
            elif word in ids:
                self.fault(item.line, "cards-set-twice", set=name, id=word)
            ids.append(word)
        if len(ids) != SIZE:
            self.fault(node.line, "cards-set-size", set=name, has=len(ids), needs=SIZE)
        if POST_ID not in ids:
            self.fault(node.line, "cards-set-post", set=name, id=POST_ID)
        return tuple(ids)


_WANTED = {
    "text": 'text in quotes "..."',
    "id": 'a short name in quotes, such as "gatling_gun"',
    "word": "one word in quotes",
    "number": "a whole number",
    "flag": "true or false",
    "words": "a list of words [ ... ]",
}
_POST = Card(POST_ID, "", "", (), 1, 0, "", False, False, False, 0, (), (), (), False, "")
_EMPTY = Deck((_POST,), {})


def _source_text(node: Node) -> str:
    """Return a value that should be a word, as written in the file."""
    value = node.value
    return value if isinstance(value, str) else "[...]" if isinstance(value, list | dict) else json.dumps(value)


def _plain(node: Node) -> Any:
    value = node.value
    return [item.value for item in value] if isinstance(value, list) else value
