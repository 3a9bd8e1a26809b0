/** Elements and steps of the page of the network topology. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** Returns the card of a device in the drawing. */
export const findCard = (name: string): Locator => page.getByRole('group', { name: `${name}, ` });

/** Returns a line of the drawing, such as `Switch – Hall`. */
export const findLine = (name: string): Locator => page.getByRole('group', { name, exact: true });

/** Expects the names of the cards that are not in colour. */
export const expectDimmed = (...names: readonly string[]): Promise<void> =>
  expect
    .poll(() => {
      const cards = document.querySelectorAll<HTMLElement>('[data-card][data-dim]');
      return new Set(Array.from(cards, ({ innerText }) => innerText.split('\n')[0]));
    })
    .toEqual(new Set(names));
