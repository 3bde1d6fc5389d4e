"""The page on the balance of the missions, as Markdown: made from the games that were played, and of nothing else."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from klaxon.cli.season.fixtures import PACE
from klaxon.cli.uboot.balance.figures import (
    BEST_FIRST,
    LEAST_WON,
    MOST_OF_A_GRADE,
    MOST_WON,
    MissionFigures,
)
from klaxon.cli.uboot.balance.games import EXPERT, HIGH, HUMAN_PACE, LOW, MEDIUM, NIGHT, SITTING
from klaxon.cli.uboot.balance.worth import Worth

Figures = Mapping[str, Mapping[str, MissionFigures]]
"""Kind of game -> mission -> what came of it."""


class BalanceReport(NamedTuple):
    """All that the page tells."""

    figures: Figures
    asked: Mapping[str, int]
    """Kind -> games of a mission that were asked for."""
    hunts: Sequence[str]
    """The missions whose primary objective is to sink ships."""
    orders: Sequence[Worth]
    cards: Sequence[Worth]
    faults: Sequence[str]


def page(report: BalanceReport, asked: argparse.Namespace, plot: str) -> str:
    """Return the page. `plot` is the name of the picture beside it."""
    lines = [
        "# The balance of the missions of U-BOOT",
        "",
        *_method(asked),
        "",
        *_verdict(report),
        "",
        *_changed(),
        "",
        f"![grades by mission]({plot})",
        "",
        *_won(report.figures[MEDIUM]),
        "",
        *_levels(report.figures),
        "",
        *_losses(report.figures[MEDIUM]),
        "",
        *_sittings(report.figures.get(SITTING, {})),
        "",
        *_night(report.figures),
        "",
        *_worth("Orders", report.orders, "carried out at least once"),
        "",
        *_worth("Cards", report.cards, "in play at least once"),
    ]
    return "\n".join(lines) + "\n"


def _method(asked: argparse.Namespace) -> Iterator[str]:
    yield (
        f"Made by `klaxon season uboot --report FILE.md --games {asked.games} --seed {asked.seed}`; no figure is by"
        " hand. Four understudies crew the boat, `able` unless it says otherwise. Intervals are 95 %."
    )
    yield ""
    yield (
        f"Wanted at medium: {LEAST_WON} to {MOST_WON} of 100 won (grade E or better), no grade above"
        f" {MOST_OF_A_GRADE} of 100."
    )


def _verdict(report: BalanceReport) -> Iterator[str]:
    """Yield how many games there were, and which missions miss the aims."""
    for kind, of_missions in report.figures.items():
        counts = [figures.games for figures in of_missions.values()]
        few, many, all_games = min(counts), max(counts), sum(counts)
        games = "1 game" if all_games == 1 else f"{all_games} games"
        each = f"{few}" if few == many else f"{few} to {many}"
        yield f"- {kind}: {games}, {each} a mission, of {report.asked[kind]} wanted"
    yield f"- games that did not end or were refused an order: {len(report.faults)}"
    yield from (f"  - {fault}" for fault in report.faults)
    of_missions = report.figures[MEDIUM]
    hunts = {name: of_missions[name] for name in report.hunts if name in of_missions}
    told = ", ".join(
        f"{name} {100 * each.met.get('primary', 0) / each.games:.0f} ({each.mean_sunk:.2f})"
        for name, each in hunts.items()
    )
    yield f"- where ships are to be sunk, the primary is met in so many of 100 games (ships sunk a game): {told}"
    misses = {name: each.misses for name, each in of_missions.items() if each.misses}
    if not misses:
        yield "- every mission is within the aims, by the shares themselves"
        return
    yield f"- outside the aims, by the shares themselves: {_told(misses)}"
    sure = {name: each.sure_misses for name, each in of_missions.items() if each.sure_misses}
    yield f"- of these the whole interval is outside: {_told(sure) or 'of none'}"


def _told(misses: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{name}: {', '.join(each)}" for name, each in misses.items())


def _changed() -> Iterator[str]:
    """Yield what the figures do not tell by themselves."""
    yield (
        "What was done to come here: understudies were taught to find ships, to get away, and to play cards as people"
        " would; objectives that nobody met ask for less (one ore carrier, one tanker, 6,000 and 12,000 tons); where"
        " ships sail alone there are more of them; and missions of one goal got further ones (weather reports, hours"
        " unseen, everybody alive), so that there are steps between nothing and all. The page of rules tells each"
        " mission as it is (7.11). Much of the balance is this and not seamanship: how often ships are sunk stands"
        " above."
    )
    yield ""
    yield (
        "The pars were chosen last, by the games of this very season. That changes nothing of what is played, but the"
        " grades of other seeds may lie a little worse within the aims than those below."
    )


def _won(of_missions: Mapping[str, MissionFigures]) -> Iterator[str]:
    yield "## At medium"
    yield ""
    yield (
        "| mission | games | won of 100 | "
        + " | ".join(BEST_FIRST)
        + " | hours: median (least to most) | objectives met of 100 |"
    )
    yield "|---|---|---|" + "---|" * len(BEST_FIRST) + "---|---|"
    for name, figures in of_missions.items():
        grades = " | ".join(f"{100 * count / figures.games:.0f}" for count in figures.grades.values())
        least, median, most = figures.hours
        met = ", ".join(f"{each} {100 * count / figures.games:.0f}" for each, count in figures.met.items())
        hours = f"{median:.0f} ({least:.0f} to {most:.0f})"
        yield f"| {name} | {figures.games} | {_share(figures)} | {grades} | {hours} | {met or 'none'} |"


def _share(figures: MissionFigures) -> str:
    low, high = figures.interval
    return f"{100 * figures.won / figures.games:.0f} ({low:.0f} to {high:.0f})"


def _levels(figures: Figures) -> Iterator[str]:
    yield "## The levels"
    yield ""
    kinds = [kind for kind in (LOW, MEDIUM, HIGH) if kind in figures]
    yield "| mission | " + " | ".join(f"{kind}: won of 100, games" for kind in kinds) + " |"
    yield "|---|" + "---|" * len(kinds)
    for name in figures[MEDIUM]:
        cells = [figures[kind].get(name) for kind in kinds]
        yield f"| {name} | " + " | ".join(f"{_share(each)}, {each.games}" if each else "" for each in cells) + " |"


def _losses(of_missions: Mapping[str, MissionFigures]) -> Iterator[str]:
    yield "## What missions were lost to, at medium"
    yield ""
    yield "| mission | lost | by |"
    yield "|---|---|---|"
    for name, figures in of_missions.items():
        causes = ", ".join(f"{reason} {count}" for reason, count in figures.lost_to.items())
        yield f"| {name} | {figures.games - figures.won} | {causes or 'nothing'} |"
    yield ""
    yield "`time`: it was up and the glory did not reach E. All others are the loss of the boat."


def _sittings(of_missions: Mapping[str, MissionFigures]) -> Iterator[str]:
    yield "## How long a sitting takes"
    yield ""
    if not of_missions:
        yield "No game was played at human speed yet."
        return
    low, high = (each / 1000 for each in HUMAN_PACE)
    quick = f"{PACE[0] / 1000:g} to {PACE[1] / 1000:g}"
    yield (
        f"Table minutes of crews that take {low:g} to {high:g} s to each order, as people do (in all other games"
        f" {quick} s); they let time pass as quickly as the rules allow. Set-up and talk come on top."
    )
    yield ""
    yield "| mission | games | minutes: median (least to most) | eight of ten games |"
    yield "|---|---|---|---|"
    for name, figures in of_missions.items():
        least, median, most = figures.minutes
        few, many = figures.usual_minutes
        yield f"| {name} | {figures.games} | {median} ({least} to {most}) | {few} to {many} |"


def _night(figures: Figures) -> Iterator[str]:
    yield f"## {NIGHT} beside 1940"
    yield ""
    yield "| ships sunk | " + " | ".join(kind for kind in (MEDIUM, EXPERT) if NIGHT in figures.get(kind, {})) + " |"
    found = [figures[kind][NIGHT] for kind in (MEDIUM, EXPERT) if NIGHT in figures.get(kind, {})]
    yield "|---|" + "---|" * len(found)
    for ships in range(max((max(each.sunk) for each in found), default=0) + 1):
        yield f"| {ships} | " + " | ".join(f"{each.sunk.get(ships, 0)} of {each.games}" for each in found) + " |"
    told = [each for each in (MEDIUM, EXPERT) if NIGHT in figures.get(each, {})]
    means = " | ".join(f"{figures[kind][NIGHT].mean_sunk:.2f}" for kind in told)
    yield f"| in the mean | {means} |"
    yield ""
    yield (
        "In autumn 1940 HX 72 lost seven ships to one boat in a night (UBT-9). That is one boat that had found its"
        " convoy, remembered because it was extraordinary; the games above count those that never found theirs as"
        " well. The missions were not tuned to this number."
    )


def _worth(title: str, rows: Sequence[Worth], used: str) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    yield (
        f"Share: games at medium in which it was {used}. Worth: how much more glory games with it had than games of the"
        " same mission without it; what is used in games that go well need not be what makes them go well."
    )
    never = [each.name for each in rows if not each.used]
    yield ""
    yield f"Never in {rows[0].games if rows else 0} games: {', '.join(never) if never else 'none of them'}."
    yield ""
    yield "| name | of 100 games | worth in glory |"
    yield "|---|---|---|"
    for each in rows:
        low, high = each.interval
        worth = (
            ""
            if each.glory is None
            else f"{each.glory:+.1f} ({each.glory - each.half:+.1f} to {each.glory + each.half:+.1f})"
        )
        yield f"| {each.name} | {100 * each.used / each.games:.0f} ({low:.0f} to {high:.0f}) | {worth} |"
