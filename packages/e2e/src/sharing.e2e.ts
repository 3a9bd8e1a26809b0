import type { NetworkConfig, Share } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import {
  applyNetwork,
  createVlan,
  type Installer,
  type Product,
  type SignedIn,
  startProduct,
} from './seed.ts';
import { waitForRow } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

interface Pair extends AsyncDisposable {
  /** Account that owns the project “Harbour” with an online gateway. */
  readonly owner: Installer;
  readonly receiver: SignedIn;
}

/** Creates an owner and a receiver. With `right`, the owner shares the project with the receiver for 1 h. */
async function twoAccounts(right?: Share['right']): Promise<Pair> {
  await using opening = new AsyncDisposableStack();
  const devices = [{ model: 'NL-GW5', name: 'GW-1' }];
  const owner = opening.use(await product.install({ projectName: 'Harbour', devices, path: '' }));
  const receiver = opening.use(await product.signIn());
  if (right)
    await owner.api.call('shareCreate', {
      params: { projectId: owner.project.id },
      body: { account: receiver.account, right, validity: { kind: 'hours', hours: 1 }, overwrite: false },
    });
  const disposal = opening.move();
  return { owner, receiver, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

/** Shares the project on its page. */
async function share(
  { owner, receiver }: Pair,
  right: 'Read-only' | 'Read-write',
  validity: string,
): Promise<void> {
  const { page, project } = owner;
  await page.goto(`/manage/authority?project=${project.id}`);
  await page.getByRole('button', { name: 'Share project', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Share Harbour' });
  await dialog.getByLabel('Account').fill(receiver.account);
  await dialog.getByRole('radio', { name: right }).check();
  await dialog.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: validity, exact: true }).click();
  await dialog.getByRole('button', { name: 'Share' }).click();
}

describe('a shared project, in two browsers', () => {
  it('is shown read-only to its receiver without a reload, and each disabled control has its reason', async () => {
    await using pair = await twoAccounts();
    const { owner, receiver } = pair;
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('No projects yet').waitFor();
    await share(pair, 'Read-only', '8 h');
    await owner.page.getByRole('row').filter({ hasText: receiver.account }).waitFor();
    await waitForRow(receiver.page, 'Harbour', 'Shared, read-only');
    await receiver.page.goto(`/manage/devconf?project=${owner.project.id}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    const add = receiver.page.getByRole('button', { name: 'Add devices' }).first();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.hover();
    await receiver.page
      .getByRole('tooltip')
      .filter({ hasText: `read-only share mode. Ask ${owner.account} for permission.` })
      .waitFor();
  });

  it('becomes a read-write share after the owner confirms the replacement', async () => {
    await using pair = await twoAccounts('r');
    const { owner, receiver } = pair;
    await receiver.page.goto(`/manage/devconf?project=${owner.project.id}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    await share(pair, 'Read-write', '1 h');
    const question = owner.page.getByRole('dialog', { name: 'Replace the share?' });
    await question.getByRole('button', { name: 'Replace' }).click();
    await owner.page
      .getByRole('row')
      .filter({ hasText: receiver.account })
      .filter({ hasText: 'Read-write' })
      .waitFor();
    await receiver.page.reload();
    await waitForRow(receiver.page, 'GW-1', 'Online');
    expect(
      await receiver.page.getByRole('button', { name: 'Add devices' }).first().getAttribute('aria-disabled'),
    ).toBeNull();
  });

  it('closes on the receiver’s page when the share expires, and the receiver can ask for more time', async () => {
    await using pair = await twoAccounts('rw');
    const { owner, receiver } = pair;
    const projectId = owner.project.id;
    await owner.page.goto(`/manage/authority?project=${projectId}`);
    await receiver.page.goto(`/manage/devconf?project=${projectId}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    // Changes the end of the share and notifies the stream, because the product's clock cannot be advanced.
    const { bus, db } = product.env.server.context.services;
    await db
      .updateTable('shares')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('project_id', '=', projectId)
      .execute();
    bus.publish({ topic: 'rights', of: { projectId } });
    await receiver.page
      .getByText('Your access to this project has expired. Ask its owner for more time.')
      .waitFor();
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('Your share of Harbour has expired').waitFor();
    await receiver.page.getByRole('button', { name: 'Request more time' }).click();
    const dialog = receiver.page.getByRole('dialog', { name: 'Request more time for Harbour' });
    await dialog.getByLabel('Reason').fill('The survey is not done');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await owner.page.getByRole('row').filter({ hasText: receiver.account }).click();
    const panel = owner.page.getByRole('complementary', { name: 'Share' });
    await panel.getByText('The survey is not done').waitFor();
    await panel.getByRole('button', { name: 'Save share' }).click();
    await waitForRow(receiver.page, 'Harbour', 'Shared, read-write');
  });

  it('is transferred: the receiver reviews and accepts it, and the owner loses access', async () => {
    await using pair = await twoAccounts();
    const { owner, receiver } = pair;
    const projectId = owner.project.id;
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('No projects yet').waitFor();
    await owner.page.goto(`/manage/authority?project=${projectId}`);
    await owner.page.getByRole('button', { name: 'Transfer project' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Transfer Harbour' });
    await dialog.getByLabel('Recipient').fill(receiver.account);
    await dialog.getByRole('button', { name: 'Offer transfer' }).click();
    await owner.page.getByText('Transfer offered').waitFor();
    await receiver.page.getByText('Harbour is offered to you').waitFor();
    await receiver.page.getByRole('link', { name: 'Review transfer' }).click();
    await receiver.page.getByRole('heading', { name: 'Accept transfer of Harbour' }).waitFor();
    await receiver.page.getByText('GW-1').waitFor();
    await receiver.page.getByRole('button', { name: 'Accept project' }).click();
    await waitForRow(receiver.page, 'GW-1', 'Online');
    await owner.page
      .getByText('The project is not available to this account. Choose another project.')
      .waitFor();
    await receiver.page.goto(`/manage/runlog?project=${projectId}&tab=operation`);
    await waitForRow(receiver.page, 'Accept transfer', receiver.account);
  });
});

const NETWORK: NetworkConfig = {
  vlans: [createVlan(20, 'Guests')],
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 20,
      start: '10.20.0.10',
      end: '10.20.0.99',
      dns: [],
      leaseMinutes: 120,
      reservations: [{ ip: '10.20.0.11', mac: '02:00:00:00:00:09', name: 'Printer' }],
    },
  ],
  wan: [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'hotel@isp', password: 'line-password' }], dns: [] }],
  staticRoutes: [{ name: 'branch', destination: '192.0.2.0', prefix: 24, nextHop: '10.20.0.5' }],
  wireless: {
    policies: [
      {
        id: 'lobby',
        name: 'Lobby',
        enabled: true,
        ssid: 'Harbour Lobby',
        hidden: false,
        bands: ['2.4G', '5G'],
        security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'long enough', keyUpdateSeconds: 3600 },
        maxClients: 64,
        vlanId: 20,
        guest: true,
        shutdowns: [{ days: [1, 2], fromMinute: 0, toMinute: 330 }],
        dhcp: 'user',
        devices: 'all',
      },
    ],
    blacklist: [{ mac: '02:00:00:00:00:07', remark: 'Lost phone' }],
    radios: [],
    countries: [],
  },
};

/** Expects that each field in the panel shows its value as readable text, and that the panel has no input. */
async function expectReadableFields(
  page: Page,
  label: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const panel = page.getByRole('complementary', { name: label, exact: true });
  await panel.locator('p').filter({ hasText: 'read-only share mode' }).waitFor();
  for (const [name, value] of Object.entries(fields))
    await panel.getByRole('group', { name, exact: true }).getByText(value, { exact: true }).waitFor();
  // Radio buttons select the section of a panel and the range of its charts.
  const inputs = panel.locator('input:not([type="radio"]), select, textarea');
  expect(await inputs.count(), `inputs of ${page.url()}`).toBe(0);
  expect(await page.locator('main :disabled').count(), `disabled controls of ${page.url()}`).toBe(0);
  expect(await findAxeFindingsInBothSchemes(page), page.url()).toEqual([]);
}

describe('a viewer with a read-only share', () => {
  let owner: Installer;
  let viewer: SignedIn;
  const open = (path: string, query = ''): Promise<unknown> =>
    viewer.page.goto(`${path}?project=${owner.project.id}${query}`);

  beforeAll(async () => {
    const devices = [
      { model: 'NL-GW5', name: 'GW-1' },
      { model: 'NL-SW8P', name: 'SW-1' },
      { model: 'NL-AP6C', name: 'AP-1' },
    ];
    owner = await product.install({ projectName: 'Harbour', devices, path: '' });
    await applyNetwork(owner, NETWORK);
    viewer = await product.signIn();
    await owner.api.call('shareCreate', {
      params: { projectId: owner.project.id },
      body: {
        account: viewer.account,
        right: 'r',
        validity: { kind: 'hours', hours: 1 },
        overwrite: false,
      },
    });
  });

  afterAll(async () => {
    await viewer?.[Symbol.asyncDispose]();
    await owner?.[Symbol.asyncDispose]();
  });

  it('reads the settings of the gateway as text', async () => {
    const { page } = viewer;
    await open('/manage/networkconf/vlan', '&open=20');
    await expectReadableFields(page, 'VLAN', { 'VLAN ID': '20', 'Gateway IP': '10.20.0.1' });
    await open('/manage/networkconf/dhcp', '&open=guests');
    await expectReadableFields(page, 'DHCP pool', {
      'First address': '10.20.0.10',
      'Primary DNS': 'Gateway IP',
      '10.20.0.11': '02:00:00:00:00:09 Printer',
    });
    await open('/manage/networkconf/netset', '&open=wan1');
    await expectReadableFields(page, 'Port', {
      Connection: 'PPPoE',
      'User name': 'hotel@isp',
      Password: 'Set, hidden',
      'Primary DNS': 'From the ISP',
    });
    await open('/manage/networkconf/static', '&open=branch');
    await expectReadableFields(page, 'Static route', { 'Next hop': '10.20.0.5' });
  });

  it('reads a wireless policy and the blacklist as text', async () => {
    const { page } = viewer;
    await open('/manage/wirelessconf', '&open=lobby');
    await expectReadableFields(page, 'Policy', {
      SSID: 'Harbour Lobby',
      Enabled: 'On',
      Bands: '2.4 GHz, 5 GHz',
      Password: 'Set, hidden',
      VLAN: '20 Guests',
      'Upload limit (Mbit/s)': 'No limit',
      'Period 1': 'Mon, Tue 00:00 – 05:30',
    });
    await open('/manage/onlinelist', '&tab=blacklist&open=02:00:00:00:00:07');
    await expectReadableFields(page, 'Blocked client', { Remark: 'Lost phone' });
  });

  it('reads the settings of devices as text, and selects a port in the table and in the drawing', async () => {
    const { page } = viewer;
    const find = (name: string): string => owner.devices.find((each) => each.name === name)?.id ?? '';
    await open('/manage/devconf', `&open=${find('SW-1')}&tab=settings`);
    await expectReadableFields(page, 'Device', { 'Rapid spanning tree (RSTP)': 'Off' });
    await open('/manage/devconf', `&open=${find('AP-1')}&tab=radios`);
    await expectReadableFields(page, 'Device', { Country: 'Factory default' });
    await open('/manage/devconf', `&open=${find('SW-1')}&tab=ports`);
    const inTable = page.getByRole('button', { name: 'Choose port P2', exact: true });
    await inTable.click();
    await expectReadableFields(page, 'Device', { Mode: 'Access', Port: 'Enabled', Speed: 'Auto' });
    const inDrawing = page.getByRole('button', { name: /^P2:/ });
    expect(await inDrawing.getAttribute('aria-pressed')).toBe('true');
    await inDrawing.click();
    await expect.poll(() => inTable.getAttribute('aria-pressed')).toBe('false');
  });

  it('reads the limit of a client as text', async () => {
    const params = { projectId: owner.project.id };
    const mac = await pollUntil(async () => {
      const { items } = await owner.api.call('clientList', { params, query: {} });
      return items[0]?.mac ?? false;
    }, 60_000);
    await open('/manage/onlinelist', `&tab=recent&open=${mac}`);
    await expectReadableFields(viewer.page, 'Client', { 'Download (Mbit/s)': 'No limit' });
  });
});
