"""People without a station: umpire, spectators, and the debrief afterwards."""
