import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, startProduct } from '../seed.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});
afterAll(() => product?.[Symbol.asyncDispose]());

describe('the role of a wireless router', () => {
  it('is reviewed and changed, and the router confirms the change from gateway to access point', async () => {
    await using installer = await product.install({ devices: [{ model: 'NL-WR3', name: 'Lobby-router' }] });
    const { api, devices, page, project } = installer;
    const [router] = devices;
    expect(router?.role).toBe('gateway');
    await page.goto(`/manage/devconf?project=${project.id}&open=${router?.id}`);
    await page.getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role of Lobby-router' });
    await dialog.getByLabel('Access point').click();
    await dialog.getByText('Afterwards the project has no gateway', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByText('Confirmed by the device').first().waitFor({ timeout: 60_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByTitle('Wireless router, access point').first().waitFor();
    const { items } = await api.call('deviceList', { params: { projectId: project.id } });
    expect(items.map(({ role }) => role)).toEqual(['access-point']);
  });
});
