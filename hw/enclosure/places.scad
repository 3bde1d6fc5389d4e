// Where things stand on the floors, and what they are as plain bodies. The back wall, the floors and the collisions know it from here.
include <parameters.scad>

pi_x = pi_at[0];    // of the board of a Pi: its left edge, and the end with the card
pi_y = pi_at[1];    // so that USB and Ethernet end at the inside of the back wall
lift = 10;          // the spacers
bend = 22;          // of a USB plug and its bend, where something is plugged in

// The corner of a Pi's board is at the left; turned, its USB block looks out of the back and its header to the left.
module as_pi() { translate([pi_x + 56, pi_y]) rotate(90) children(); }

// The outline of a 3B+, 4 or 5: the board, its USB and Ethernet blocks, the plug of the header, the plug of the supply.
module pi() {
  as_pi() translate([0, 0, lift]) {
    cube([85, 56, 1.6]);
    translate([66, 1, 1.6]) cube([21.5, 54, 16]);
    translate([7, 49, 1.6]) cube([52, 6, 22]);
    translate([6.2, -bend, 1.6]) cube([10, bend, 8]);
  }
}

// What is plugged in from outside: USB and Ethernet, the lead of the supply, the plug of the link; and two fingers at the card.
module usb_plugs() { as_pi() translate([88, 3, lift + 2.6]) cube([30, 51, 14.5]); }
module plugs(backs) {
  for (hole = backs) if (hole[5]) translate([hole[1], bay_length * cos(slope) - 1, hole[2]]) rotate([-90, 0, 0]) cylinder(d = hole[3] - 1, h = 30);
}
module fingers() { as_pi() translate([-12, 18, -40]) cube([16, 20, 40 + lift - 1]); }

// A box by its left front corner: where, and how wide, deep and high.
module box(at, size) { translate([at[0], at[1], 0.1]) cube(size); }

// The regulator and the strips are in the first bay, beside the Pi; mux and expanders in the bays after it; a plug in each.
function _chips(name) = [for (row = chips) if (row[0] == name) row][0];

// What stands on the floor of a bay, but for the Pi.
module boards(name, number) {
  if (number == 0) { box(regulator_at, regulator); box(rails_at, rails); }
  if (number == 1 && _chips(name)[1] > 0) box(mux_at, mux);
  if (number >= 1 && number <= _chips(name)[2]) box(expander_at, expander);
}

// The plug of a station on its strip board, with the wires that bend down to it.
module station_plug(number) { box(number == 0 ? first_plug_at : plug_at, plug); }

// The socket of the link, inside the back wall.
module socket(backs) {
  for (hole = backs) if (hole[0] == "link") translate([hole[1], bay_length * cos(slope) - wall - 25, hole[2]]) rotate([-90, 0, 0]) cylinder(d = 15, h = 24.9);
}
