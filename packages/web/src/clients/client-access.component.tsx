import type { ConnectionCheck } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createClient, createDevice, createSharedProject, READ_ONLY } from '../testing/fixtures.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { openConsole } from '../testing/open-console.tsx';
import { expectReadableFields } from '../testing/read-only.ts';
import { createSeriesAnswers } from '../testing/series-answers.ts';
import { findPanel, findRow } from '../testing/steps.ts';

const MAC = '02:00:00:00:00:09';
const ACCESS_POINT = createDevice('NL-AP6C', 'AP-1');
const CHECK: ConnectionCheck = {
  link: { state: 'ok', finding: 'connected', device: ACCESS_POINT },
  vlan: { state: 'unknown', finding: 'no-gateway' },
  path: { state: 'unknown', finding: 'no-gateway', devices: [ACCESS_POINT] },
  address: { state: 'unknown', finding: 'none' },
  gateway: { state: 'unknown', finding: 'no-gateway' },
  internet: { state: 'unknown', finding: 'no-gateway' },
};
const ANSWERS: Answers = {
  ...createSeriesAnswers(),
  clientList: { items: [createClient(MAC, { name: 'Tablet', band: '5G', ssid: 'Guest' })] },
  clientConnectionCheck: CHECK,
  clientVisits: { items: [] },
};
const panel = findPanel('Client');

it('shows the limit of a client as text to a viewer with a read-only share', async () => {
  await openConsole(`/manage/onlinelist?project=7&tab=recent&open=${encodeURIComponent(MAC)}`, {
    project: createSharedProject(),
    answers: { ...ANSWERS, ...createNetworkAnswers({ can: READ_ONLY }) },
  });
  await expectReadableFields('Client', { 'Download (Mbit/s)': 'No limit' });
});

it('blocks a client in the draft, and reverts this by Undo', async () => {
  await openConsole('/manage/onlinelist?project=7', {
    devices: [ACCESS_POINT],
    answers: { ...ANSWERS, ...createNetworkAnswers({ devices: [ACCESS_POINT] }) },
  });
  await findRow('5 GHz').click();
  const status = panel.getByText('takes effect when you apply the draft');
  await expect.element(status).toBeVisible();
  const block = panel.getByRole('button', { name: 'Block client', exact: true });
  await block.click();
  await expect.element(panel.getByText('Staged: when you apply it')).toBeVisible();
  await expectAccessible();
  await expect.element(block).toHaveAttribute('aria-disabled', 'true');
  await expect.element(block).toHaveAccessibleDescription('Blocking this client is already staged.');
  await panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(status).toBeVisible();
  await block.click();
  await page.getByRole('link', { name: 'Review changes' }).click();
  await expect.element(page.getByRole('dialog').getByText(MAC).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(findRow(MAC)).toHaveTextContent('New');
});
