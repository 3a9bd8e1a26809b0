/** Steps that the tests of several pages share. Elements are found by role and by the text that users see. */
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/** Returns the row of a list that shows a text. */
export const findRow = (text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });

export const findPanel = (name: string): Locator => page.getByRole('complementary', { name, exact: true });

export const findButton = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Chooses an option of a combobox. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Adds the edits of the open form to the draft. */
export const stage = (): Promise<void> => findButton('Add to draft').click();

/** Waits until the draft has a number of changes. */
export async function expectStaged(count: number): Promise<void> {
  const text = `${count} ${count === 1 ? 'change' : 'changes'} staged`;
  await expect.element(page.getByText(text).first()).toBeVisible();
}

/** A dialog takes the focus when it has opened: a key before that is pressed elsewhere. */
export const untilFocused = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);

/** Focuses an element and presses a key, such as `Enter`. */
export async function press(target: Locator, key: string): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  target.element().focus();
  await expect.element(target).toHaveFocus();
  await userEvent.keyboard(`{${key}}`);
}
