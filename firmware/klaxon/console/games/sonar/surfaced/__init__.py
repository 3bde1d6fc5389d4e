"""A surfaced boat in real time: its hull, and the trace that its crew draws round it."""
