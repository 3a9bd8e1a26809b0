import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectPageAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { applyNetwork, createVlan, type Product, startProduct } from './seed.ts';

const WAIT_MS = 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ speed: 20, demo: true });
});
afterAll(() => product?.[Symbol.asyncDispose]());

describe('a sandbox', () => {
  it('copies a project, cuts a device off, and gives its changes to the draft of the real project', async () => {
    await using person = await product.install({
      devices: [
        { model: 'NL-GW5', name: 'Gateway' },
        { model: 'NL-SW8P', name: 'Switch', uplink: ['Gateway', 'lan1'] },
        { model: 'NL-AP6C', name: 'Lobby', uplink: ['Switch', 'p2'] },
      ],
      path: '',
    });
    const { api, page, project } = person;
    await applyNetwork(person, { vlans: [createVlan(20, 'Guests')], dhcpPools: [] });
    await expect
      .poll(async () => (await api.call('topologyGet', { params: { projectId: project.id } })).links.length, {
        timeout: WAIT_MS,
      })
      .toBe(2);
    await page.goto(`/manage/sandbox?project=${project.id}`);
    await page.getByRole('button', { name: 'Open a sandbox' }).click();
    const banner = page.getByRole('complementary', { name: 'Sandbox' });
    await expect(banner).toContainText('Sandbox of Small hotel.', { timeout: WAIT_MS });
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
    for (const name of ['Gateway', 'Switch', 'Lobby'])
      await expect(row(name)).toContainText('Online', { timeout: WAIT_MS });

    await row('Switch').click();
    const panel = page.getByRole('complementary', { name: 'Device', exact: true });
    await expect(panel).toContainText('Gateway, lan1');
    await panel.getByRole('button', { name: 'Unplug the uplink cable' }).click();
    await expect(row('Switch')).toContainText('Unplugged');
    await expect(row('Lobby')).toContainText('Offline', { timeout: WAIT_MS });
    await expectPageAccessible(page, 'a sandbox with a fault');
    await panel.getByRole('button', { name: 'Plug the uplink cable in' }).click();
    await expect(row('Lobby')).toContainText('Online', { timeout: WAIT_MS });

    const sandbox = {
      ...person,
      project: { ...project, id: Number(new URL(page.url()).searchParams.get('project')) },
    };
    await applyNetwork(sandbox, {
      vlans: [createVlan(20, 'Visitors'), createVlan(30, 'Staff')],
      dhcpPools: [],
    });
    await page.goto(`/manage/sandbox?project=${sandbox.project.id}&tab=changes`);
    await expect(page.getByRole('table')).toContainText('Visitors');
    await page.getByRole('button', { name: /^Take \d+ changes over$/ }).click();
    await expect(page.getByRole('region', { name: 'Staged changes' })).toContainText('2 changes staged', {
      timeout: WAIT_MS,
    });
    await expect(banner).toHaveCount(0);
    const { draft } = await api.call('networkDraftGet', { params: { projectId: project.id } });
    expect(draft?.config.vlans.map(({ name }) => name)).toEqual(['Visitors', 'Staff']);
  });
});
