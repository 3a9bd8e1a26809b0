import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { findCard, openTopologySite, TOPOLOGY_PATH } from './topology-site.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.[Symbol.asyncDispose]());

const openSite = async (): Promise<Installer> => {
  const owner = await openTopologySite(product);
  await owner.page.getByRole('heading', { name: 'Network Topology' }).waitFor();
  return owner;
};
const findLine = ({ page }: Installer, name: string) =>
  page.getByRole('group', { name, exact: true }).and(page.locator('g[data-id]'));

async function rename({ api, devices, project }: Installer, from: string, name: string): Promise<void> {
  const deviceId = devices.find((device) => device.name === from)?.id ?? '';
  await api.call('deviceRename', { params: { projectId: project.id, deviceId }, body: { name } });
}

describe('the network topology', () => {
  it('draws the devices with the links that they report, opens a device and a link, and follows a renamed device', async () => {
    await using owner = await openSite();
    const { page } = owner;
    for (const name of ['Internet', 'Gateway', 'Switch', 'Hall', 'Bar'])
      await findCard(owner, name).waitFor();
    await findLine(owner, 'Switch – Hall').waitFor();
    await findCard(owner, 'Hall').click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByRole('button', { name: 'Restart device' }).waitFor();
    await findLine(owner, 'Gateway – Switch').press('Enter');
    const link = page.getByRole('complementary', { name: 'Link' });
    await link.getByText('Gateway, port lan1').waitFor();
    await link.getByText('LLDP at both ends').waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await rename(owner, 'Hall', 'Lobby');
    await findCard(owner, 'Lobby').waitFor();
  });

  it('shows the links of a link aggregation as one line with its members', async () => {
    await using owner = await product.install({
      devices: [
        { model: 'NL-GW5', name: 'Gateway' },
        { model: 'NL-CS24F', name: 'Core', uplink: ['Gateway', 'lan1'] },
        { model: 'NL-SW24P', name: 'Access', uplink: ['Core', 'p1'], cables: [['p26', 'Core', 'p2']] },
      ],
      path: TOPOLOGY_PATH,
    });
    const { page } = owner;
    const params = { projectId: owner.project.id };
    const lines = findLine(owner, 'Core – Access');
    await lines.nth(1).waitFor();
    const aggregate = (name: string, ports: string[]) => ({
      deviceId: owner.devices.find((device) => device.name === name)?.id ?? '',
      baseVersion: 0,
      settings: { lags: [{ id: 'lag1', mode: 'lacp' as const, ports }] },
    });
    await owner.api.call('deviceSettingsApply', {
      params,
      body: { changes: [aggregate('Core', ['p1', 'p2']), aggregate('Access', ['p25', 'p26'])] },
    });
    await lines.nth(1).waitFor({ state: 'detached' });
    await lines.getByText('2 links · 20G').waitFor();
    await lines.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Link' });
    await panel.getByText('Core, ports p1 and p2').waitFor();
    await panel.getByText('Access, ports p25 and p26').waitFor();
    await panel.getByText(/p1 – p25: .*; p2 – p26: /).waitFor();
  });

  it('shows the network of an earlier time, and lists what has changed since then', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Bar').waitFor();
    const at = new Date().toISOString();
    const bar = owner.devices.find(({ name }) => name === 'Bar');
    // Without power the device is no neighbour that is not managed.
    owner.fleet.site.device(bar?.sn ?? '').unplug();
    await owner.api.call('deviceRemove', {
      params: { projectId: owner.project.id, deviceId: bar?.id ?? '' },
    });
    await findCard(owner, 'Bar').waitFor({ state: 'detached' });
    await page.goto(`${TOPOLOGY_PATH}?project=${owner.project.id}&at=${at}`);
    await findLine(owner, 'Switch – Bar').waitFor();
    await page.getByRole('button', { name: /^Changes since then: .*1 removed/ }).click();
    const changes = page.getByRole('list', { name: 'Changes since then' });
    await changes.getByText('Bar was removed from the project.', { exact: true }).waitFor();
    const operation = changes.getByRole('link', { name: 'Operation' }).first();
    await expect(operation).toHaveAttribute('href', /tab=operation/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await findCard(owner, 'Bar').getByText('Removed since then').waitFor();
    const dimmed = page.locator('[data-card][data-dim]');
    await dimmed.filter({ hasText: 'Hall' }).waitFor();
    await expect(dimmed.filter({ hasText: 'Bar' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await findCard(owner, 'Bar').waitFor({ state: 'detached' });
    await expect(dimmed).toHaveCount(0);
    await page.getByRole('button', { name: 'Previous change' }).click();
    await expect(page).toHaveURL(/[?&]at=/);
    // The history of a new project begins before its first device.
    await page.getByText('No devices at this time').waitFor();
    await expect(page.getByText('Now', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(page).not.toHaveURL(/[?&]at=/);
  });

  it('asks the devices for their neighbours, and shows how many have answered and which links have changed', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Bar').waitFor();
    await product.env.server.context.services.topology.processAll();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('4 devices reported their neighbours. Nothing has changed.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('4 devices reported their neighbours.').waitFor({ state: 'detached' });
  });
});
