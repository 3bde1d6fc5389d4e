// The front of a bay, flat, as it lies on the slope: outline and holes. x to the right, y up the slope.
include <parameters.scad>

profile = "console-4";
bay = 0;

function _bays(name) = [for (row = consoles) if (row[0] == name) row[1]][0];
function bays(name) = len(_bays(name));
function windows(name, number) = _bays(name)[number][1];
function holes(name, number) = _bays(name)[number][2];

module openings(name, number) {
  for (window = windows(name, number))
    translate([window[0] - window[2] / 2, window[1] - window[3] / 2]) square([window[2], window[3]]);
  for (hole = holes(name, number)) translate([hole[1], hole[2]]) circle(d = hole[3], $fn = 32);
}

module plate(name, number) {
  difference() {
    square([bay_width, bay_length]);
    openings(name, number);
  }
}

plate(profile, bay);
