import 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { COLOUR_RULES, findAxeFindings } from './axe-findings.ts';
import { findLowContrast, LEAST_CONTRAST } from './low-contrast.ts';

const SCHEME = 'data-mantine-color-scheme';
/**
 * All rules except two about the headers of a page, because the header of a dialog is inside the page in a test. The
 * walk over all addresses applies both.
 */
const RULES: RunOptions = {
  rules: { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } },
};

/**
 * Expects that axe finds no problem on the page in its present scheme, and none about colours in the other scheme, and
 * that all texts have enough contrast in both.
 */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement;
  const present = root.getAttribute(SCHEME) ?? 'light';
  const other = present === 'light' ? 'dark' : 'light';
  const findings = await findProblems(RULES);
  root.setAttribute(SCHEME, other);
  try {
    findings.push(...(await findProblems(COLOUR_RULES)).map((finding) => `${other}: ${finding}`));
  } finally {
    root.setAttribute(SCHEME, present);
  }
  expect(findings).toEqual([]);
}

const findProblems = async (options: RunOptions): Promise<string[]> => [
  ...(await findAxeFindings(options)),
  ...findLowContrast(LEAST_CONTRAST),
];
