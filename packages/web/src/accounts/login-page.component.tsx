import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { startAnswering } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { PAST } from '../testing/fixtures.ts';
import { render } from '../testing/render.tsx';
import { createSignInOptions } from '../testing/sign-in-options.ts';
import { findButton } from '../testing/steps.ts';
import { LoginPage } from './LoginPage.tsx';

it('asks for the code of the second factor after the password', async () => {
  startAnswering({
    signInOptions: createSignInOptions(),
    signIn: { step: 'second-factor', flowId: 'flow-1', expiresAt: PAST },
  });
  await render(<LoginPage />);
  await page.getByLabelText('E-mail or mobile number').fill('anna@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('correct horse battery');
  await findButton('Sign in').click();
  await expect.element(page.getByLabelText('Code from the authenticator app')).toBeVisible();
  await findButton('Sign in').click();
  await expect.element(page.getByText('The code has 6 digits.')).toBeVisible();
  await expectAccessible();
  await findButton('Use a recovery code').click();
  await expect.element(page.getByLabelText('Recovery code')).toBeVisible();
});

it('shows a code for a phone', async () => {
  startAnswering({
    signInOptions: createSignInOptions(),
    qrCodeCreate: { code: 'code-1', path: '/static/lrf?qr=code-1', expiresAt: PAST },
    qrCodeGet: { state: 'scanning', expiresAt: PAST },
  });
  await render(<LoginPage />);
  await page.getByText('With QR code').click();
  await expect.element(page.getByRole('img', { name: 'Code to scan with your phone' })).toBeVisible();
  await expectAccessible();
});
