import { isNumber, readStored, writeStored } from './stored.ts';

const KEY = 'northlight.reloaded-at';
const MIN_INTERVAL_MS = 30_000;
const RETRY_MS = 1_000;
let waiting = false;

/** Reloads the page once when its chunks are missing, which happens after an update of the server. */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = readStored(sessionStorage, KEY, isNumber) ?? 0;
    if (Date.now() - last < MIN_INTERVAL_MS) return;
    event.preventDefault();
    if (!waiting) void reloadWhenServerAnswers();
  });
}

/**
 * Waits until the server answers: an earlier reload would show the browser's error page, which does not
 * reload.
 */
async function reloadWhenServerAnswers(): Promise<void> {
  waiting = true;
  while (!(await isServerUp())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  writeStored(sessionStorage, KEY, Date.now());
  window.location.reload();
}

async function isServerUp(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
