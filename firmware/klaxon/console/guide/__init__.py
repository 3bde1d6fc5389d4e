"""Guides: people are led through a game step by step, each at the panel of their own seat."""
