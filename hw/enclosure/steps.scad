// Each step of ../assembly.md as a picture: what the step adds is orange, the rest is as it looks. `make hardware` renders them.
use <plate.scad>
use <bay.scad>
use <floor.scad>
use <cheek.scad>
use <cap.scad>
include <places.scad>

profile = "console-4";
step = 11;          // of the guide, 1 to 11

depth = bay_length * cos(slope);
fresh = "DarkOrange";

// What a step adds is orange, what an earlier one added has its colour, what a later one adds is not there.
module since(first, colour) { if (step == first) color(fresh) children(); else if (step > first) color(colour) children(); }

// Of a bay: panel, dial with its cap, keys; each seen from the front.
module front(number) {
  for (window = windows(profile, number)) since(number == 0 ? 4 : 8, "DarkSlateGray") on_slope()
    translate([window[0] - window[2] / 2, window[1] - window[3] / 2, -wall + 0.5]) cube([window[2], window[3], 1.5]);
  if (step == 7 && number == 0) color(fresh) on_slope()
    for (line = [0 : 3]) translate([36, 116 - line * 6.5, -0.9]) cube([line == 1 ? 40 : 28, 3, 0.6]);
  dials = [for (hole = holes(profile, number)) if (hole[0] == "dial") hole];
  for (place = [0 : 1 : len(dials) - 1]) since(number == 0 ? 5 : 8, "Goldenrod") on_slope()
    translate([dials[place][1], dials[place][2], 1]) cap(place == 0 ? cap_width : second_cap_width);
  for (hole = holes(profile, number)) {
    if (hole[0] == "ok" || hole[0] == "back" || hole[0] == "course" || hole[0] == "stop")
      since(number == 0 ? 6 : 8, hole[0] == "stop" ? "Firebrick" : "WhiteSmoke") key(hole);
    if (hole[0] == "lamp" || hole[0] == "power") since(9, hole[0] == "lamp" ? "Tomato" : "WhiteSmoke") key(hole);
    if (hole[0] == "bell" && step == 9) color(fresh) on_slope() translate([hole[1], hole[2], -1]) cylinder(d = hole[3], h = 1.4, $fn = 16);
  }
}

module key(hole) { on_slope() translate([hole[1], hole[2], -2]) cylinder(d = hole[3] - 0.4, h = 6, $fn = 32); }

// Ethernet and USB of the Pi, as they look out of the back wall.
module sockets() {
  color("Silver") for (place = [[2.3, 16, 13.5], [22.5, 13.5, 15.5], [40.5, 13.5, 15.5]])
    as_pi() translate([87.3, place[0], lift + 2.2]) cube([0.6, place[1], place[2]]);
}

module one_floor(number) { color("DimGray") translate([0, 0, -wall]) floor_plate(number == 0); }

if (step <= 3) {
  one_floor(0);
  since(1, "ForestGreen") pi();
  since(2, "Peru") boards(profile, 0);
  if (step == 3) translate([bay_width + 12, 0, 0]) { one_floor(1); since(3, "SteelBlue") boards(profile, 1); }
}
else {
  for (number = [0 : step >= 8 ? bays(profile) - 1 : 0]) translate([number * bay_width, 0, 0]) {
    color(step == 10 ? "LightSteelBlue" : "SteelBlue") bay_body(profile, number);
    if (step == 8 && number > 0 || step != 8) front(number);
    if (step == 8 && number == 0) front(0);
    if (step >= 10) one_floor(number);
  }
  if (step >= 10) { color("ForestGreen") pi(); sockets(); since(10, "Silver") socket(backs_of(profile)); }
  if (step == 10) color(fresh) plugs([for (hole = backs_of(profile)) if (hole[0] == "link") hole]);
  if (step == 11) {
    color(fresh) translate([-wall, 0, 0]) rotate([90, 0, 90]) cheek(false);
    color(fresh) translate([bays(profile) * bay_width, 0, 0]) rotate([90, 0, 90]) cheek(true);
  }
}
