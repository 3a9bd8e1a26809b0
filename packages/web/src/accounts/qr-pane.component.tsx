import type { Api, CallResult } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, startAnswering } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { PAST } from '../testing/fixtures.ts';
import { render } from '../testing/render.tsx';
import { findButton } from '../testing/steps.ts';
import { QrPane } from './QrPane.tsx';

type CodeState = CallResult<Api['qrCodeGet']>['state'];

const picture = page.getByRole('img', { name: 'Code to scan with your phone' });
const readPicture = (): string => picture.element().innerHTML;

/** Answers with a new code for each request; the phone's answer is `state`. */
function createCodeAnswers(state: CodeState): Answers {
  let count = 0;
  return {
    qrCodeCreate: () => {
      const code = `code-${++count}`;
      return { code, path: `/static/lrf?qr=${code}`, expiresAt: PAST };
    },
    qrCodeGet: { state, expiresAt: PAST },
  };
}

const renderPane = (): Promise<void> =>
  render(
    <main>
      <h1>Sign in</h1>
      <QrPane />
    </main>,
  );

const UNREACHABLE: Answers = {
  qrCodeCreate: () => Promise.reject(new TypeError('Failed to fetch')),
};

it('shows that the code has expired, and then a new code', async () => {
  const { answer } = startAnswering(createCodeAnswers('expired'));
  await renderPane();
  await expect.element(picture).toBeVisible();
  const first = readPicture();
  await expect.element(page.getByText('The code has expired')).toBeVisible();
  await expectAccessible();
  await expect.element(picture).not.toBeInTheDocument();
  answer({ qrCodeGet: { state: 'scanning', expiresAt: PAST } });
  await findButton('Show a new code').click();
  await expect.element(picture).toBeVisible();
  expect(readPicture()).not.toBe(first);
});

it('shows that the server cannot be reached, and tries again', async () => {
  const { answer } = startAnswering(UNREACHABLE);
  await renderPane();
  await expect.element(page.getByText('No connection')).toBeVisible();
  answer(createCodeAnswers('scanned'));
  await findButton('Try again').click();
  await expect.element(picture).toBeVisible();
  await expect.element(page.getByText('Confirm on the phone to sign in here.')).toBeVisible();
  await expectAccessible();
});
