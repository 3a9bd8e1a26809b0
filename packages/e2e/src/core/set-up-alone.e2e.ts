import { createFarmSite, createMeshHouseSite } from '@northlight/simulator';
import { pollUntil } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, type SignedIn, startProduct } from '../seed.ts';
import { addDevice, findRow, waitForRow, createProjectInConsole, pasteText } from '../steps.ts';

const ONLINE_MS = 60_000;
const CONFIRMED_MS = 120_000;
const ALARM_MS = 180_000;
/** A story waits for devices several times. */
const STORY_MS = 600_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});
afterAll(() => product?.[Symbol.asyncDispose]());

const readProjectId = (page: Page): number => Number(/project=(\d+)/.exec(page.url())?.[1]);
const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();

/** Reviews and applies the staged changes; resolves when `devices` of them have confirmed. */
async function applyDraft(page: Page, devices: number): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply \d+ change/ }).click();
  await page
    .getByText('Confirmed by the device')
    .nth(devices - 1)
    .waitFor({ timeout: CONFIRMED_MS });
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
}

/** Waits until the project has an open alarm of a kind, and returns it. */
const waitForAlarm = ({ api }: SignedIn, projectId: number, kind: string) =>
  pollUntil(async () => {
    const query = { state: 'open' } as const;
    const { items } = await api.call('alarmList', { params: { projectId }, query });
    return items.find((alarm) => alarm.kind === kind);
  }, ALARM_MS);

const waitUntilHealed = ({ api }: SignedIn, projectId: number): Promise<unknown> =>
  pollUntil(async () => {
    const query = { state: 'open' } as const;
    const { items } = await api.call('alarmList', { params: { projectId }, query });
    return items.length === 0;
  }, ALARM_MS);

/** Adds the policy for guests, who reach the internet only. */
async function stageGuestWifi(page: Page, projectId: number): Promise<void> {
  await page.goto(`/manage/wirelessconf?project=${projectId}`);
  await page.getByRole('button', { name: 'Add Wi-Fi network' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Guests');
  await page.getByLabel('SSID', { exact: true }).fill('House guests');
  await page.getByLabel('Password', { exact: true }).fill('welcome to the house');
  await page.getByRole('switch', { name: 'Guests' }).check({ force: true });
  await stage(page);
}

describe('a mesh house without cables', () => {
  it(
    'is set up from the console alone, reports a lost parent, and heals',
    async () => {
      const { base, site } = await product.env.fleet(createMeshHouseSite(41));
      await using person = await product.signIn();
      const { api, page } = person;
      await createProjectInConsole(page, 'Maple House', 'Wireless mesh');
      const projectId = readProjectId(page);
      const primary = base.find(({ model }) => model === 'NL-MESHP');
      await addDevice(page, primary ?? { sn: '', claimCode: '' }, 'Living-room');
      await waitForRow(page, 'Living-room', 'Online', ONLINE_MS);

      // Internet, LAN with its pool, and Wi-Fi in one draft.
      await page.goto(`/manage/networkconf/netset?project=${projectId}`);
      await page.getByRole('button', { name: 'Edit settings' }).first().click();
      await page.getByLabel('Primary DNS').fill('9.9.9.9');
      await stage(page);
      await page.goto(`/manage/networkconf/dhcp?project=${projectId}`);
      await page.getByRole('link', { name: 'Set up the LAN first' }).click();
      await page.getByLabel('Gateway IP').fill('192.168.50.1');
      await page.getByRole('switch', { name: 'DHCP server' }).check({ force: true });
      await stage(page);
      await stageGuestWifi(page, projectId);
      await applyDraft(page, 1);
      await findRow(page, 'House guests')
        .getByText('Applied', { exact: true })
        .waitFor({ timeout: ONLINE_MS });

      await page.goto(`/manage/devconf?project=${projectId}`);
      await page.getByRole('button', { name: 'Add node' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add node' });
      await dialog.getByRole('button', { name: 'Search for nodes' }).click();
      const boxes = dialog.getByRole('checkbox');
      await pollUntil(async () => (await boxes.count()) >= 5, ONLINE_MS);
      for (const box of await boxes.all()) await box.check();
      await dialog.getByRole('button', { name: /^Add \d nodes$/ }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await pollUntil(async () => {
        const { items } = await api.call('deviceList', { params: { projectId } });
        return items.length >= 6 && items.every(({ state }) => state === 1);
      }, CONFIRMED_MS);
      const { items } = await api.call('deviceList', { params: { projectId } });
      const gateways = items.filter(({ role }) => role === 'mesh-primary');
      expect(gateways.map(({ name }) => name)).toEqual(['Living-room']);
      // Every node broadcasts the Wi-Fi of the guests.
      await pollUntil(async () => {
        const details = await Promise.all(
          items.map(({ id }) => api.call('deviceGet', { params: { projectId, deviceId: id } })),
        );
        return details.every(({ radios }) => radios.some(({ ssids }) => ssids?.includes('House guests')));
      }, CONFIRMED_MS);

      // A node that other nodes are connected through loses its power.
      const lost = await pollUntil(async () => {
        const { items: now } = await api.call('deviceList', { params: { projectId } });
        const parents = now.flatMap(({ uplink }) => (uplink ? [uplink.id] : []));
        return now.find(({ id, role }) => role === 'mesh-secondary' && parents.includes(id));
      }, CONFIRMED_MS);
      site.device(lost.sn).unplug();
      const alarm = await waitForAlarm(person, projectId, 'device-offline');
      expect(alarm.device?.id).toBe(lost.id);
      await page.goto(`/manage/alarminfo?project=${projectId}&open=${alarm.id}`);
      await page.getByText(`${lost.name} is offline`, { exact: false }).first().waitFor();
      // The nodes below connect to another node.
      await pollUntil(async () => {
        const { items: now } = await api.call('deviceList', { params: { projectId } });
        return now.every(
          ({ id, state, uplink }) => id === lost.id || (state === 1 && uplink?.id !== lost.id),
        );
      }, ALARM_MS);
      site.device(lost.sn).plug();
      await waitUntilHealed(person, projectId);
    },
    STORY_MS,
  );
});

describe('a farm with a wireless router as access point and a barn behind a bridge', () => {
  it(
    'is set up from the console alone, reports the lost link as one alarm, and heals',
    async () => {
      const { base, site } = await product.env.fleet(createFarmSite(42));
      await using person = await product.signIn();
      const { api, page } = person;
      await createProjectInConsole(page, 'Farm');
      const projectId = readProjectId(page);
      await page.getByRole('button', { name: 'Add devices' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add devices' });
      await dialog.getByLabel('Serial numbers and claim codes').waitFor();
      await dialog.getByLabel('Serial numbers and claim codes').focus();
      await pasteText(page, base.map(({ claimCode, sn }) => `${sn} ${claimCode}`).join('\n'));
      await dialog.getByText(`${base.length} devices ready`).waitFor();
      await dialog.getByRole('button', { name: `Add ${base.length} devices` }).click();
      await dialog.getByText(/added/).first().waitFor({ timeout: ONLINE_MS });
      await dialog.getByRole('button', { name: 'Done' }).click();
      const list = async () => (await api.call('deviceList', { params: { projectId } })).items;
      const roles = new Map((await list()).map(({ model, role }) => [model, role]));
      expect(roles.get('NL-WR3')).toBe('access-point');
      expect(roles.get('NL-GW5')).toBe('gateway');

      // The bridge link brings the barn online.
      await page.goto(`/manage/wirelessconf?project=${projectId}&tab=bridges`);
      await page.getByRole('button', { name: 'Add bridge link' }).first().click();
      const panel = page.getByRole('complementary', { name: 'Bridge link' });
      await panel.getByLabel('Name').fill('Barn');
      await panel.getByLabel('SSID').fill('Barn link');
      await panel.getByLabel('Key', { exact: true }).fill('a long passphrase');
      await panel.getByLabel('Distance (m)').fill('300');
      await stage(page);
      await stageGuestWifi(page, projectId);
      await page.goto(`/manage/networkconf/vlan?project=${projectId}`);
      await page.getByRole('button', { name: 'Add VLAN' }).first().click();
      await page.getByLabel('VLAN ID').fill('20');
      await page.getByLabel('Name', { exact: true }).fill('Guests');
      await stage(page);
      await applyDraft(page, 3);
      await pollUntil(async () => (await list()).every(({ state }) => state === 1), ALARM_MS);

      const bridges = (await list()).filter(({ kind }) => kind === 'cpe');
      expect(bridges.map(({ role }) => role).sort()).toEqual(['bridge-base', 'bridge-client']);
      const client = bridges.find(({ role }) => role === 'bridge-client');
      // A storm turns both antennas.
      for (const { sn } of bridges) site.misalignBridge(sn, 80);
      const alarm = await waitForAlarm(person, projectId, 'device-offline');
      expect(alarm.device?.id).toBe(client?.id);
      await pollUntil(async () => {
        const query = { state: 'open' } as const;
        const { items } = await api.call('alarmList', { params: { projectId }, query });
        const offline = items.filter(({ kind }) => kind === 'device-offline');
        return offline.length === 1 && offline[0]?.behind?.total === 1;
      }, ALARM_MS);
      for (const { sn } of bridges) site.misalignBridge(sn, 0);
      await waitUntilHealed(person, projectId);
    },
    STORY_MS,
  );
});
