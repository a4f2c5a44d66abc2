/** Whether the page is being unloaded. Browsers abort pending calls just before that. */
let unloading = false;

window.addEventListener('pagehide', () => {
  unloading = true;
});
// The browser may restore the page from its back/forward cache.
window.addEventListener('pageshow', () => {
  unloading = false;
});

export function isPageUnloading(): boolean {
  return unloading;
}
