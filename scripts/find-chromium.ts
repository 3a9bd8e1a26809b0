import { findChromiumPath, MISSING_CHROMIUM } from '../packages/e2e/src/chromium.ts';

/** Returns the reason why tests in Chromium cannot run, with the command that installs it; undefined if they can. */
export const explainMissingChromium = (): string | undefined =>
  findChromiumPath() === undefined ? MISSING_CHROMIUM : undefined;
