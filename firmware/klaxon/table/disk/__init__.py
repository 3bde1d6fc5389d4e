"""The files of a journal, below SQLite: read in bounds, checked, and had back where a disk has damaged them."""
