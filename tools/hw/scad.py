"""The parameters of the enclosure: all that hw/enclosure/*.scad know of a console."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.profile import Profile
from tools.hw import geometry
from tools.hw.svg import number

PLAIN = ("BAY_WIDTH", "BAY_LENGTH", "SLOPE", "FRONT", "WALL", "RIB", "CAP_HEIGHT", "SHAFT", "FLAT")
BOARDS = ("REGULATOR", "RAILS", "MUX", "EXPANDER", "PLUG")
"""What stands on the floors: NAME_AT is where, NAME how large."""


def parameters(profiles: Sequence[Profile]) -> str:
    """Return the file that the enclosure includes."""
    lines = ["// Made by `make hardware` from the profiles and tools/hw/geometry.py. Do not edit."]
    lines += [f"{name.lower()} = {number(getattr(geometry, name))};" for name in PLAIN]
    lines.append(f"pi_at = [{_numbers(*geometry.PI_AT)}];")
    lines.append(f"first_plug_at = [{_numbers(*geometry.FIRST_PLUG_AT)}];")
    for name in BOARDS:
        at, size = getattr(geometry, f"{name}_AT"), getattr(geometry, name)
        lines += [f"{name.lower()}_at = [{_numbers(*at)}];", f"{name.lower()} = [{_numbers(*size)}];"]
    lines += [
        f"cap_width = {number(geometry.RIM['dial'])};",
        f"second_cap_width = {number(geometry.RIM['dial-2'])};",
        "",
        "// console -> its bays, each: name, windows [x, y, width, height], holes [what, x, y, drill]",
        "consoles = [",
    ]
    for profile in profiles:
        lines.append(f'  ["{profile.name}", [')
        for bay in geometry.bays(profile):
            windows = ", ".join(
                f"[{_numbers(window.x, window.y, window.width, window.height)}]" for window in bay.windows
            )
            holes = [f'["{hole.what}", {_numbers(hole.x, hole.y, hole.drill)}]' for hole in bay.holes]
            lines.append(f'    ["{bay.station}", [{windows}], [')
            lines += [f"      {', '.join(holes[at : at + 4])}," for at in range(0, len(holes), 4)]
            lines.append("    ]],")
        lines.append("  ]],")
    lines += [
        "];",
        "",
        "// console -> openings in the back wall of its first bay: what, x, height, width, height, round",
        "backs = [",
    ]
    for profile in profiles:
        openings = [
            f'["{each.what}", {_numbers(each.x, each.y, each.width, each.height)}, {str(each.is_round).lower()}]'
            for each in geometry.back(profile)
        ]
        lines.append(f'  ["{profile.name}", [{", ".join(openings)}]],')
    lines += ["];", "", "// console -> what its floors carry beside the Pi: chips of each kind", "chips = ["]
    for profile in profiles:
        muxes = sum(1 for bus in profile.buses if bus.mux)
        lines.append(f'  ["{profile.name}", {muxes}, {len(profile.expanders)}],')
    return "\n".join([*lines, "];", ""])


def _numbers(*values: float) -> str:
    return ", ".join(number(value) for value in values)
