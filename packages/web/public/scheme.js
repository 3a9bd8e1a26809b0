/* Before the first paint, so that a dark page never flashes white. */
(function () {
  var scheme;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch (error) {
    scheme = error ? 'auto' : null;
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
