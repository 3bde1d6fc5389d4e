// The floor of a bay, screwed to its ribs from below. The first one carries the Pi (either pattern of holes) on spacers.
use <bay.scad>
include <places.scad>

carries_pi = true;

depth = bay_length * cos(slope);
screw = 3.4;
standoff = 2.7;     // M2.5 of the Pi
slot = [34, 3];
card = [24, 17];    // two fingers reach the card of the Pi from below

module floor_plate(carries_pi) {
  linear_extrude(wall) difference() {
    square([bay_width, depth]);
    for (x = [rib / 2, bay_width - rib / 2], y = feet()) translate([x, y]) circle(d = screw, $fn = 24);
    // 3B+, 4 and 5: 58 x 49 mm; Zero 2 W: 58 x 23 mm, with two holes in common.
    if (carries_pi) {
      as_pi() for (x = [0, 58], y = [0, 23, 49]) translate([3.5 + x, 3.5 + y]) circle(d = standoff, $fn = 24);
      as_pi() translate([-12, 16]) square([card[1], card[0]]);
    }
    // Pegs for the boards of regulator, mux and expanders, and for the rails: boards differ, so there are many.
    for (x = carries_pi ? [12 : 8 : 52] : [12 : 8 : 108], y = carries_pi ? [8, 14, 20, 26] : [56 : 8 : 120])
      translate([x, y]) circle(d = standoff, $fn = 12);
    if (carries_pi) for (x = [74 : 8 : 108], y = [70 : 8 : 126]) translate([x, y]) circle(d = standoff, $fn = 12);
    for (n = [0 : 4]) translate([carries_pi ? 74 : (bay_width - slot[0]) / 2, 14 + n * 6]) square(slot);
  }
}

floor_plate(carries_pi);
