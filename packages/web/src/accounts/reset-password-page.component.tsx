import { ERRORS } from '@northlight/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type AnsweringServer, startAnswering } from '../testing/answers.ts';
import { refuse } from '../testing/refuse.ts';
import { render } from '../testing/render.tsx';
import { createSignInOptions } from '../testing/sign-in-options.ts';
import { findButton } from '../testing/steps.ts';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

const TOO_EARLY = refuse('codeMinuteLimit');
const account = page.getByLabelText('E-mail or mobile number');

/** Opens the page and requests a code for an account. */
async function requestCode(address: string): Promise<AnsweringServer> {
  const server = startAnswering({
    signInOptions: createSignInOptions(),
    codeRequest: { flowId: '0190b5a0-0000-7000-8000-000000000001', expiresAt: '2030-01-01T00:00:00.000Z' },
  });
  await render(<ResetPasswordPage />);
  await account.fill(address);
  await findButton('Send code').click();
  return server;
}

it('offers another code after 1 min, and shows the refusal of the server next to the button', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await requestCode('waiting@example.com');
  await expect.element(page.getByText(/Resend in 60\ss\./)).toBeVisible();
  vi.advanceTimersByTime(61_000);
  server.answer({ codeRequest: TOO_EARLY });
  await findButton('Resend code').click();
  await expect.element(page.getByRole('alert').getByText(ERRORS.codeMinuteLimit.message)).toBeVisible();
});

it('shows the remaining time when a second code is refused', async () => {
  const server = await requestCode('forgetful@example.com');
  await findButton('Use another address').click();
  server.answer({ codeRequest: TOO_EARLY });
  await account.fill('forgetful@example.com');
  await findButton('Send code').click();
  await expect
    .element(page.getByRole('alert').getByText(/less than 1 min ago\. Try again in \d+ s\./))
    .toBeVisible();
});
