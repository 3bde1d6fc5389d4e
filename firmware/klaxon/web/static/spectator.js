// The page of spectators: what was announced, for a screen on a wall.

import { Gallery } from "./gallery.js";
import { tokenInLink } from "./line.js";
import { offerWholeScreen } from "./whole_screen.js";

const gallery = new Gallery("spectator", tokenInLink, { picture: (tableau) => gallery.draw(tableau) });
offerWholeScreen();
gallery.line.open();
