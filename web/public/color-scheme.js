// Runs before the first paint, so that a dark console never flashes white.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('numsift-color-scheme');
  } catch {
    // Storage can be forbidden; the system's preference then decides.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
