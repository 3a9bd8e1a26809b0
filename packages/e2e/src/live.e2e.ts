import { topics } from '@northlight/contract/device-protocol';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import { registerBaseDevices } from '@northlight/server';
import { eventually, RawDevice, sampleDevice } from '@northlight/server/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, signUp } from './steps.ts';

let env: DevEnv;
let browser: Browser;
let visitor: Visit;
let device: RawDevice;
let id: string;
let credential: { id: string; token: string };
let reports = 0;
/** Lists of devices that the page has asked for. */
let asked = 0;
const base = { ...sampleDevice(), model: 'NL-AP6C' };

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
  const { page } = visitor;
  page.on('request', (request) => {
    if (/\/projects\/\d+\/devices(\?|$)/.test(request.url())) asked += 1;
  });
  await registerBaseDevices(env.server.context.services.db, [base], Date.now());
  await signUp(page, 'live@northlight.example');
  await makeProject(page, 'Hotel Lisboa');
  await addDevice(page, base, 'Lobby');
  credential = await RawDevice.provision(env.mqttPort, base);
  ({ id } = credential);
  device = await RawDevice.online(env.mqttPort, base, credential, { session: 'one', ts: Date.now() });
  await page.getByRole('grid').getByText('Online').waitFor();
});

afterAll(async () => {
  await device?.[Symbol.asyncDispose]();
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const report = (clients: number, session = 'one') =>
  device.publish(topics.up(id, 'stat'), { session, seq: ++reports, ts: Date.now(), clients, cpu: 10 });
const shown = (clients: number) =>
  visitor.page.getByRole('grid').getByText(clients.toLocaleString('en-US'), { exact: true }).waitFor();

/** As if another tab were looked at, or this one again. */
const look = (isHidden: boolean) =>
  visitor.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
const streams = () => env.server.context.services.live.subscriberCount;

describe('a page that stays fresh', () => {
  it('shows figures of a report in their row without asking for the list', async () => {
    // What the birth of a device changes is told by the time that its second report has come.
    for (const clients of [3001, 3002, 3003]) {
      await report(clients);
      await shown(clients);
    }
    asked = 0;
    for (const clients of [3004, 3005, 3006]) {
      await report(clients);
      await shown(clients);
    }
    expect(asked).toBe(0);
  });

  it('sleeps while nobody looks, and asks once when somebody does', async () => {
    await eventually(() => streams() === 1);
    await look(true);
    await eventually(() => streams() === 0);
    asked = 0;
    await report(3010);
    await visitor.page.getByText('Hotel Lisboa').first().waitFor();
    expect(asked).toBe(0);
    await look(false);
    await shown(3010);
    await eventually(() => streams() === 1);
    await report(3011);
    await shown(3011);
    expect(asked).toBe(1);
  });

  it('says the worst state in the title and the icon of the tab', async () => {
    const { page } = visitor;
    const icon = () => page.locator('#favicon').getAttribute('href');
    await eventually(async () => (await icon()) === '/favicon-ok.svg');
    await device.unplug();
    await eventually(async () => (await page.title()).startsWith('1 offline, Hotel Lisboa'));
    expect(await icon()).toBe('/favicon-error.svg');
    device = await RawDevice.online(env.mqttPort, base, credential, { session: 'two', ts: Date.now() });
    await eventually(async () => !(await page.title()).includes('offline'));
    expect(await icon()).not.toBe('/favicon-error.svg');
  });

  it('never met an exception or the security policy', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
