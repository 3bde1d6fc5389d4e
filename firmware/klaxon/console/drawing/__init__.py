"""Pictures: the canvas, fonts, sprites, and the parts that screens are made of."""
