import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { isSignInPath } from '../../web/src/paths.ts';
import { COLOUR_RULES, findAxeFindings } from '../../web/src/testing/axe-findings.ts';
import { findLowContrast, LEAST_CONTRAST } from '../../web/src/testing/low-contrast.ts';
import type { Address } from './accessibility-addresses.ts';
import { expect } from './expect.ts';

/**
 * Expects that axe finds no problem at any address in either scheme, and that no page scrolls sideways. `values`
 * replace the parts of addresses in braces; a project among them is added to each address.
 */
export async function expectAccessible(
  page: Page,
  addresses: readonly Address[],
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const findings: string[] = [];
  for (const [address, text] of addresses) {
    const path = fillIn(address, values);
    await openAddress(page, path, text);
    findings.push(...(await findProblems(page)).map((finding) => `${path}: ${finding}`));
  }
  expect(findings).toEqual([]);
}

/** Expects that axe finds no problem on the current page in either scheme. */
export async function expectPageAccessible(page: Page, state: string): Promise<void> {
  expect(await findProblems(page), state).toEqual([]);
}

function fillIn(address: string, values: Readonly<Record<string, string>>): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_part, name: string) => values[name] ?? '');
  const project = values['project'];
  if (project === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}project=${project}`;
}

/**
 * Opens an address and waits for a text of its content. The console stays loaded, as after a click on a link, unless
 * its present page shows the text too.
 */
async function openAddress(page: Page, path: string, text: string): Promise<void> {
  const content = page.locator('main, [role="dialog"]').getByText(text).locator('visible=true').first();
  const isInConsole = /^https?:/.test(page.url()) && !isSignInPath(new URL(page.url()).pathname);
  if (isInConsole && !isSignInPath(path.split('?')[0] ?? '') && !(await content.isVisible()))
    await page.evaluate((next) => window.history.pushState(undefined, '', next), path);
  else await page.goto(path);
  await expect(content, path).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root'), path).toHaveCount(0);
}

/**
 * Returns the findings in the light scheme, and those about colours in the dark scheme, with the texts of low
 * contrast that axe does not measure. Leaves the page in the light scheme.
 */
async function findProblems(page: Page): Promise<string[]> {
  // Loads axe through the debugger instead of a script in the page, so that the page's security policy stays in force.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeCore.source};0`);
  const findings = [
    ...(await page.evaluate(findAxeFindings, {})),
    ...(await page.evaluate(findLowContrast, LEAST_CONTRAST)),
  ];
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) findings.push(`the page scrolls sideways by ${overflow} px`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [
    ...(await page.evaluate(findAxeFindings, COLOUR_RULES)),
    ...(await page.evaluate(findLowContrast, LEAST_CONTRAST)),
  ];
  await page.emulateMedia({ colorScheme: 'light' });
  return [...findings, ...dark.map((finding) => `dark: ${finding}`)];
}
