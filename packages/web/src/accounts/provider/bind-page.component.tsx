import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { startAnswering } from '../../testing/answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { PAST } from '../../testing/fixtures.ts';
import { render } from '../../testing/render.tsx';
import { createSignInOptions } from '../../testing/sign-in-options.ts';
import { BindPage } from './BindPage.tsx';
import { storeBinding } from './binding.ts';

it('asks for the account to connect, existing or new', async () => {
  startAnswering({ signInOptions: createSignInOptions() });
  storeBinding({
    step: 'bind',
    flowId: 'flow-1',
    expiresAt: PAST,
    provider: { id: 'chat', label: 'Chat app' },
    suggestedNickname: 'Anna',
  });
  await render(<BindPage />);
  await expect
    .element(page.getByText('Anna, you are signed in at Chat app.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
  await expectAccessible();
  await page.getByText('New account').click();
  await expect.element(page.getByRole('button', { name: 'Send code' })).toBeVisible();
  await expectAccessible();
});
