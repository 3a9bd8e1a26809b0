import { readFile } from 'node:fs/promises';
import { DEMO_WLAN_PROJECT, type Device } from '@northlight/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import type { Visit } from './browser.ts';
import { writeDeviceHistory } from './history.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo, waitForRow } from './steps.ts';

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const HOURS = 30;

let product: Product;
/**
 * A demo visitor, whose session the tests share, because they change no data. Each test opens its own page.
 */
let visitor: Visit;
let gateway: Device;

beforeAll(async () => {
  product = await startProduct({ demo: true });
  visitor = await product.visit();
  await openDemo(visitor.page);
  await visitor.page.goto(`/manage/onlinelist?${DEMO}`);
  await waitForRow(visitor.page, '10.10.', 'Online', 60_000);
  const answer = await visitor.page.request.get(`/api/v1/projects/${DEMO_WLAN_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const found = items.find(({ kind }) => kind === 'gateway');
  if (!found) throw new Error('The demo has no gateway.');
  gateway = found;
  await writeDeviceHistory(product.env, DEMO_WLAN_PROJECT, [gateway], HOURS);
  await product.env.server.context.services.telemetry.catchUp();
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

const ranking = (page: Page): Locator => page.getByRole('table', { name: 'Traffic by application' });
const plot = (page: Page, title: string): Locator =>
  page.getByRole('slider', { name: `${title}, cursor over time` });

/** Returns the header and the rows, each as a list of its cells. */
async function rows(page: Page): Promise<string[][]> {
  await ranking(page).getByRole('row').nth(1).waitFor();
  const all = await ranking(page).getByRole('row').all();
  return Promise.all(all.slice(1).map((row) => row.locator('th, td').allTextContents()));
}

it('ranks applications over every range, and charts each direction with a summary, a table and a file', async () => {
  const { page } = visitor;
  await page.goto(`/manage/onlinestat?${DEMO}&range=72h`);
  const [first, second, third] = await rows(page);
  expect(first?.[0]).toBe('WebHTTP, HTTPS');
  expect(first?.[1]).toMatch(/^(69|70|71)%$/);
  // The device downloads 140 bytes per millisecond for 30 h, shown in units of 1024.
  expect(first?.[2]).toMatch(/^1[34]\.\d GB$/);
  expect(first?.[3]).toMatch(/^3\.\d GB$/);
  expect(first?.[4]).toMatch(/^1[678]\.\d GB$/);
  expect([second?.[0], third?.[0]]).toEqual(['Voice and videoSIP, STUN', 'DNSname lookups']);
  for (const range of ['7 d', '30 d']) {
    await page.getByRole('radiogroup', { name: 'Range' }).getByText(range, { exact: true }).click();
    await page.waitForURL(new RegExp(`range=${range.replace(' ', '')}`));
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    expect((await rows(page))[0]?.[4], range).toMatch(/^1[678]\.\d GB$/);
  }
  await page.getByRole('button', { name: 'Figures' }).click();
  for (const title of ['Download by application', 'Upload by application']) {
    const lines = page.getByRole('table', { name: `${title}: series and values` });
    await lines.getByRole('rowheader').nth(2).waitFor();
    const names = await lines.getByRole('rowheader').allTextContents();
    expect([names[0], names.length <= 6], title).toEqual(['Web', true]);
    const described = (await plot(page, title).getAttribute('aria-describedby')) ?? '';
    const summary = page.locator(`[id="${described}"]`).filter({ hasText: 'Arrow keys' });
    await summary.waitFor({ state: 'attached' });
    expect(await summary.textContent(), title).toMatch(
      /Web: min .*bit\/s, average .*bit\/s, max .*bit\/s, last .*bit\/s, /,
    );
  }
  await page.getByRole('button', { name: 'Table of Download by application' }).click();
  const table = page.getByRole('table', { name: 'Download by application as a table' });
  await table.getByRole('row').nth(2).waitFor();
  expect((await table.getByRole('columnheader').allTextContents()).slice(0, 2)).toEqual(['Time', 'Web']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of Download by application' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Web (bit/s)');
  expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
});

it('shows the same application chart on the data page of the gateway', async () => {
  const { page } = visitor;
  await page.goto(`/manage/devsrunstat?${DEMO}&devices=${gateway.id}&range=72h`);
  expect((await rows(page))[0]?.[0]).toBe('WebHTTP, HTTPS');
  await plot(page, 'Upload by application').waitFor();
});

it('explains why a project without a device that counts applications has no figures', async () => {
  await using newcomer = await product.install({ projectName: 'Quiet' });
  const { page } = newcomer;
  await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
  await page.goto('/manage/onlinestat');
  const card = page.getByRole('region', { name: 'Traffic by application' });
  await card.getByText('No device of this project reports traffic by application').waitFor();
  expect(await ranking(page).count()).toBe(0);
});

it('the console causes no exception and no violation of its content security policy in these tests', () =>
  expect(visitor.complaints).toEqual([]));
