import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Installer, type Product, startProduct } from '../seed.ts';

const LINK_MS = 90_000;

let product: Product;
let farm: Installer;
beforeAll(async () => {
  product = await startProduct({ speed: 20 });
  farm = await product.install({
    projectName: 'Farm',
    path: '',
    devices: [
      { model: 'NL-GW5', name: 'Gateway' },
      { model: 'NL-CPE5', name: 'House-bridge', uplink: ['Gateway', 'lan1'] },
      { model: 'NL-CPE5', name: 'Barn-bridge', uplink: ['House-bridge', 'bridge'] },
      { model: 'NL-AP6O', name: 'Barn-AP', uplink: ['Barn-bridge', 'eth0'] },
    ],
  });
});
afterAll(async () => {
  await farm?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

describe('a barn behind a bridge', () => {
  it('is connected by a link that is set up, reviewed and confirmed by both bridges', async () => {
    const { page, project } = farm;
    await page.goto(`/manage/wirelessconf?project=${project.id}&tab=bridges`);
    await page.getByRole('button', { name: 'Add bridge link' }).first().click();
    const panel = page.getByRole('complementary', { name: 'Bridge link' });
    await panel.getByLabel('Name').fill('Barn');
    await panel.getByLabel('SSID').fill('Barn link');
    await panel.getByLabel('Key', { exact: true }).fill('a long passphrase');
    await panel.getByLabel('Distance (m)').fill('0');
    await panel.getByRole('button', { name: 'Add to draft' }).click();
    await panel.getByText('The distance must be at least 10 m.').waitFor();
    await panel.getByLabel('Distance (m)').fill('300');
    await panel.getByText('Expected signal with exactly aligned antennas', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Add to draft' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog');
    await review.getByText('is interrupted for up to 2 min', { exact: false }).waitFor();
    await expect(review).not.toContainText('a long passphrase');
    await review.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByText('Confirmed by the device').nth(1).waitFor({ timeout: LINK_MS });
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Barn' });
    await row.getByText('Applied', { exact: true }).waitFor();
    await row.getByText('Connected', { exact: true }).waitFor({ timeout: LINK_MS });
  });

  it('shows the figures of both ends, and is aligned with figures that both bridges report every second', async () => {
    const { page } = farm;
    await page.getByRole('row').filter({ hasText: 'Barn' }).getByText('Barn', { exact: true }).click();
    const now = page.getByRole('region', { name: 'Link now' });
    await now.getByRole('columnheader', { name: 'House-bridge' }).waitFor();
    await expect(now).toHaveText(/Signal−\d\d dBm−\d\d dBmExpected−\d\d dBm−\d\d dBm/);
    await now.getByRole('button', { name: 'Align antennas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Align Barn' });
    await dialog.getByRole('button', { name: 'Start alignment' }).click();
    await dialog.getByText('Both bridges report every second', { exact: false }).waitFor();
    await dialog.getByRole('status', { name: /Signal −\d\d dBm/ }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('has its throughput measured in both directions', async () => {
    const { page } = farm;
    await page.getByRole('button', { name: 'Test throughput' }).click();
    const dialog = page.getByRole('dialog', { name: 'Throughput of Barn' });
    await dialog.getByRole('button', { name: 'Start test' }).click();
    await dialog.getByText(/House-bridge to Barn-bridge\s*\d+\s*Mbit/).waitFor({ timeout: LINK_MS });
    await dialog.getByText(/Barn-bridge to House-bridge\s*\d+\s*Mbit/).waitFor({ timeout: LINK_MS });
    await dialog.getByRole('button', { name: 'Test again' }).waitFor({ timeout: LINK_MS });
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('gets a channel from a survey of both ends', async () => {
    const { page } = farm;
    await page.getByRole('button', { name: 'Distance and radio' }).click();
    await page.getByRole('button', { name: 'Survey channels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Channel survey' });
    await dialog.getByRole('button', { name: 'Start survey' }).click();
    const quietest = dialog.getByRole('row').filter({ hasText: 'quietest' });
    await quietest.waitFor({ timeout: LINK_MS });
    await dialog.getByRole('columnheader', { name: 'At Barn-bridge' }).waitFor();
    const channel = /\d+/.exec((await quietest.textContent()) ?? '')?.[0] ?? '';
    await quietest.getByRole('button', { name: `Use channel ${channel}` }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect(page.getByLabel('Channel', { exact: true }).first()).toHaveValue(channel);
  });

  it('raises one alarm, with the devices behind the bridge, when the base loses power', async () => {
    const { api, devices, fleet, project } = farm;
    const [, base] = devices;
    fleet.site.device(base?.sn ?? '').unplug();
    const alarm = await pollUntil(async () => {
      const { items } = await api.call('alarmList', { params: { projectId: project.id }, query: {} });
      return items.find(({ device, kind }) => kind === 'device-offline' && device?.id === base?.id);
    }, LINK_MS * 2);
    const behind = await pollUntil(async () => {
      const { items } = await api.call('alarmList', { params: { projectId: project.id }, query: {} });
      const total = items.find(({ id }) => id === alarm.id)?.behind?.total;
      return total === 2 && items.filter(({ kind }) => kind === 'device-offline').length === 1 && total;
    }, LINK_MS * 2);
    expect(behind).toBe(2);
  });
});
