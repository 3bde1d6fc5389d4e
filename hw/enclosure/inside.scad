// What is inside a bay, as plain bodies (places.scad), and what of it meets the print or another body: that must be nothing.
use <plate.scad>
use <bay.scad>
use <floor.scad>
include <places.scad>

profile = "console-4";
bay = 0;
what = "clash";     // or "bodies", to look at

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

module things() {
  if (bay == 0) { pi(); socket(backs_of(profile)); usb_plugs(); plugs(backs_of(profile)); }
  boards(profile, bay);
  station_plug(bay);
}

if (what == "bodies") {
  if (bay == 0) { color("Green") pi(); color("Silver") socket(backs_of(profile)); color("DimGray") { usb_plugs(); plugs(backs_of(profile)); } }
  color("Peru") boards(profile, bay);
  color("Gold") station_plug(bay);
  color("White") controls();
  %bay_body(profile, bay);
  %translate([0, 0, -wall]) floor_plate(bay == 0);
}
else {
  intersection() { bay_body(profile, bay); union() { things(); controls(); } }
  intersection() { things(); controls(); }
  intersection() { station_plug(bay); union() { boards(profile, bay); if (bay == 0) pi(); } }
  if (bay == 0) {
    intersection() { pi(); boards(profile, bay); }
    intersection() { socket(backs_of(profile)); union() { pi(); boards(profile, bay); } }
    intersection() { fingers(); union() { translate([0, 0, -wall]) floor_plate(true); boards(profile, bay); station_plug(bay); } }
  }
}
