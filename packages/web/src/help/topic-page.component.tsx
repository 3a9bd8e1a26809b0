import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { createSignInOptions, NO_PROVIDERS } from '../testing/sign-in-options.ts';
import { TOPICS } from './topics.ts';

const answers = { signInOptions: createSignInOptions() };

it('shows every page under its title', async () => {
  const { open } = await openConsole('/help', { answers });
  for (const { id, title } of TOPICS) {
    await open(`/help/${id}`);
    await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect
      .element(page.getByRole('navigation', { name: 'Help pages' }).getByRole('link', { name: title }))
      .toHaveAttribute('aria-current', 'page');
  }
});

it('shows “not found” for an unknown page', async () => {
  await openConsole('/help/nothing');
  await expect.element(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
});

it('explains why sign-in through third parties is unavailable', async () => {
  await openConsole('/help/sign-in-by-others', { answers });
  await expect
    .element(page.getByText(`${NO_PROVIDERS} The sign-in page shows no provider buttons.`))
    .toBeVisible();
});
