import type { AxeResults, RunOptions } from 'axe-core';

interface AxeWindow {
  readonly axe: { run(root: Document, options: RunOptions): Promise<AxeResults> };
}

/** Options for the rules whose result depends on the colour scheme. */
export const COLOUR_RULES: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Returns the findings of axe on a page that has loaded it, one line each. Stories run the function in another page,
 * so it uses only its argument and the page.
 */
export async function findAxeFindings(options: RunOptions): Promise<string[]> {
  const { axe } = window as unknown as AxeWindow;
  // Waits for transitions, because an element that fades in has neither its name nor its colours.
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options });
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map((node) =>
      `${id} (${impact}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`.replaceAll(/\s+/g, ' '),
    ),
  );
}
