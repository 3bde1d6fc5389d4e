"""The rules core: pure games behind one contract. No I/O, no clock, no threads, no floats, no global random."""
