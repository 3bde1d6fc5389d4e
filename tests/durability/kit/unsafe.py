"""`klaxon` with a journal that does not wait for the disk: for the proof that the proofs can fail."""

import sys
from functools import partial

from klaxon import cli
from klaxon.table.disk.journal import Journal

if __name__ == "__main__":
    Journal.create = partial(Journal.create, synchronous="OFF")  # type: ignore[method-assign]
    sys.exit(cli.main(sys.argv[1:]))
