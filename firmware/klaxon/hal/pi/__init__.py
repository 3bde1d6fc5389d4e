"""The console on a Raspberry Pi: keys, dials, panels, bell and lamps on real lines and buses.

Hardware libraries (gpiozero, lgpio, luma, spidev) are imported only where something is built, so that
everything here can be imported and tested anywhere.
"""
