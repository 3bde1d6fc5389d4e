"""The bell of a real console: tones by PWM, and the player of calls."""
