import axeCore from 'axe-core';
import type { Page } from 'playwright-core';

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

/** What a scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Every finding of axe on the page as it stands, one line each; empty is good. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Through the debugger, not as a script of the page: the page's policy stays in force.
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

/** The findings in the light scheme, and those that only the dark one has; the page is light again afterwards. */
export async function axeFindingsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}
