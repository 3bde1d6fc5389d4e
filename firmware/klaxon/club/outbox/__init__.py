"""Parcels that arrive exactly once, whatever happens to the broker. The core does no I/O."""
