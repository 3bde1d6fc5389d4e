"""Stations as pages: visits, keys, tickets, and the frames that panels are sent as."""
