"""The script of a mission: what it brings at which instant, and what the crew perceives of it (UBT-12.20c)."""

from __future__ import annotations

from klaxon.rules.uboot.content.mission import Happening, Mission
from klaxon.rules.uboot.records import Contact, OwnBoat, Waters
from klaxon.rules.uboot.sea.contacts import report_of
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.truth import SeaTruth


def script_due(work: SeaWork) -> int | None:
    """Return when the next line of the script is due."""
    script = work.mission.script
    return script[work.place].at if work.place < len(script) else None


def bring_line(work: SeaWork, _game: int) -> None:
    """Take the next line of the script."""
    line = work.mission.script[work.place]
    work.place += 1
    work.waters = _perceived(work.waters, line, work.boat, work.setting.navigator)
    if line.do == "weather":
        work.sky = work.sky._replace(weather=line.facts["state"], sea=line.facts["sea"])
        work.mark(OWN)
    if line.do == "detected":
        work.patrol = work.patrol._replace(is_detected=bool(line.facts["on"]))
    work.news.append(line)


def named_contacts(mission: Mission) -> int:
    """Return the highest number of a contact that the script names."""
    told = (str(line.facts.get("id", "")) for line in mission.script)
    return max((int(name[1:]) for name in told if name[:1] == "c" and name[1:].isdecimal()), default=0)


def with_contact(sea: SeaTruth, contact: Contact) -> SeaTruth:
    """Return the sea with a contact more, by a card."""
    return sea._replace(named=sea.named + 1, waters=sea.waters._replace(contacts=(*sea.waters.contacts, contact)))


def without_contact(sea: SeaTruth, name: str) -> SeaTruth:
    """Return the sea with a contact less."""
    left = tuple(contact for contact in sea.waters.contacts if contact.name != name)
    return sea._replace(waters=sea.waters._replace(contacts=left))


def _perceived(waters: Waters, line: Happening, boat: OwnBoat, level: str) -> Waters:
    """Return what the crew perceives after a line of the script."""
    facts = line.facts
    others = tuple(contact for contact in waters.contacts if contact.name != facts.get("id"))
    if line.do == "contact":
        return waters._replace(contacts=(*others, report_of(facts, boat, level, line.at)))
    if line.do in ("contact-lost", "sunk"):
        return waters._replace(contacts=others)
    if line.do == "weather":
        return waters._replace(weather=facts["state"], sea=facts["sea"])
    if line.do == "detected":
        return waters._replace(detected=bool(facts["on"]))
    return waters
