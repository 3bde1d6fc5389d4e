"""Crews, rounds, results, standings."""
