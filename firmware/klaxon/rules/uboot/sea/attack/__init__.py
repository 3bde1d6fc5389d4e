"""The attack: TDC, tubes, torpedoes in the water, hits and sinking, the deck gun and the 20 mm."""
