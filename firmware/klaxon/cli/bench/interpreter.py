"""Which Python a bench ran on: one that was built with profile or link-time optimisation is a good deal quicker."""

from __future__ import annotations

import platform
import sysconfig
from typing import NamedTuple

_PROFILED, _LINKED = "--enable-optimizations", "--with-lto"


class Interpreter(NamedTuple):
    """What an interpreter says of itself."""

    version: str
    """With its kind, `CPython 3.11.2`."""
    compiler: str
    flags: str
    """The optimisation that its build names, `-O2`."""
    pgo: bool
    """Whether it was configured with profile optimisation. Debian's is built with it, and does not say so."""
    lto: bool

    def __str__(self) -> str:
        named = [word for word, is_named in (("PGO", self.pgo), ("LTO", self.lto)) if is_named]
        configured = f"configured with {' and '.join(named)}" if named else "configured without a word of PGO or LTO"
        return f"{self.version}, {self.compiler} {self.flags}, {configured}"


def find_interpreter() -> Interpreter:
    """Return what the interpreter that runs says of itself."""
    configured = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    words = str(sysconfig.get_config_var("PY_CFLAGS") or "").split()
    return Interpreter(
        f"{platform.python_implementation()} {platform.python_version()}",
        platform.python_compiler(),
        next((word for word in reversed(words) if word.startswith("-O")), "-O0"),
        _PROFILED in configured,
        _LINKED in configured,
    )
