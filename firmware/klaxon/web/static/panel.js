// A panel: the pixels of one station, one to one. The canvas has as many pixels as the panel; the style sheet
// enlarges it by a whole number of the screen's own pixels, so every pixel is a sharp square.

const LIT = { red: [255, 214, 130], blue: [170, 226, 255] };

export class Panel {
  constructor(width, height, boat) {
    this.width = width;
    this.height = height;
    this.element = document.createElement("div");
    this.element.className = "glass";
    this.canvas = canvas(width, height, "pixels");
    this.glow = canvas(width, height, "glow"); // the same picture, enlarged smoothly: the light that spills over
    const grid = document.createElement("div");
    grid.className = "grid";
    this.element.append(this.glow, this.canvas, grid);
    this.context = this.canvas.getContext("2d");
    this.image = this.context.createImageData(width, height);
    this.colour = LIT[boat] ?? LIT.red;
  }

  // Lays the runs of a frame (from `at` on) over the picture: page, column, length less one, bytes.
  lay(bytes, at) {
    while (at + 3 <= bytes.length) {
      const [page, column] = [bytes[at], bytes[at + 1]];
      const length = bytes[at + 2] + 1;
      at += 3;
      for (let i = 0; i < length; i++) this.#column(page, column + i, bytes[at + i]);
      at += length;
    }
    this.context.putImageData(this.image, 0, 0);
    const glow = this.glow.getContext("2d");
    glow.clearRect(0, 0, this.width, this.height);
    glow.drawImage(this.canvas, 0, 0);
  }

  #column(page, x, byte) {
    if (x >= this.width || page * 8 >= this.height) return;
    const [red, green, blue] = this.colour;
    const data = this.image.data;
    for (let bit = 0; bit < 8; bit++) {
      const i = ((page * 8 + bit) * this.width + x) * 4;
      const lit = (byte >> bit) & 1;
      data[i] = red;
      data[i + 1] = green;
      data[i + 2] = blue;
      data[i + 3] = lit ? 255 : 0;
    }
  }

  // 0 is asleep; a panel that is merely dim can still be read.
  light(level) {
    this.element.style.setProperty("--light", level ? 0.35 + (0.65 * level) / 255 : 0);
  }

  // `factor` counts pixels of the screen, not of the style sheet.
  scale(factor) {
    const size = factor / devicePixelRatio;
    this.element.style.setProperty("--pixel", `${size}px`);
    this.element.classList.toggle("dotted", size >= 3.5);
    this.element.style.width = `${this.width * size}px`;
    this.element.style.height = `${this.height * size}px`;
  }

  // A canvas between two pixels of the screen would be blurred: move it onto them.
  settle() {
    this.element.style.translate = "none";
    const { left, top } = this.element.getBoundingClientRect();
    const off = (where) => Math.round((where + 1e-3) * devicePixelRatio) / devicePixelRatio - where;
    this.element.style.translate = `${off(left)}px ${off(top + scrollY)}px`;
  }
}

function canvas(width, height, name) {
  const element = document.createElement("canvas");
  element.className = name;
  element.width = width;
  element.height = height;
  element.setAttribute("aria-hidden", "true"); // its words stand beside it
  return element;
}
