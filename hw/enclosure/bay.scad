// A bay: the room of one station. Bays are joined side by side by M3 screws through their ribs; print it on its back.
use <plate.scad>
include <parameters.scad>

profile = "console-4";
bay = 0;

depth = bay_length * cos(slope);
back = front + bay_length * sin(slope);
ring = 10;          // how far a rib reaches inward
join = 3.4;         // M3 through the ribs
tap = 2.5;          // M3 into plastic: the floor is screwed to the ribs

// Seen from the right: the front edge at the left, the slope rising to the back.
module side() { polygon([[0, 0], [depth, 0], [depth, back], [0, front]]); }

function joins() = [[ring / 2 + 0.5, front / 2], [depth - ring / 2 - 0.5, front / 2], [depth - ring / 2 - 0.5, back - 20]];
function feet() = [25, depth - 25];

module along(width) { rotate([90, 0, 90]) linear_extrude(width) children(); }

module walls() {
  difference() {
    along(bay_width) side();
    // A hair past both ends, so that no face is shared; open at the bottom.
    translate([-1, 0, 0]) along(bay_width + 2) offset(delta = -wall) side();
    translate([-1, wall, -1]) cube([bay_width + 2, depth - 2 * wall, wall + 2]);
  }
}

module rib() {
  along(rib) difference() {
    side();
    offset(delta = -ring) side();
    for (place = joins()) translate(place) circle(d = join, $fn = 24);
  }
}

function backs_of(name) = [for (row = backs) if (row[0] == name) row[1]][0];

module on_slope() { translate([0, 0, front]) rotate([slope, 0, 0]) children(); }

module bay_body(name, number) {
  difference() {
    union() {
      walls();
      rib();
      translate([bay_width - rib, 0, 0]) rib();
    }
    on_slope() translate([0, 0, -wall - 1]) linear_extrude(wall + 2) openings(name, number);
    for (x = [rib / 2, bay_width - rib / 2], y = feet()) translate([x, y, -1]) cylinder(d = tap, h = 9, $fn = 12);
    if (number == 0) ports(backs_of(name));
  }
}

// What is open in the back wall of the first bay.
module ports(backs) {
  for (hole = backs) translate([hole[1], depth - wall - 1, hole[2]])
    if (hole[5]) rotate([-90, 0, 0]) cylinder(d = hole[3], h = wall + 2, $fn = 48);
    else translate([-hole[3] / 2, 0, -hole[4] / 2]) cube([hole[3], wall + 2, hole[4]]);
}

bay_body(profile, bay);
