import { DEMO_WLAN_PROJECT, type Device, type OnlineClient } from '@northlight/contract';
import type { DevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { writeDeviceHistory } from './history.ts';
import { sortDuration } from './sort-duration.ts';
import { openDemo } from './steps.ts';
import { startStoryEnv } from './story-env.ts';

const ROWS = 10_000;
/** Maximum duration of a task, as a multiple of `sortDuration`. The goal is 200 ms on an idle core. */
const SORTS_PER_TASK = 2;
/**
 * Maximum time from the answer to the painted chart, as a multiple of `sortDuration`. The goal is 100 ms, the
 * duration of that sort on an idle core.
 */
const SORTS_PER_CHART = 1.5;
/** Maximum number of rounds. The rounds end when no step exceeds the limit. */
const MAX_ROUNDS = 8;

let env: DevEnv;
let browser: Browser;

beforeAll(async () => {
  env = await startStoryEnv({ demo: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

function manyClients(now: number): OnlineClient[] {
  return Array.from({ length: ROWS }, (_each, index) => ({
    mac: `02:00:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`,
    name: `Phone-${(index * 7919) % ROWS}`,
    ip: `10.0.${index >> 8}.${index & 255}`,
    device: { id: `ap${index % 99}`, name: `AP-${index % 99}` },
    ssid: ['Guest', 'Staff', 'IoT'][index % 3],
    band: index % 2 === 0 ? '5G' : '2.4G',
    signalDbm: -30 - (index % 60),
    rxBytes: index * 12_345,
    txBytes: index * 54_321,
    online: true,
    connectedAt: new Date(now - index * 1000).toISOString(),
    lastSeenAt: new Date(now).toISOString(),
  }));
}

async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(Math.round(entry.duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
}

/**
 * Uses a list of 10,000 clients once. Resolves with the longest task of each step, as a multiple of
 * `sortDuration`.
 */
async function useLargeList(): Promise<Record<string, number>> {
  await using visitor = await visit(browser, env.address);
  const { page } = visitor;
  const tasks = await watchTasks(page);
  await openDemo(page);
  const sort = await sortDuration(page);
  const longest = async (): Promise<number> => Math.max(0, ...(await tasks())) / sort;
  await tasks();
  // Replaces the client list by that of a large site.
  const body = JSON.stringify({ items: manyClients(Date.now()) });
  await page.route('**/clients*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
  await page.getByText(/10,\d{3} clients/).waitFor();
  const found: Record<string, number> = { load: await longest() };
  await page.getByRole('columnheader', { name: 'Signal' }).getByRole('button').click();
  await page.waitForTimeout(500);
  found['sort'] = await longest();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.waitForTimeout(500);
  found['sort by name'] = await longest();
  await page.keyboard.press('/');
  await page.keyboard.type('Phone-12');
  await page.keyboard.press('Enter');
  // The list also contains clients that have connected to the demo since then.
  await page.getByText(/of 10,\d{3} clients/).waitFor();
  found['filter'] = await longest();
  await page.getByRole('button', { name: /Remove Phone-12/ }).click();
  await page.getByRole('grid').focus();
  for (let step = 0; step < 20; step++) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  found['scroll'] = await longest();
  return found;
}

async function findAccessPoint(page: Page): Promise<Device> {
  const answer = await page.request.get(`/api/v1/projects/${DEMO_WLAN_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const ap = items.find(({ kind }) => kind === 'ap');
  if (!ap) throw new Error('The demo has no access point.');
  return ap;
}

/**
 * Finds devices by a part of the name among 1,001 in the picker of charts, once. Resolves with the longest task,
 * as a multiple of `sortDuration`.
 */
async function pickDevice(): Promise<Record<string, number>> {
  await using visitor = await visit(browser, env.address);
  const { page } = visitor;
  const tasks = await watchTasks(page);
  await openDemo(page);
  const ap = await findAccessPoint(page);
  // Replaces the device list by that of a large site. The charts still show the original site.
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...ap,
    id: `many${index}`,
    name: `Room-${index}`,
  }));
  const body = JSON.stringify({ items: [{ ...ap, state: 0, stale: true }, ...many] });
  await page.route('**/devices', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.goto(`/manage/devsrunstat?project=${DEMO_WLAN_PROJECT}&devices=${ap.id}`);
  const states = page.getByRole('list', { name: 'State of the devices' });
  await states.getByText('Offline').waitFor();
  await states.getByText('Outdated').waitFor();
  await tasks();
  await page.getByRole('combobox', { name: 'Devices' }).click();
  await page.getByRole('option', { name: 'Room-0', exact: true }).waitFor();
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(60);
  await page.keyboard.type('Room-77');
  await page.getByRole('option', { name: 'Room-777' }).waitFor();
  expect(await page.getByRole('option').count()).toBe(11);
  const longest = Math.max(0, ...(await tasks()));
  return { pick: longest / (await sortDuration(page)) };
}

/** Resolves with the time from the answer for the range in the address to the painted chart (ms). */
const measurePainting = (page: Page, values: number): Promise<number> =>
  page.evaluate(
    (max) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const slider = document.querySelector(`[role="slider"][aria-valuemax="${max}"]`);
          const range = new URL(location.href).searchParams.get('range');
          const answer = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('device-series') && name.includes(`range=${range ?? ''}`))
            .at(-1);
          if (!slider || !(answer instanceof PerformanceResourceTiming) || range === null)
            return void requestAnimationFrame(look);
          // Waits for the next frame, after which the canvas is painted.
          requestAnimationFrame(() => resolve(performance.now() - answer.responseEnd));
        };
        requestAnimationFrame(look);
      }),
    values - 1,
  );

/**
 * Switches the charts of a device to ranges that the cache does not answer, once. Resolves with the shortest
 * time from the answer to the painted chart, as a multiple of `sortDuration`.
 */
async function switchRanges(): Promise<Record<string, number>> {
  await using visitor = await visit(browser, env.address);
  const { page } = visitor;
  await openDemo(page);
  const { id } = await findAccessPoint(page);
  await page.goto(`/manage/devsrunstat?project=${DEMO_WLAN_PROJECT}&devices=${id}`);
  await page.locator('.u-over').first().waitFor();
  const painted: number[] = [];
  for (const [label, values] of [
    ['12 h', 720],
    ['72 h', 864],
    ['7 d', 672],
  ] as const) {
    const mark = measurePainting(page, values);
    await page.getByRole('radiogroup', { name: 'Range' }).getByText(label, { exact: true }).click();
    painted.push(await mark);
  }
  return { paint: Math.min(...painted) / (await sortDuration(page)) };
}

/**
 * Repeats the steps until none takes longer than the limit (sorts), at most `MAX_ROUNDS` times, and expects that.
 * Keeps the best round of each step: other work on the machine delays single rounds; a slow page delays every
 * round.
 */
async function expectWithin(limit: number, takeSteps: () => Promise<Record<string, number>>): Promise<void> {
  const best: Record<string, number> = {};
  const isTooLong = (): boolean => Object.values(best).some((sorts) => sorts > limit);
  for (let round = 0; round === 0 || (round < MAX_ROUNDS && isTooLong()); round++) {
    for (const [step, sorts] of Object.entries(await takeSteps()))
      best[step] = Math.min(best[step] ?? sorts, sorts);
  }
  console.log(Object.entries(best).map(([step, sorts]) => `${step} ${sorts.toFixed(2)}`));
  for (const [step, sorts] of Object.entries(best)) expect(sorts, step).toBeLessThanOrEqual(limit);
}

describe('the console', () => {
  it(`runs no task longer than ${SORTS_PER_TASK} reference sorts while ${ROWS} rows load, sort, filter and scroll`, async () => {
    await expectWithin(SORTS_PER_TASK, useLargeList);
  });

  it(`runs no task longer than ${SORTS_PER_TASK} reference sorts while a device is selected among 1,000`, async () => {
    await expectWithin(SORTS_PER_TASK, pickDevice);
  });

  it(`paints the charts of a device within ${SORTS_PER_CHART} reference sorts after the answer`, async () => {
    await using visitor = await visit(browser, env.address);
    await openDemo(visitor.page);
    await writeDeviceHistory(env, DEMO_WLAN_PROJECT, [await findAccessPoint(visitor.page)], 30);
    await env.server.context.services.telemetry.catchUp();
    await expectWithin(SORTS_PER_CHART, switchRanges);
  });
});
