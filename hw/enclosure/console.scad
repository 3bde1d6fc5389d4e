// The whole console, to look at: its bays side by side, cheeks, floors and caps. Nothing here is printed as it stands.
use <plate.scad>
use <bay.scad>
use <floor.scad>
use <cheek.scad>
use <cap.scad>
include <parameters.scad>

profile = "console-4";

for (number = [0 : bays(profile) - 1]) translate([number * bay_width, 0, 0]) {
  color("SteelBlue") bay_body(profile, number);
  color("DimGray") translate([0, 0, -wall]) floor_plate(number == 0);
  dials = [for (hole = holes(profile, number)) if (hole[0] == "dial") hole];
  for (place = [0 : len(dials) - 1]) color("Gold") on_slope()
    translate([dials[place][1], dials[place][2], 1]) cap(place == 0 ? cap_width : second_cap_width);
  for (hole = holes(profile, number))
    if (hole[0] != "dial" && hole[0] != "screw" && hole[0] != "bell" && hole[0] != "lamp") color(hole[0] == "stop" ? "Red" : "White")
      on_slope() translate([hole[1], hole[2], -2]) cylinder(d = hole[3] - 0.4, h = 6, $fn = 32);
  for (window = windows(profile, number)) color("Black") on_slope()
    translate([window[0] - window[2] / 2, window[1] - window[3] / 2, -wall]) cube([window[2], window[3], 1]);
}
color("SlateGray") translate([-wall, 0, 0]) rotate([90, 0, 90]) cheek(false);
color("SlateGray") translate([bays(profile) * bay_width, 0, 0]) rotate([90, 0, 90]) cheek(true);
