import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createJoiningAnswers, createWaitingDevice } from '../../testing/joining-devices.ts';
import { openConsole } from '../../testing/open-console.tsx';

it('groups pending devices by the decision of the account', async () => {
  await openConsole('/devices/verify', {
    answers: createJoiningAnswers([
      createWaitingDevice('NLE2EWAITING0001'),
      createWaitingDevice('NLE2EWAITING0002', { status: 'ignored' }),
      createWaitingDevice('NLE2EWAITING0003', { status: 'rejected' }),
    ]),
  });
  for (const [title, sn] of [
    ['Waiting', 'NLE2EWAITING0001'],
    ['Ignored', 'NLE2EWAITING0002'],
    ['Rejected', 'NLE2EWAITING0003'],
  ] as const)
    await expect.element(page.getByRole('region', { name: title, exact: true })).toHaveTextContent(sn);
  await expectAccessible();
});
