// What is inside a bay, as plain bodies, and what of it meets the print or another body: that must be nothing.
use <plate.scad>
use <bay.scad>
include <parameters.scad>

profile = "console-4";
bay = 0;
what = "clash";     // or "bodies", to look at

pi_x = 26;          // as in floor.scad
pi_y = 57;
lift = 10;          // the spacers
plug = 22;          // of a USB plug and its bend, where something is plugged in

// The outline of a 3B+, 4 or 5: the board, its USB and Ethernet blocks, the plug of the header, the socket of the supply.
module pi() {
  translate([pi_x - 3.5, pi_y - 3.5, lift]) {
    cube([85, 56, 1.6]);
    translate([66, 1, 1.6]) cube([21.5, 54, 16]);
    translate([7, 49, 1.6]) cube([52, 6, 22]);
    translate([6.2, -plug, 1.6]) cube([10, plug, 8]);
  }
}

// Under the front, each from just below it: how wide, how high, how deep it is.
module below(x, y, wide, high, deep) { translate([x - wide / 2, y - high / 2, -wall - deep - 0.1]) cube([wide, high, deep]); }

module controls() on_slope() {
  for (window = windows(profile, bay)) below(window[0], window[1], 72, 43, 9);
  for (hole = holes(profile, bay)) {
    if (hole[0] == "dial") below(hole[1], hole[2], 14, 15, 22);
    if (hole[0] == "ok" || hole[0] == "back") below(hole[1], hole[2], 18, 18, 24);
    if (hole[0] == "course" || hole[0] == "power") below(hole[1], hole[2], 13, 13, 20);
    if (hole[0] == "stop") below(hole[1], hole[2], 27, 27, 32);
    if (hole[0] == "lamp") below(hole[1], hole[2], 9, 9, 14);
  }
}

if (what == "bodies") { color("Green") pi(); color("White") controls(); %bay_body(profile, bay); }
else {
  intersection() { bay_body(profile, bay); union() { if (bay == 0) pi(); controls(); } }
  if (bay == 0) intersection() { pi(); controls(); }
}
