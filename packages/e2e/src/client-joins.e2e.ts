import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, row, rowSays, signUp } from './steps.ts';

/** Who has just joined is in the list by then. */
const GOAL_MS = 5_000;
const GUESTS = 5;

let env: DevEnv;
let browser: Browser;
let visitor: Visit;

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const guest = (number: number) => ({
  mac: `02:00:5e:00:00:0${number}`,
  name: `Late guest ${number}`,
  ip: `10.0.1.${number}`,
  vlan: 1,
  ssid: 'Lobby',
});

describe('a client that joins', () => {
  it('stands in the open client list within five seconds, which is not asked for again', async () => {
    const { page } = visitor;
    let asked = 0;
    page.on('request', (request) => {
      if (/\/projects\/\d+\/clients\?/.test(`${request.url()}?`)) asked += 1;
    });
    await signUp(page, 'lobby@example.com');
    await makeProject(page, 'Lobby');
    const device = { sn: 'NLTEST0000000901', mac: '02:00:5e:00:01:01', model: 'NL-AP6C', name: 'AP' };
    const { base, site } = await env.fleet({
      name: 'Lobby',
      seed: 1,
      zoneHours: 0,
      day: 'steady',
      devices: [{ ...device, vlan: 1, ip: '10.0.0.2' }],
      clients: [],
    });
    const [label] = base;
    if (!label) throw new Error('The site has no device.');
    await addDevice(page, label, 'Lobby-AP');
    await rowSays(page, 'Lobby-AP', 'Online', 60_000);
    const { searchParams } = new URL(page.url());
    await page.goto(`/manage/onlinelist?project=${searchParams.get('project')}`);
    await page.getByRole('heading', { name: 'Client List' }).waitFor();
    const took: number[] = [];
    asked = 0;
    for (let number = 1; number <= GUESTS; number++) {
      const { name, ...client } = guest(number);
      await row(page, name).waitFor({ state: 'hidden' });
      const start = performance.now();
      site.join({ ...client, name }, device.sn);
      await rowSays(page, name, 'Lobby-AP', GOAL_MS);
      took.push(performance.now() - start);
    }
    console.log(`clients stood in the list after ${took.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
    expect(Math.max(...took)).toBeLessThan(GOAL_MS);
    expect(asked).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });
});
