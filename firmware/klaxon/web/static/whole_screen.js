// A button for the whole screen, where the browser has that.

export function offerWholeScreen() {
  for (const button of document.querySelectorAll(".whole-screen")) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => {
      button.closest("dialog")?.close();
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen({ navigationUI: "hide" });
    });
  }
}
