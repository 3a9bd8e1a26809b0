import { expect } from 'vitest';
import { findPanel } from './steps.ts';

/**
 * Expects that each field in a panel shows its value as readable text to a viewer with a read-only share, and
 * that the panel has no input.
 */
export async function expectReadableFields(
  label: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const panel = findPanel(label);
  await expect
    .element(panel.getByRole('paragraph').filter({ hasText: 'read-only share mode' }))
    .toBeVisible();
  for (const [name, value] of Object.entries(fields))
    await expect
      .element(panel.getByRole('group', { name, exact: true }).getByText(value, { exact: true }))
      .toBeVisible();
  // Radio buttons select the section of a panel and the range of its charts.
  const inputs = 'input:not([type="radio"]), select, textarea';
  const message = `inputs and disabled controls beside ${label}`;
  await expect.poll(() => panel.element().querySelectorAll(inputs).length, { message }).toBe(0);
  await expect.poll(() => document.querySelectorAll('main :disabled').length, { message }).toBe(0);
}
