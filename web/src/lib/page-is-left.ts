/** A page that is reloaded or left breaks off its calls just before it goes. */
let left = false;

window.addEventListener('pagehide', () => {
  left = true;
});
// The browser may keep the page and bring it back.
window.addEventListener('pageshow', () => {
  left = false;
});

export function pageIsLeft(): boolean {
  return left;
}
