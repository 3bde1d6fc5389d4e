"""USB number pads, keyboards and dials as hands at stations, with a reader of our own for the kernel's events."""
