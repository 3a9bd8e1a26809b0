import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton } from '../../testing/steps.ts';

it('shows the menu of a phone over the page', async () => {
  await openConsole('/help', { size: [390, 844] });
  await findButton('Menu').click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByRole('link', { name: 'Device Maintenance' })).toBeVisible();
  await expectAccessible();
});
