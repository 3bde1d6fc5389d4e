"""Pictures of the guide's steps: OpenSCAD renders hw/enclosure/steps.scad, on a screen that Xvfb makes up."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

FOLDER, SEAL = "steps", "steps/made-of.txt"
"""Where the pictures are, below hw/; and what says of which sources they were made."""
SIZE = "700,490"
_FLOOR, _FRONT, _WHOLE = "60,70,10,50,0,25,430", "60,68,45,42,0,20,480", "240,68,45,48,0,15,1050"
CAMERAS: Mapping[int, str] = {
    **dict.fromkeys((1, 2), _FLOOR),
    3: "126,70,10,50,0,20,620",
    **dict.fromkeys((4, 5, 6, 7), _FRONT),
    **dict.fromkeys((8, 9, 11), _WHOLE),
    # from a little below: OpenSCAD's light does not reach a wall that is seen from above
    10: "80,136,42,96,0,168,430",
}
"""Step of the guide -> where it is seen from."""


def pictures() -> dict[int, str]:
    """Return the picture of every step, by its path below hw/."""
    return {step: f"{FOLDER}/{step}.png" for step in sorted(CAMERAS)}


def missing() -> str:
    """Return what is missing here to render; nothing where all is there."""
    return ", ".join(name for name in ("openscad", "xvfb-run") if not shutil.which(name))


def seal(enclosure: Path) -> str:
    """Return the mark by which pictures say what they were made of: sources and cameras, not the program."""
    made_of = [path.read_bytes() for path in sorted(enclosure.glob("*.scad"))]
    return f"{sha256(b'|'.join([*made_of, repr((SIZE, sorted(CAMERAS.items()))).encode()])).hexdigest()}\n"


def is_stale(folder: Path) -> bool:
    """Return whether the pictures in a folder are not those of the sources there, or some are missing."""
    kept = folder / SEAL
    return not (
        kept.exists()
        and kept.read_text("utf-8") == seal(folder / "enclosure")
        and all((folder / path).exists() for path in pictures().values())
    )


def render(folder: Path) -> None:
    """Render every step anew."""
    (folder / FOLDER).mkdir(exist_ok=True)
    for step, path in pictures().items():
        command = [
            "xvfb-run",
            "-a",
            "openscad",
            "-q",
            f"--imgsize={SIZE}",
            "--projection=p",
            "--colorscheme=BeforeDawn",
        ]
        command += [f"--camera={CAMERAS[step]}", f"-Dstep={step}", "-o", str(folder / path)]
        subprocess.run([*command, str(folder / "enclosure" / "steps.scad")], check=True, capture_output=True)
    (folder / SEAL).write_text(seal(folder / "enclosure"), "utf-8")
