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

/** Every finding of axe on the page as it stands, one line each; empty is good. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger, not as a script of the page: the page's policy stays in force.
  await page.evaluate(`${axeCore.source};0`);
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  return findings.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) =>
      `${id} (${impact}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`.replaceAll(/\s+/g, ' '),
    ),
  );
}
