import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDevice } from '../../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../../testing/network-answers.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { createSeriesAnswers } from '../../../testing/series-answers.ts';
import { expectStaged, findButton, stage } from '../../../testing/steps.ts';

const GATEWAY = createDevice('NL-GW5', 'GW-1');

it('sets a static WAN address, and refuses a WAN gateway outside its network', async () => {
  await openConsole('/manage/networkconf/netset?project=7', {
    devices: [GATEWAY],
    answers: { ...createNetworkAnswers({ devices: [GATEWAY] }), ...createSeriesAnswers() },
  });
  await findButton('Edit settings of WAN1').click();
  await page.getByRole('radio', { name: 'Static IP' }).click();
  await page.getByLabelText('IP address').fill('203.0.113.2');
  const gateway = page.getByLabelText('Gateway', { exact: true });
  await gateway.fill('203.0.114.1');
  await stage();
  await expect.element(gateway).toHaveAttribute('aria-invalid', 'true');
  await gateway.fill('203.0.113.1');
  await page.getByLabelText('Primary DNS').fill('203.0.113.1');
  await stage();
  await expectStaged(1);
  const card = page.getByRole('region', { name: 'WAN1' });
  await expect.element(card).toHaveTextContent('203.0.113.2/24');
  await expect.element(card).toHaveTextContent('Changed');
});

it('names a gateway without WAN ports, and does not offer to add another gateway', async () => {
  const controller = createDevice('NL-AC100', 'AC 1');
  await openConsole('/manage/networkconf/netset?project=7', {
    devices: [controller],
    answers: createNetworkAnswers({ devices: [controller] }),
  });
  await expect.element(page.getByText('AC 1 has none.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('No WAN ports')).toBeVisible();
  await expect.element(page.getByText('Add a gateway')).not.toBeInTheDocument();
});
