// The cap of a dial: a knurled knob with a pointer, for a shaft with a flat.
include <parameters.scad>

width = cap_width;  // second_cap_width for the second dial

dome = 2;
grooves = 20;
roof = 4;           // above the end of the shaft
bite = 1;

module grip(width) {
  difference() {
    circle(d = width, $fn = 96);
    for (n = [0 : grooves - 1]) rotate(n * 360 / grooves) translate([width / 2 + bite / 2, 0]) circle(d = 2 * bite, $fn = 16);
  }
}

// The shaft, less its flat.
module bore() {
  intersection() {
    circle(d = shaft, $fn = 48);
    translate([-shaft / 2, -shaft / 2]) square([shaft, flat]);
  }
}

module cap(width) {
  difference() {
    union() {
      linear_extrude(cap_height - dome) grip(width);
      translate([0, 0, cap_height - dome]) cylinder(d1 = width - 2 * bite, d2 = width - 2 * dome, h = dome, $fn = 48);
    }
    translate([0, 0, -1]) linear_extrude(cap_height - roof + 1) bore();
    // Room for the nut and the thread.
    translate([0, 0, -1]) cylinder(d = 13, h = 4, $fn = 48);
    translate([-0.6, width / 6, cap_height - 0.8]) cube([1.2, width / 3 + 1, 2]);
  }
}

cap(width);
