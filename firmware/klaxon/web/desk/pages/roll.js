// A screen that nobody touches shows by and by all that does not fit on it.

const STAND = 9000; // ms that a part stands
const ALONE = 60000; // ms after a touch in which the page is left to who touched it

export function roll() {
  let touched = -ALONE;
  for (const hand of ["pointerdown", "keydown", "wheel"]) addEventListener(hand, () => (touched = performance.now()), { passive: true });
  setInterval(() => {
    if (innerWidth < 900 || performance.now() - touched < ALONE) return; // a phone is in somebody's hand
    const page = document.scrollingElement, rest = page.scrollHeight - innerHeight - page.scrollTop;
    page.scrollTo({ top: rest > 4 ? page.scrollTop + Math.min(rest, 0.8 * innerHeight) : 0, behavior: "smooth" });
  }, STAND);
}
