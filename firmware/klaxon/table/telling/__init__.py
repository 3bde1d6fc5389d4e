"""What seats hear and are shown: their sights, once a state, seat and lens; what changed, compared and written once."""
