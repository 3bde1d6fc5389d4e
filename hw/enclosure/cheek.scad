// The cheek that closes a row of bays at either end; the one for the cables has a notch at the back.
use <bay.scad>
include <parameters.scad>

has_cables = true;

depth = bay_length * cos(slope);
screw = 3.4;
cable = 14;         // the supply and the link, with their plugs

module cheek(has_cables) {
  linear_extrude(wall) difference() {
    side();
    for (place = joins()) translate(place) circle(d = screw, $fn = 24);
    if (has_cables) translate([depth - 35, 24]) circle(d = cable, $fn = 48);
  }
}

cheek(has_cables);
