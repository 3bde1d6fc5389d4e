"""Patrolling: the way over the chart, and what the captain does for the objectives of the mission."""
