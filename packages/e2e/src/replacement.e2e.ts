import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { applyNetwork, createVlan, type Product, startProduct } from './seed.ts';
import type { DeviceLabel } from './steps.ts';

const WAIT_MS = 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});
afterAll(() => product?.[Symbol.asyncDispose]());

describe('a replacement', () => {
  it('gives a device other hardware at its first contact, and the first one again on a phone', async () => {
    await using person = await product.install({ devices: [{ model: 'NL-SW8P', name: 'Basement' }] });
    const { api, devices, fleet, page, project } = person;
    await applyNetwork(person, { vlans: [createVlan(20, 'Guests')], dhcpPools: [] });
    const [device] = devices;
    const [first] = fleet.base;
    const spare = await product.env.fleet({
      name: 'Spare parts',
      seed: 99,
      zoneHours: 0,
      day: 'steady',
      devices: [
        {
          sn: 'NLSTORYSPARE00001',
          mac: '02:4e:53:00:99:01',
          model: 'NL-SW8P',
          name: 'Spare',
          vlan: 1,
          ip: '10.20.99.1',
        },
      ],
      clients: [],
    });
    const [second] = spare.base;
    if (!device || !first || !second) throw new Error('The site has a device and a spare one.');
    const params = { projectId: project.id, deviceId: device.id };
    const panel = page.getByRole('complementary', { name: 'Device', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Replace Basement' });

    const replace = async ({ claimCode, sn }: DeviceLabel) => {
      await page.goto(`/manage/devconf?project=${project.id}&open=${device.id}`);
      await panel.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Replace…' }).click();
      await dialog.getByLabel('Serial number').fill(sn);
      await dialog.getByLabel('Claim code').fill(claimCode);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText('Stays behind').waitFor();
      const isWithin = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
      expect(await page.evaluate(isWithin)).toBe(true);
      await dialog.getByRole('button', { name: /^Replace( at first contact)?$/ }).click();
      await panel.getByText(sn, { exact: true }).waitFor({ timeout: WAIT_MS });
      await panel.getByText('Applied', { exact: true }).waitFor({ timeout: WAIT_MS });
      await expect
        .poll(() => api.call('deviceGet', { params }), { timeout: WAIT_MS })
        .toMatchObject({ sn, name: 'Basement', state: 1, config: { status: 'applied' } });
    };
    await replace(second);
    await page.setViewportSize({ width: 390, height: 844 });
    await replace(first);
  });
});
