import { isNumber, readStored, writeStored } from './stored.ts';

const KEY = 'northlight.reloaded-at';
const ONCE_IN_MS = 30_000;
const ASK_AGAIN_MS = 1_000;
let waiting = false;

/** After an update of the server the page's own parts are gone under their old names: load it again, once. */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = readStored(sessionStorage, KEY, isNumber) ?? 0;
    if (Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    if (!waiting) void reloadWhenBack();
  });
}

/** A reload while the server is away would leave the browser's own error page, which never comes back by itself. */
async function reloadWhenBack(): Promise<void> {
  waiting = true;
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  writeStored(sessionStorage, KEY, Date.now());
  window.location.reload();
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
