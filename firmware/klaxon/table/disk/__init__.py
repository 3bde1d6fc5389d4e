"""The files of a journal, below SQLite: read with limits, checked, and recovered if a disk has damaged them."""
