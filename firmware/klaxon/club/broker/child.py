"""`python -m klaxon.club.broker.child PARENT PROGRAM ...`: become a program that ends when its parent does.

A desk that is killed can tell nobody anything: its broker would go on and serve the next desk, with the settings and
accounts of the last one. So the kernel sends it SIGTERM (Linux), and it saves what it keeps.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(parent: str, *command: str) -> None:
    """Ask the kernel for the signal, and become the program."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == int(parent):  # else it ended before the kernel was asked
        os.execv(command[0], command)  # noqa: S606 - there is no shell in this on purpose


if __name__ == "__main__":
    main(*sys.argv[1:])
