import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { applyNetwork, createVlan, type Product, startProduct } from './seed.ts';

const WAIT_MS = 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});
afterAll(() => product?.[Symbol.asyncDispose]());

describe('backups', () => {
  it('backs up a gateway, shows what has changed since, and restores it', async () => {
    await using person = await product.install({
      devices: [{ model: 'NL-GW5', name: 'Gateway' }],
      path: '/manage/backup',
    });
    const { api, page, project } = person;
    const params = { projectId: project.id };
    await applyNetwork(person, { vlans: [createVlan(20, 'Guests'), createVlan(30, 'Staff')], dhcpPools: [] });

    await page.getByRole('button', { name: 'Back up devices' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Devices' }).click();
    await page.getByRole('option', { name: 'Gateway' }).click();
    await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
    const row = page.getByRole('row', { name: /^Gateway General/ });
    await row.getByText('Synchronized', { exact: true }).waitFor();

    await applyNetwork(person, { vlans: [createVlan(20, 'Visitors')], dhcpPools: [] });
    await row.getByText('Unsynchronized').waitFor();
    await row.click();
    const panel = page.getByRole('complementary', { name: 'Backup', exact: true });
    await panel.getByText('Visitors').waitFor();
    await panel.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByRole('button', { name: 'Review the changes' }).click();
    await dialog.getByText('VLAN 30', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /^Apply/ }).click();
    await dialog.getByRole('heading', { name: 'Changes applied' }).waitFor({ timeout: WAIT_MS });
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await row.getByText('Synchronized', { exact: true }).waitFor();
    const { config } = await api.call('networkConfigGet', { params });
    expect(config.vlans.map(({ name }) => name)).toEqual(['Guests', 'Staff']);
  });
});
