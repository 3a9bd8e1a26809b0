import { readFile } from 'node:fs/promises';
import { constants, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
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
  page.getByRole('group', { name, exact: true }).and(page.locator('.react-flow__edge'));

async function rename({ api, devices, project }: Installer, from: string, name: string): Promise<void> {
  const deviceId = devices.find((device) => device.name === from)?.id ?? '';
  await api.call('deviceRename', { params: { projectId: project.id, deviceId }, body: { name } });
}

/** Returns the uncompressed streams of a PDF document, which contain its texts as hexadecimal codes. */
function readPdfStreams(pdf: Buffer): string {
  const parts = pdf.toString('latin1').split(/stream\r?\n/);
  return parts.map((part) => inflate(Buffer.from(part, 'latin1'))).join('\n');
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}

describe('the network topology', () => {
  it('draws the devices with the links that they report, and opens a device and a link', async () => {
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
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
  });

  it('shows the VLANs of a link, and opens the form of its switch port', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Hall').press('Enter');
    const link = page.getByRole('complementary', { name: 'Link' });
    await link.getByText('1 untagged').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await link.getByRole('link', { name: /^Open port p\d+ of Switch$/ }).click();
    await page.getByRole('complementary').getByLabel('VLAN', { exact: true }).waitFor();
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
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('finds a device with the keyboard alone, and moves it into view', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findCard(owner, 'Bar').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('bar');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).getByText('Bar', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await findCard(owner, 'Hall').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).getByText('Hall', { exact: true }).waitFor();
  });

  it('keeps the path between two devices in colour, and names its slowest link', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findCard(owner, 'Bar').waitFor();
    await page.getByRole('combobox', { name: 'Show', exact: true }).click();
    await page.getByRole('option', { name: 'Path between two devices' }).click();
    await findCard(owner, 'Bar').click();
    await findCard(owner, 'Gateway').click();
    await page.getByText(/^Slowest link: /).waitFor();
    const dimmed = page.locator('.react-flow__node').filter({ has: page.locator('[data-dim]') });
    const names = (await dimmed.allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(new Set(names)).toEqual(new Set(['Hall', 'Internet']));
    await page.reload();
    await page.getByText(/^Slowest link: /).waitFor();
  });

  it('keeps what carries a VLAN in colour, and marks the port where it is missing', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findCard(owner, 'Bar').waitFor();
    await page.getByRole('combobox', { name: 'Show', exact: true }).click();
    await page.getByRole('option', { name: 'LAN (VLAN 1)' }).click();
    await page.locator('.react-flow__node [data-dim]').filter({ hasText: 'Internet' }).waitFor();
    expect(await findCard(owner, 'Bar').locator('[data-dim]').count()).toBe(0);
  });

  it('shows the same as nested lists, in which each device is below the one that it is connected to', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await page.getByText('List', { exact: true }).click();
    const list = page.getByRole('list', { name: 'Devices of the network topology' });
    const below = list.getByRole('listitem').filter({ hasText: /^Switch/ });
    for (const name of [/^Bar/, /^Hall/]) await below.getByRole('button', { name }).waitFor();
    expect(await below.getByRole('button').allInnerTexts()).toEqual([
      expect.stringContaining('Switch'),
      expect.stringContaining('Bar'),
      expect.stringContaining('Hall'),
    ]);
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('saves the shown topology as a drawing with project, time and legend', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Bar').waitFor();
    await rename(owner, 'Bar', '<b>Bar</b> & 大堂');
    await findLine(owner, 'Switch – <b>Bar</b> & 大堂').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^topology-.*\.svg$/);
    const text = await readFile((await file.path()) ?? '', 'utf8');
    for (const expected of [owner.project.name, 'Hall', '&lt;b&gt;Bar&lt;/b&gt; &amp; 大堂', 'From 1 Gbit/s'])
      expect(text).toContain(expected);
    await page.getByRole('button', { name: 'Export' }).click();
    const picture = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    const bytes = await readFile((await (await picture).path()) ?? '');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    await page.getByRole('button', { name: 'Export' }).click();
    const document = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Document (PDF)' }).click();
    const path = (await (await document).path()) ?? '';
    const pdf = await readFile(path);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const page1 = readPdfStreams(pdf);
    for (const expected of [
      owner.project.name,
      'Network topology, 20',
      'Hall',
      '<b>Bar</b> & ',
      'From 1 Gbit/s',
    ])
      expect(page1).toContain(Buffer.from(expected, 'latin1').toString('hex').toUpperCase());
  });

  it('shows the network of an earlier time, and lists what has changed since then', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Bar').waitFor();
    const at = new Date().toISOString();
    const bar = owner.devices.find(({ name }) => name === 'Bar');
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
    expect(await operation.getAttribute('href')).toContain('tab=operation');
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await findCard(owner, 'Bar').getByText('Removed since then').waitFor();
    const dimmed = page.locator('.react-flow__node [data-dim]');
    expect((await dimmed.allInnerTexts()).map((text) => text.split('\n')[0])).not.toContain('Bar');
    await dimmed.filter({ hasText: 'Hall' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await findCard(owner, 'Bar').waitFor({ state: 'detached' });
    expect(await dimmed.count()).toBe(0);
    await page.getByRole('button', { name: 'Previous change' }).click();
    await page.waitForURL(/[?&]at=/);
    // The history of a new project begins before its first device.
    await page.getByText('No devices at this time').waitFor();
    expect(await page.getByText('Now', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.waitForURL((url) => !url.searchParams.has('at'));
  });

  it('explains that a time is before the project existed, and returns to the present', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await page.goto(`${TOPOLOGY_PATH}?project=${owner.project.id}&at=2020-01-01T12:00:00Z`);
    await page
      .getByRole('alert')
      .getByText(/^The history contains the last 180 days\./)
      .waitFor();
    const before = new Date(Date.parse(owner.project.createdAt) - 60_000).toISOString();
    await page.goto(`${TOPOLOGY_PATH}?project=${owner.project.id}&at=${before}`);
    await page
      .getByRole('alert')
      .getByText('The project did not exist at this time. Choose a later time.')
      .waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await findCard(owner, 'Bar').waitFor();
  });

  it('asks the devices for their neighbours, and shows how many have answered and which links have changed', async () => {
    await using owner = await openSite();
    const { page } = owner;
    await findLine(owner, 'Switch – Bar').waitFor();
    await product.env.server.context.services.topology.processAll();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('4 devices reported their neighbours. Nothing has changed.').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('4 devices reported their neighbours.').waitFor({ state: 'detached' });
  });

  it('shows each tip until it is dismissed, also with the keyboard', async () => {
    await using owner = await openSite();
    const { page } = owner;
    const tip = page.getByRole('note', { name: 'Tip' });
    await tip.getByText('Click a line to see its ports, speed, VLANs and load.').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await tip.getByRole('button', { name: 'Got it' }).press('Enter');
    await tip.getByText('Press / to find a device, then Enter to open it.').waitFor();
    await page.reload();
    await tip.getByText('Press / to find a device, then Enter to open it.').waitFor();
    for (const text of ['Choose “Path between', 'Move the slider', 'Choose Edit']) {
      await tip.getByRole('button', { name: 'Got it' }).press('Enter');
      await tip.getByText(text).waitFor();
    }
    await tip.getByRole('button', { name: 'Got it' }).press('Enter');
    await tip.waitFor({ state: 'detached' });
    await page.reload();
    await findCard(owner, 'Bar').waitFor();
    await page.getByRole('note', { name: 'Legend' }).waitFor();
    expect(await tip.count()).toBe(0);
  });

  it('follows a device that is renamed or removed, without a reload', async () => {
    await using owner = await openSite();
    await findCard(owner, 'Bar').waitFor();
    await findLine(owner, 'Switch – Hall').waitFor();
    await rename(owner, 'Hall', 'Lobby');
    await findCard(owner, 'Lobby').waitFor();
    const bar = owner.devices.find(({ name }) => name === 'Bar');
    await owner.api.call('deviceRemove', {
      params: { projectId: owner.project.id, deviceId: bar?.id ?? '' },
    });
    await findCard(owner, 'Bar').waitFor({ state: 'detached' });
    await findCard(owner, 'Lobby').waitFor();
  });
});
