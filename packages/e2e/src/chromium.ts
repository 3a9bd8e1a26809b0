import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Names of the browser, the headless shell first: it has the same engine and needs half the processor time.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

export const MISSING_CHROMIUM =
  'no Chromium was found. Install it, on Debian by `apt-get install --no-install-recommends chromium-headless-shell fonts-liberation`, or name its program in CHROMIUM.';

/** Returns the path in `CHROMIUM`, otherwise that of an installed browser; undefined if there is none. */
export function findChromiumPath(): string | undefined {
  const directories = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const programs = NAMES.flatMap((name) => directories.map((directory) => join(directory, name)));
  return [process.env['CHROMIUM'] ?? '', ...programs, ...PLACES].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
