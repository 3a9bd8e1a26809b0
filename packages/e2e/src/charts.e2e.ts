import { DEMO_WLAN_PROJECT, type Device } from '@northlight/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Visit } from './browser.ts';
import { expect } from './expect.ts';
import { writeDeviceHistory } from './history.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo, waitForRow } from './steps.ts';

const DEMO = `project=${DEMO_WLAN_PROJECT}`;

let product: Product;
/**
 * A demo visitor, whose session the tests share, because they change no data. Each test opens its own page.
 */
let visitor: Visit;
let ap: Device;
/** A device that has no written history. */
let young: Device;

const first = <T>(items: readonly T[], at = 0): T => {
  const item = items[at];
  if (item === undefined) throw new Error(`The demo has no ${at + 1} of these.`);
  return item;
};

beforeAll(async () => {
  product = await startProduct({ demo: true });
  visitor = await product.visit();
  await openDemo(visitor.page);
  await visitor.page.goto(`/manage/onlinelist?${DEMO}`);
  await waitForRow(visitor.page, '10.10.', 'Online', 60_000);
  const answer = await visitor.page.request.get(`/api/v1/projects/${DEMO_WLAN_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const aps = items.filter(({ kind }) => kind === 'ap');
  [ap, young] = [first(aps), first(aps, 1)];
  await writeDeviceHistory(product.env, DEMO_WLAN_PROJECT, [ap], 30);
  await product.env.server.context.services.telemetry.catchUp();
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

const plot = (page: Page, title: string): Locator =>
  page.getByRole('slider', { name: `${title}, cursor over time` });
const legend = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: `${title}: series and values` });
const values = (page: Page, title: string): Locator => page.getByRole('list', { name: `${title}: values` });

describe('Device Data', () => {
  it('opens from a device’s panel, shows the last 24 h, and still shows figures after a reload', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?${DEMO}&open=${ap.id}`);
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page).toHaveURL(/\/manage\/devsrunstat/);
    await expect(plot(page, 'CPU and memory')).toHaveAttribute('aria-valuemax', '1439');
    await expect(values(page, 'CPU and memory')).toHaveText(/^LatestCPU \d+(\.\d)?%Memory \d+(\.\d)?%$/);
    await expect(legend(page, 'CPU and memory')).toHaveCount(0);
    for (const summary of [
      /^CPU and memory, from \d{4}-\d\d-\d\d \d\d:\d\d:00 to .* a value every 1m\./,
      /CPU: min .*%, average .*%, max .*%, last .*%, (no|\d+) gaps?\..* Arrow keys/,
    ])
      await expect(plot(page, 'CPU and memory')).toHaveAccessibleDescription(summary);
    await expect(page.getByRole('heading', { name: 'PoE' })).toHaveCount(0);
    const toggle = page.getByRole('button', { name: 'Metrics' });
    await toggle.click();
    await expect(legend(page, 'CPU and memory')).toBeVisible();
    await page.reload();
    await expect(legend(page, 'CPU and memory')).toHaveText(/CPU\d+(\.\d)?%.*Memory\d+(\.\d)?%/);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await toggle.click();
    await expect(values(page, 'CPU and memory')).toBeVisible();
  });

  it('lists the events that charts mark, with links to their records', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devsrunstat?${DEMO}&devices=${young.id}`);
    const events = page.getByRole('region', { name: 'Outages and changes' });
    const applied = events.getByRole('link', { name: /Configuration 1 applied$/ });
    await expect(applied).toBeVisible();
    await expect(page.locator('[data-plot-frame] a').first()).toBeVisible();
    await applied.click();
    await expect(page).toHaveURL(/\/manage\/runlog/);
    await expect(page.getByRole('complementary', { name: 'Record' }).getByRole('definition')).toContainText([
      'Configuration 1 applied',
    ]);
  });
});

describe('Client Data', () => {
  it('counts clients over time and now, by band, SSID, signal and type', async () => {
    const { page } = visitor;
    await page.goto(`/manage/onlinestat?${DEMO}`);
    const items = (title: string) => values(page, title).getByRole('listitem');
    await expect(items('Clients').nth(2)).toBeVisible();
    await expect(items('Clients by band').nth(2)).toBeVisible();
    await expect(items('Clients by SSID').nth(1)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Signal' }).getByText('Very good')).toBeVisible();
    const rows = (name: string) => page.getByRole('table', { name }).getByRole('row');
    await expect(rows('Most traffic now').nth(1)).toBeVisible();
    await expect(rows('Client types').nth(1)).toBeVisible();
  });
});
