import { findChromiumPath } from '../packages/e2e/src/chromium.ts';

/** Returns the reason why tests in Chromium cannot run, with the command that installs it; undefined if they can. */
export const explainMissingChromium = (): string | undefined =>
  findChromiumPath() === undefined
    ? 'no Chromium was found. Install it, on Debian by `apt-get install --no-install-recommends chromium-headless-shell fonts-liberation`, or name its program in CHROMIUM.'
    : undefined;
