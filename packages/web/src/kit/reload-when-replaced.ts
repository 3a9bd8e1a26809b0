import { isNumber, readStored, writeStored } from './stored.ts';

const KEY = 'northlight.reloaded-at';
const ONCE_IN_MS = 30_000;

/** After an update of the server the page's own parts are gone under their old names: load it again, once. */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = readStored(sessionStorage, KEY, isNumber) ?? 0;
    if (Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    writeStored(sessionStorage, KEY, Date.now());
    window.location.reload();
  });
}
