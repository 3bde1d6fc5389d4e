"""The own boat at sea: its way, its battery and noise, depth and pressure, the water under it, dead reckoning."""
