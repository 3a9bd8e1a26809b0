import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import type { DevEnv } from '@northlight/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { openDemo, findRow, waitForRow } from './steps.ts';
import { startStoryEnv } from './story-env.ts';

let env: DevEnv;
let browser: Browser;
let visitor: Visit;

beforeAll(async () => {
  env = await startStoryEnv({ demo: true });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
  await openDemo(visitor.page);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const SENTENCE = ERRORS.demoProject.message;

describe('the live demo', () => {
  it('shows both sites with devices and clients online', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20Gateway`);
    await waitForRow(page, 'Gateway', 'Online', 60_000);
    await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}`);
    await waitForRow(page, 'Living-room', 'Online', 60_000);
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
    await waitForRow(page, '10.10.', 'Online', 60_000);
  });

  it('guides a visitor to five pages, until the tour is ended', async () => {
    await using guest = await visit(browser, env.address);
    const { page } = guest;
    await openDemo(page);
    const tour = page.getByRole('region', { name: 'Tour of the demo' });
    await tour.getByText('1 of 5').waitFor();
    await tour.getByRole('button', { name: 'Open this page' }).click();
    const visited: string[] = [];
    for (let stop = 1; stop <= 5; stop++) {
      await tour.getByText(`${stop} of 5`).waitFor();
      await tour.getByRole('button', { name: 'Open this page' }).waitFor({ state: 'detached' });
      visited.push(new URL(page.url()).pathname);
      if (stop === 3) await page.getByRole('complementary', { name: 'Device' }).waitFor();
      if (stop < 5) await tour.getByRole('button', { name: 'Next stop' }).click();
    }
    expect(visited).toEqual([
      '/manage/status',
      '/manage/alarminfo',
      '/manage/devconf',
      '/manage/runlog',
      '/manage/devsrunstat',
    ]);
    expect(await tour.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
    await tour.getByRole('button', { name: 'End tour' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    const again = page.getByRole('button', { name: 'Take the tour' });
    await again.waitFor();
    expect(await tour.count()).toBe(0);
    await again.click();
    await tour.getByText('1 of 5').waitFor();
  });

  it('disables every control that changes data, and shows the reason', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20Gateway`);
    await findRow(page, 'Online').first().click();
    for (const name of ['Add devices', 'Restart device']) {
      const button = page.getByRole('button', { name, exact: true }).first();
      expect(await button.getAttribute('aria-disabled'), name).toBe('true');
      const id = (await button.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${id}"]`).textContent(), name).toBe(SENTENCE);
    }
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    for (const name of ['Upgrade', 'Locate', 'Open local page', 'Reset', 'Remove from project']) {
      const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
      expect(await item.getAttribute('aria-disabled'), name).toBe('true');
      expect(await item.textContent(), name).toContain(SENTENCE);
    }
    await page.keyboard.press('Escape');
    await page.goto(`/manage/networkconf/vlan?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('button', { name: 'Add VLAN' }).focus();
    await page.getByRole('tooltip').getByText(SENTENCE).waitFor();
  });

  it('refuses a change through the API with code 914', async () => {
    const session = await visitor.page.request.get('/api/v1/session');
    const { csrfToken } = (await session.json()) as { csrfToken?: string };
    const answer = await visitor.page.request.post(`/api/v1/projects/${DEMO_WLAN_PROJECT}/alarm-reads`, {
      data: {},
      headers: { 'x-csrf-token': csrfToken ?? '', origin: env.address },
    });
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 914, message: SENTENCE });
  });

  it('keeps the complete state of a list in its address', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('grid', { name: 'Devices' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Type = AP');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Clients' }).getByRole('button').click();
    await page.getByRole('grid', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).waitFor();
    const title = await page.getByRole('complementary', { name: 'Device' }).textContent();
    const address = page.url();
    await page.goto('/overview/preview');
    await page.goto(address);
    await page.getByText('Type = AP').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Clients' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    const again = await page.getByRole('complementary', { name: 'Device' }).textContent();
    expect(again?.slice(0, 5)).toBe(title?.slice(0, 5));
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Device' }).waitFor({ state: 'detached' });
  });

  it('finds a device by its MAC address from any page', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20NVR`);
    await findRow(page, 'NVR').nth(1).waitFor();
    const mac =
      /([0-9a-f]{2}:){5}[0-9a-f]{2}/.exec((await findRow(page, 'NVR-').first().textContent()) ?? '')?.[0] ??
      '';
    await page.goto(`/overview/preview?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
    const devices = Promise.withResolvers<void>();
    await page.route('**/devices', async (route) => {
      await devices.promise;
      await route.fallback();
    });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill(mac.replaceAll(':', ''));
    await page.getByRole('dialog').getByText('No results').waitFor();
    devices.resolve();
    await page.getByRole('dialog').getByText('NVR-').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).getByText(mac).waitFor();
  });

  it('shows “not found” for pages that the demo does not have, and 73 for another project', async () => {
    const { page } = visitor;
    await page.goto('/manage/backup');
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
    await page.goto('/manage/devconf?project=1');
    await page.getByRole('heading', { name: ERRORS.projectInvalid.message }).waitFor();
  });

  it('causes no exception and no violation of the content security policy', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
