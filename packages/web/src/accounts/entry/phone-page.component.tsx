import { type ErrorName, ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, startAnswering } from '../../testing/answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createSession, OWNER, PAST } from '../../testing/fixtures.ts';
import { refuse } from '../../testing/refuse.ts';
import { render } from '../../testing/render.tsx';
import { findButton } from '../../testing/steps.ts';
import { PhonePage } from './PhonePage.tsx';

const CODE = 'code-1';

/** Opens the page on a phone that is signed in. */
async function openPage(answers: Answers) {
  const server = startAnswering({ sessionGet: createSession(), ...answers });
  await render(<PhonePage code={CODE} />);
  return server;
}

it('names the browser that would be signed in, and refuses its sign-in', async () => {
  const { sent } = await openPage({
    qrCodeScan: { network: '192.0.2.7', userAgent: 'Chrome 140 on Linux', expiresAt: PAST },
    qrCodeRefuse: { ok: true },
  });
  await expect.element(page.getByRole('heading', { name: 'Sign in on another screen' })).toBeVisible();
  for (const text of [OWNER, 'Chrome 140 on Linux', '192.0.2.7'])
    await expect.element(page.getByText(text)).toBeVisible();
  await expectAccessible();
  await findButton('Refuse sign-in').click();
  await expect.element(page.getByText('No browser was signed in.')).toBeVisible();
  const operations = sent.map(({ operation }) => operation);
  expect(operations).toContain('qrCodeRefuse');
  expect(operations).not.toContain('qrCodeConfirm');
});

it.each<ErrorName>(['loginCodeInvalid', 'loginCodeExpired', 'loginCodeUsed'])(
  'shows the reason of the refusal %s',
  async (name) => {
    await openPage({ qrCodeScan: refuse(name) });
    await expect.element(page.getByText(ERRORS[name].message)).toBeVisible();
    await expect.element(findButton('Confirm sign-in')).not.toBeInTheDocument();
  },
);
