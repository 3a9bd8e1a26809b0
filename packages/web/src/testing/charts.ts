/** Elements and steps of pages with charts. */
import { expect, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { findButton } from './steps.ts';

/** Returns the plot of a chart, a slider over its time steps. */
export const findPlot = (title: string): Locator =>
  page.getByRole('slider', { name: `${title}, cursor over time`, exact: true });

/** Returns the table of a chart's series, which is shown after `showFigures`. */
export const findLegend = (title: string): Locator =>
  page.getByRole('table', { name: `${title}: series and values`, exact: true });

export const findRanges = (): Locator => page.getByRole('radiogroup', { name: 'Range', exact: true });

/** Waits until a chart has a number of time steps. */
export async function expectSteps(title: string, count: number): Promise<void> {
  await expect.element(findPlot(title)).toHaveAttribute('aria-valuemax', String(count - 1));
}

/** Hides the figures of the charts when the test has finished, because the page remembers the choice. */
export const hideFiguresAfterTest = (): void =>
  onTestFinished(async () => {
    const shown = page.getByRole('button', { name: 'Metrics', exact: true, pressed: true });
    if (shown.elements().length > 0) await shown.click();
  });

/** Shows the figures of all charts until the test finishes. */
export async function showFigures(): Promise<void> {
  hideFiguresAfterTest();
  await findButton('Metrics').click();
  await expect.element(findButton('Metrics')).toHaveAttribute('aria-pressed', 'true');
}
