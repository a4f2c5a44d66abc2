/** Whether the page is being unloaded. Browsers abort pending calls just before that. */
let left = false;

window.addEventListener('pagehide', () => {
  left = true;
});
// The browser may restore the page from its back/forward cache.
window.addEventListener('pageshow', () => {
  left = false;
});

export function pageIsLeft(): boolean {
  return left;
}
