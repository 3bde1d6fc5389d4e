"""A reliable stream over a serial line that loses bytes. No I/O: bytes and time in, bytes and the next deadline out."""
