import { readFile } from 'node:fs/promises';
import { DEMO_WLAN_PROJECT, type Device, type OnlineClient } from '@northlight/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import type { Visit } from './browser.ts';
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
let otherAp: Device;
/** A device that has no written history. */
let young: Device;
let accessSwitch: Device;

async function list<T>(page: Page, what: string): Promise<T[]> {
  const answer = await page.request.get(`/api/v1/projects/${DEMO_WLAN_PROJECT}/${what}`);
  return ((await answer.json()) as { items: T[] }).items;
}

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
  const devices = await list<Device>(visitor.page, 'devices');
  const aps = devices.filter(({ kind }) => kind === 'ap');
  [ap, otherAp, young] = [first(aps), first(aps, 1), first(aps, 2)];
  accessSwitch = first(devices.filter(({ kind }) => kind === 'switch'));
  await writeDeviceHistory(product.env, DEMO_WLAN_PROJECT, [ap, otherAp, accessSwitch], 30);
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
const steps = async (page: Page, title: string): Promise<number> =>
  Number(await plot(page, title).getAttribute('aria-valuemax')) + 1;
const expectSteps = async (page: Page, title: string, count: number): Promise<void> => {
  await page
    .locator(`[role="slider"][aria-label="${title}, cursor over time"][aria-valuemax="${count - 1}"]`)
    .waitFor();
};

async function openDevice(page: Page, search: string): Promise<void> {
  await page.goto(`/manage/devsrunstat?${DEMO}&${search}`);
  await page.locator('.u-over').first().waitFor();
}

async function drag(page: Page, title: string, from: number, to: number): Promise<void> {
  const area = plot(page, title).locator('.u-over');
  // Waits until the plot has stopped moving: charts above it grow when their figures arrive.
  await area.hover();
  const box = await area.boundingBox();
  if (!box) throw new Error('The plot is not there.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((from + to) / 2), y);
  await page.mouse.move(box.x + box.width * to, y);
  await page.mouse.up();
}

describe('Device Data', () => {
  it('opens from a device’s panel and shows the last 24 h', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?${DEMO}&open=${ap.id}`);
    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL('**/manage/devsrunstat**');
    await expectSteps(page, 'CPU and memory', 1440);
    const values = page.getByRole('list', { name: 'CPU and memory: values' });
    expect(await values.textContent()).toMatch(/^LatestCPU \d+(\.\d)?%Memory \d+(\.\d)?%$/);
    expect(await legend(page, 'CPU and memory').count()).toBe(0);
    const described = (await plot(page, 'CPU and memory').getAttribute('aria-describedby')) ?? '';
    const descriptions = page.locator(`[id="${described}"]`);
    await descriptions.filter({ hasText: 'Arrow keys' }).waitFor({ state: 'attached' });
    const summary = (await descriptions.textContent()) ?? '';
    expect(summary).toMatch(/^CPU and memory, from \d{4}-\d\d-\d\d \d\d:\d\d:00 to .* a value every 1m\./);
    expect(summary).toMatch(/CPU: min .*%, average .*%, max .*%, last .*%, (no|\d+) gaps?\./);
    expect(await page.getByRole('heading', { name: 'PoE' }).count()).toBe(0);
  });

  it('begins shortly before the first value until a range is chosen', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${young.id}`);
    const auto = page.getByRole('radiogroup', { name: 'Range' }).getByLabel('Auto');
    expect(await auto.isChecked()).toBe(true);
    // The demo has run for a few minutes, and the shortest period is 15 min.
    expect(await steps(page, 'CPU and memory')).toBeGreaterThanOrEqual(15);
    expect(await steps(page, 'CPU and memory')).toBeLessThan(60);
    await page.getByRole('radiogroup', { name: 'Range' }).getByText('24 h', { exact: true }).click();
    await expectSteps(page, 'CPU and memory', 1440);
    expect(page.url()).toContain('range=24h');
  });

  it('lists the events that charts mark, with links to their records', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${young.id}`);
    const events = page.getByRole('region', { name: 'Outages and changes' });
    const applied = events.getByRole('link', { name: /Configuration 1 applied$/ });
    await applied.waitFor();
    await page.locator('[data-plot-frame] a').first().waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await applied.click();
    await page.waitForURL('**/manage/runlog**');
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByRole('definition')
      .getByText('Configuration 1 applied')
      .waitFor();
  });

  it('shows figures in a table, and remembers the choice', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}`);
    const toggle = page.getByRole('button', { name: 'Figures' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await legend(page, 'CPU and memory').waitFor();
    await page.reload();
    const text = (await legend(page, 'CPU and memory').textContent()) ?? '';
    expect(text).toMatch(/CPU\d+(\.\d)?%/);
    expect(text).toMatch(/Memory\d+(\.\d)?%/);
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
  });

  it('switches ranges at once and keeps the range in the address', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}`);
    for (const [label, count] of [
      ['1 h', 60],
      ['12 h', 720],
      ['72 h', 864],
      ['7 d', 672],
      ['30 d', 720],
      ['24 h', 1440],
    ] as const) {
      await page.getByRole('radiogroup', { name: 'Range' }).getByText(label, { exact: true }).click();
      await expectSteps(page, 'CPU and memory', count);
    }
    expect(page.url()).toContain('range=24h');
    await page.goBack();
    await page.goForward();
    await page.goto(`/manage/devsrunstat?${DEMO}&devices=${ap.id}&range=72h`);
    await expectSteps(page, 'Traffic', 864);
  });

  it('zooms by dragging, and returns by Escape and by the browser’s back button', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}&range=24h`);
    await drag(page, 'Clients', 0.5, 0.75);
    await page.waitForURL(/from=/);
    await page.getByRole('button', { name: 'Back to 24 h' }).waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    const zoomed = await steps(page, 'CPU and memory');
    expect(zoomed).toBeGreaterThan(300);
    expect(zoomed).toBeLessThan(420);
    await page.keyboard.press('Escape');
    await expectSteps(page, 'CPU and memory', 1440);
    expect(page.url()).not.toContain('from=');
    await page.goBack();
    await page.waitForURL(/from=/);
    await expectSteps(page, 'CPU and memory', zoomed);
    await page.getByRole('button', { name: 'Back to 24 h' }).click();
    await expectSteps(page, 'CPU and memory', 1440);
  });

  it('moves the cursor, zooms, selects a period and returns by keyboard', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}&range=12h`);
    const slider = plot(page, 'CPU and memory');
    await slider.focus();
    await page.keyboard.press('Home');
    const start = await slider.getAttribute('aria-valuetext');
    expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00, CPU .*, Memory /);
    await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuenow')).toBe('1');
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(start);
    await page.keyboard.press('PageUp');
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(50);
    await page.keyboard.press('+');
    await page.waitForURL(/from=/);
    await expectSteps(page, 'CPU and memory', 360);
    const before = page.url();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.waitForURL((url) => url.href !== before);
    await page.keyboard.press('Escape');
    await expectSteps(page, 'CPU and memory', 720);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expectSteps(page, 'CPU and memory', 360);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expectSteps(page, 'CPU and memory', 720);
  });

  it('moves one cursor over all charts', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}&range=12h`);
    // Leaves the place where the pointer rested, which can be over a plot of this page.
    await page.mouse.move(0, 0);
    const titles = ['CPU and memory', 'Clients', 'Traffic'];
    const heads = titles.map((title) => legend(page, title).getByRole('columnheader').nth(1));
    for (const head of heads) await head.filter({ hasText: 'Last' }).waitFor();
    // Reads all times at once, because the plot moves under the pointer when the next value arrives.
    const readTimes = (): Promise<string[]> =>
      page.evaluate(
        (names) =>
          names.map((name) => {
            const table = document.querySelector(`table[aria-label="${name}: series and values"]`);
            return table?.querySelectorAll('thead th')[1]?.textContent ?? name;
          }),
        titles,
      );
    // Moves the pointer each time, because the plot moves away from a resting pointer while other charts load.
    const overlay = plot(page, 'CPU and memory').locator('.u-over');
    let moves = 0;
    const readAfterMove = async (): Promise<string> => {
      await overlay.hover({ position: { x: 200 + (moves++ % 2), y: 40 } });
      return [...new Set(await readTimes())].join(', ');
    };
    await expect.poll(readAfterMove, { timeout: 15_000, interval: 200 }).toMatch(/^\d\d-\d\d \d\d:\d\d$/);
  });

  it('shows a chart as a table, saves it as a file, and hides a line', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}&range=24h`);
    await page
      .getByRole('button', { name: 'Hide Memory' })
      .or(legend(page, 'CPU and memory').getByRole('button', { name: 'Memory' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Table of CPU and memory' }).click();
    const table = page.getByRole('table', { name: 'CPU and memory as a table' });
    await table.getByRole('row').nth(100).waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Time', 'CPU']);
    await page.getByRole('button', { name: /^Show more, / }).click();
    await table.getByRole('row').nth(400).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of CPU and memory' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/cpu-and-memory-\d{4}-.*\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFTime (Europe/Lisbon),CPU (%)');
    expect(lines).toHaveLength(1441);
    const figures = lines.slice(1).map((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:00,([\d.]*)$/.exec(line)?.[1]);
    expect(figures).not.toContain(undefined);
    // An hour without reports gives empty cells, not zeros.
    expect(figures.filter((figure) => figure === '').length).toBeGreaterThanOrEqual(59);
    expect(figures.filter((figure) => figure !== '').length).toBeGreaterThan(1300);
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('compares devices that are found by a part of their name', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${ap.id}`);
    await page.getByRole('combobox', { name: 'Devices' }).fill(otherAp.name);
    await page.getByRole('option', { name: otherAp.name }).first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('radiogroup', { name: 'Compared metric' }).getByText('Clients').click();
    const rows = legend(page, 'Clients compared').getByRole('rowheader');
    await rows.nth(1).waitFor();
    expect(await rows.allTextContents()).toEqual([ap.name, otherAp.name]);
    expect(decodeURIComponent(page.url())).toContain(`devices=${ap.id},${otherAp.id}`);
    await page.getByRole('radiogroup', { name: 'Metrics' }).getByText('Radios').click();
    await page.getByLabel('Device', { exact: true }).selectOption({ label: otherAp.name });
    await legend(page, 'Channel').getByRole('row').nth(1).waitFor();
  });

  it('keeps the chart of a switch with many ports readable, and names figures that are not reported', async () => {
    const { page } = visitor;
    await openDevice(page, `devices=${accessSwitch.id}&tab=ports`);
    const ports = page.getByRole('group', { name: 'Shown ports' }).getByRole('button');
    expect(await ports.count()).toBeGreaterThanOrEqual(24);
    await page.locator('[aria-label="Shown ports"] [aria-pressed="true"]').nth(3).waitFor();
    await page.getByRole('button', { name: /^P3, / }).waitFor();
    await page.goto(`/manage/devsrunstat?${DEMO}&devices=${accessSwitch.id}&tab=ports&ports=p1,p2`);
    await legend(page, 'Received').getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: /^P3, / }).click();
    await legend(page, 'Received').getByRole('row').nth(3).waitFor();
    expect(decodeURIComponent(page.url())).toContain('ports=p1,p2,p3');
    const metrics = page.getByRole('radiogroup', { name: 'Metrics' });
    await metrics.getByText('Compare').waitFor();
    expect(await metrics.getByText('Radios').count()).toBe(0);
  });
});

describe('Client Data', () => {
  it('counts clients over time and now, by band, SSID, signal and type', async () => {
    const { page } = visitor;
    await page.goto(`/manage/onlinestat?${DEMO}`);
    await legend(page, 'Clients').getByRole('row').nth(2).waitFor();
    await legend(page, 'Clients by band').getByRole('row').nth(2).waitFor();
    await legend(page, 'Clients by SSID').getByRole('row').nth(1).waitFor();
    await page.getByRole('table', { name: 'Signal' }).getByText('Very good').waitFor();
    await page.getByRole('table', { name: 'Most traffic now' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('table', { name: 'Client types' }).getByRole('row').nth(1).waitFor();
  });

  it('charts one client in its panel, where Escape first leaves the zoom and then closes the panel', async () => {
    const { page } = visitor;
    const clients = await list<OnlineClient>(page, 'clients');
    const client = first(clients.filter(({ band, online }) => online && band !== undefined));
    await page.goto(`/manage/onlinelist?${DEMO}&open=${encodeURIComponent(client.mac)}`);
    const panel = page.getByRole('complementary', { name: 'Client' });
    await panel.getByRole('radiogroup', { name: 'Range' }).getByText('12 h', { exact: true }).click();
    await page.waitForURL(/range=12h/);
    await panel.getByRole('region', { name: 'Signal over time' }).waitFor();
    await panel.getByRole('button', { name: 'Zoom in' }).click();
    await panel.getByRole('button', { name: 'Back to 12 h' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Back to 12 h' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });
});

describe('a project without figures', () => {
  it('explains why charts are empty and when data appears', async () => {
    await using newcomer = await product.install({ projectName: 'Quiet' });
    const { page } = newcomer;
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.goto('/manage/devsrunstat');
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.goto('/manage/onlinestat');
    await page.getByRole('heading', { name: 'No data in this period' }).first().waitFor();
    await page.getByText('Data appears within 1 min after the first client joins').first().waitFor();
  });

  it('causes no exception and no violation of the content security policy', () =>
    expect(visitor.complaints).toEqual([]));
});
