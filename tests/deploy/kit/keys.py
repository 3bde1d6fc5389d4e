"""Keys that sign releases in tests: a club's, made for one run and trusted by nobody else."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from tests.deploy.kit.box import TOP

SIGN = TOP / "deploy" / "sign"


def make_key(folder: Path, name: str) -> Path:
    """Return a new key; its public half lies beside it."""
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key], check=True)
    return key


@cache
def signer_line(key: Path) -> str:
    """Return the line by which a console knows a key."""
    told = subprocess.run([SIGN, "--line", f"{key}.pub"], capture_output=True, text=True, check=True)
    return told.stdout


def sign(key: Path, tar: Path, namespace: str = "klaxon-release") -> None:
    """Sign a file, whatever it is: deploy/sign would look at it first."""
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", namespace]
    with tar.open("rb") as file:
        signed = subprocess.run(command, stdin=file, capture_output=True, check=True)
    Path(f"{tar}.sig").write_bytes(signed.stdout)
