import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { findLowContrast } from './contrast.ts';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface AxeWindow {
  readonly axe: {
    run(root: Document, options: object): Promise<{ readonly violations: readonly Finding[] }>;
  };
}

/** Rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns the findings of axe on the current page, one line each. */
export async function findAxeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Runs axe through the debugger instead of a script in the page, so that the page's security policy stays
  // in force.
  await page.evaluate(`${axeCore.source};0`);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const findings = await page.evaluate(async (given) => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(document, given)).violations;
  }, options);
  return findings.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) =>
      `${id} (${impact}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`.replaceAll(/\s+/g, ' '),
    ),
  );
}

/**
 * Returns the findings in the light scheme, and those about colours in the dark scheme, with the texts of low
 * contrast that axe does not measure. Leaves the page in the light scheme.
 */
export async function findAxeFindingsInBothSchemes(page: Page): Promise<string[]> {
  await waitForTransitions(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = [...(await findAxeFindings(page)), ...(await findLowContrast(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [...(await findAxeFindings(page, COLOUR_RULES)), ...(await findLowContrast(page))];
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Waits until no transition is running, because a dialog that fades in has neither its name nor its colours. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState === 'finished'),
  );
}

/** Opens a page and waits for its content. */
export async function waitUntilPageSettled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // Waits for the title of a dialog, because dialogs are loaded on demand.
  if (path.includes('dialog=')) await page.getByRole('dialog').getByRole('heading').first().waitFor();
}

/** Expects that axe finds no problem on any page in either scheme, and that no page scrolls sideways. */
export async function expectAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await waitUntilPageSettled(page, path);
    expect(await findAxeFindingsInBothSchemes(page), path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
