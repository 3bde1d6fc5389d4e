"""The attack at a station: TDC, tubes, torpedoes that run, and the sights of the guns."""
