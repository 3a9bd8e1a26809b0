import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton } from '../../testing/steps.ts';

it('reports missing values at their fields, and generates a device password that can be copied', async () => {
  await openConsole('/projects/new', {
    answers: { placeList: { items: [] }, scenarioList: { items: [], max: 20 } },
  });
  const password = page.getByLabelText('Device management password');
  await findButton('Create project').click();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await findButton('Generate password').click();
  await expect.element(page.getByText('Copy the password now.', { exact: false })).toBeVisible();
  await expectAccessible();
});
