import { DEMO_WLAN_PROJECT } from '@northlight/contract';
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

const DEMO = `project=${DEMO_WLAN_PROJECT}`;

describe('the monitoring pages of a project', () => {
  it('summarise the state, rank devices, and link to details', async () => {
    const { page } = visitor;
    await page.goto(`/manage/onlinelist?${DEMO}`);
    await waitForRow(page, '10.10.', 'Online', 60_000);
    await page.goto(`/manage/status?${DEMO}`);
    await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
    const glance = (name: string) => page.getByRole('region', { name });
    await page.getByText('Connected', { exact: true }).waitFor();
    await glance('Clients by band and SSID').getByText('Wired').waitFor();
    const busiest = glance('Busiest devices').getByRole('listitem').first();
    const name = (await busiest.getByRole('link').locator('span').first().textContent()) ?? '';
    await busiest.getByRole('link').click();
    await page.getByRole('heading', { name: 'Device Data', exact: true }).waitFor();
    await page.getByText(name).first().waitFor();
  });

  it('show the log and its new entries', async () => {
    const { page } = visitor;
    await page.goto(`/manage/runlog?${DEMO}&filter=Device%20%3D%20Gateway`);
    await waitForRow(page, 'Gateway', 'Online');
    const which = page.getByRole('radiogroup', { name: 'Log views' });
    await which.getByText('System').click();
    await page.getByText('No system records yet').waitFor();
    await which.getByText('Operations').click();
    await page.getByText('No changes yet').waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('operation');
  });

  it('show the roaming history of a client', async () => {
    const { page } = visitor;
    await page.goto(`/manage/onlinelist?${DEMO}`);
    await findRow(page, '10.10.').first().click();
    const panel = page.getByRole('complementary', { name: 'Client' });
    await panel.getByRole('heading', { name: 'Roaming history' }).waitFor();
    await panel.getByText(/connected for/).waitFor();
  });

  it('cause no exception and no violation of the content security policy', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
