/* Old syntax on purpose: this has to run where nothing newer does. */
(function () {
  function newEnough() {
    try {
      return (
        'noModule' in document.createElement('script') &&
        typeof window.structuredClone === 'function' &&
        typeof Array.prototype.findLast === 'function' &&
        CSS.supports('selector(:has(a))') &&
        CSS.supports('color', 'color-mix(in srgb, red, blue)')
      );
    } catch (error) {
      return !error;
    }
  }
  if (newEnough()) return;
  window.addEventListener('load', function () {
    var note = document.createElement('div');
    note.setAttribute('role', 'alert');
    note.style.cssText =
      'position:fixed;top:0;left:0;right:0;z-index:9999;padding:16px 24px;background:#7a1b12;color:#fff;font:16px/1.5 sans-serif';
    note.appendChild(
      document.createTextNode(
        'This browser is too old for Northlight. Use Chrome or Edge 111, Firefox 121, Safari 16.4, or a newer one.',
      ),
    );
    document.body.insertBefore(note, document.body.firstChild);
  });
})();
