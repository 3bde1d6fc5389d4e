"""Periscope, bridge and hydrophone at a station: what they show, how they turn, and what is measured with them."""
