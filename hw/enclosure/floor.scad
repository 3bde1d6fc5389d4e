// The floor of a bay, screwed to its ribs from below. The first one carries the Pi (either pattern of holes) on spacers.
use <bay.scad>
include <parameters.scad>

carries_pi = true;

depth = bay_length * cos(slope);
screw = 3.4;
standoff = 2.7;     // M2.5 of the Pi
slot = [40, 3];
pi_x = 26;          // so that the USB block of a 3B+, 4 or 5 ends before the rib,
pi_y = 57;          // and stays behind STOP (inside.scad has it all as bodies)
pegs = [12 : 8 : 108];  // holes for the boards of mux, expander and regulator, and for terminal strips

module floor_plate(carries_pi) {
  linear_extrude(wall) difference() {
    square([bay_width, depth]);
    for (x = [rib / 2, bay_width - rib / 2], y = feet()) translate([x, y]) circle(d = screw, $fn = 24);
    // 3B+, 4 and 5: 58 x 49 mm; Zero 2 W: 58 x 23 mm, with two holes in common.
    if (carries_pi)
      for (x = [0, 58], y = [0, 23, 49]) translate([pi_x + x, pi_y + y]) circle(d = standoff, $fn = 24);
    for (x = pegs, y = carries_pi ? [114, 120] : [56 : 8 : 120]) translate([x, y]) circle(d = standoff, $fn = 12);
    for (n = [0 : 4]) translate([(bay_width - slot[0]) / 2, 14 + n * 6]) square(slot);
  }
}

floor_plate(carries_pi);
