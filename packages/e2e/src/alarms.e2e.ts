import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsInBothSchemes } from './axe.ts';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, openDemo, row, rowSays, signUp } from './steps.ts';

let env: DevEnv;
let browser: Browser;
let visitor: Visit;
let fleet: Awaited<ReturnType<DevEnv['fleet']>>;
let project = '';

/** A switch, and two access points that hang on it. */
const device = (index: number, name: string, model: string) => ({
  sn: `NLALARM${String(index).padStart(11, '0')}`,
  mac: `02:4e:4c:aa:00:0${index}`,
  model,
  name,
  vlan: 1,
  ip: `10.9.0.${index}`,
});
const top = device(1, 'Cellar', 'NL-SW8P');
const on = (port: string) => ({ uplink: { sn: top.sn, port } });
const DEVICES = [
  top,
  { ...device(2, 'Lobby', 'NL-AP6C'), ...on('p1') },
  { ...device(3, 'Terrace', 'NL-AP6C'), ...on('p2') },
];

beforeAll(async () => {
  env = await startDevEnv({ demo: true, env: { NORTHLIGHT_WEBHOOK_PRIVATE: 'on' } });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
  const { page } = visitor;
  await signUp(page, 'alarms@example.com');
  await makeProject(page, 'Quay hotel');
  project = new URL(page.url()).searchParams.get('project') ?? '';
  const site = { name: 'Quay', seed: 7, zoneHours: 0, day: 'steady' as const, devices: DEVICES, clients: [] };
  fleet = await env.fleet(site);
  for (const [index, base] of fleet.base.entries()) await addDevice(page, base, DEVICES[index]?.name ?? '');
  for (const { name } of DEVICES) await rowSays(page, name, 'Online', 60_000);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const open = (page: Page, tab = '') =>
  page.goto(`/manage/alarminfo?project=${project}${tab && `&tab=${tab}`}`);

describe('alarms', () => {
  it('are one when a switch takes its access points along, and open to them', async () => {
    const { page } = visitor;
    await open(page);
    await page.getByText('No alarms', { exact: true }).waitFor();
    for (const each of fleet.site.devices) each.unplug();
    const cause = row(page, 'Cellar is offline.').filter({ hasText: 'and 2 behind it' });
    await cause.waitFor({ timeout: 90_000 });
    expect(await row(page, 'is offline.').count()).toBe(1);
    await page.getByRole('link', { name: 'Alarms, 1 unread' }).waitFor();
    await cause.click();
    const panel = page.getByRole('complementary', { name: 'Alarm' });
    const behind = panel.getByRole('region', { name: '2 behind it, 2 still open' });
    for (const name of ['Lobby', 'Terrace']) await behind.getByRole('link', { name }).waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByRole('link', { name: 'Alarms, none unread' }).waitFor();
    await panel.getByRole('button', { name: 'Resolve' }).click();
    await panel.getByText('alarms@example.com').waitFor();
    await panel.getByRole('region', { name: '2 behind it, all over' }).waitFor();
  });

  it('are saved as CSV', async () => {
    const { page } = visitor;
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('alarms.csv');
    const text = await readFile(await saved.path(), 'utf8');
    expect(text.match(/is offline\./g)).toHaveLength(3);
  });

  it('follow rules that are changed by keyboard', async () => {
    const { page } = visitor;
    await open(page, 'rules');
    const edit = page.getByRole('button', { name: 'Edit Processor busy' });
    await edit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Processor busy' });
    await dialog.getByLabel('Threshold (%)').fill('101');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number from 1 to 100 %.').waitFor();
    await dialog.getByLabel('Threshold (%)').fill('80');
    await dialog.getByLabel('Quiet hours').check();
    await dialog.getByLabel('From').fill('23:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(page, 'Processor busy').filter({ hasText: '23:00–07:00 every day' }).waitFor();
    expect(await row(page, 'Processor busy').textContent()).toContain('80 %');
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('are told to who chose it and to webhooks, whose secret is shown once', async () => {
    const { page } = visitor;
    await open(page, 'notifications');
    await page.getByLabel('Tell me by mail').click();
    await page.getByRole('switch', { name: 'Tell me by mail', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address').fill('ftp://example.com');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Enter an address that begins with').waitFor();
    // Nobody listens there: the log says so.
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText(/^nlwh_/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Test http://127.0.0.1:9/hook' }).click();
    await row(page, 'This is a test')
      .filter({ hasText: 'Given up after one attempt' })
      .waitFor({ timeout: 30_000 });
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:9/hook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('A webhook gets each alarm').waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it('are filtered among all of them, not among those that were loaded', async () => {
    const asked = visitor.page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/alarms') && searchParams.get('severity') === 'critical';
    });
    await visitor.page.goto('/manage/alarminfo?filter=Severity%20%3D%20Critical');
    await asked;
    // What the server left out can still be asked for.
    await visitor.page.getByLabel('Filter', { exact: true }).fill('Severity = ');
    await visitor.page.getByRole('option', { name: 'Severity = Info' }).waitFor();
    await visitor.page.keyboard.press('Escape');
  });

  it('are looked at in the demo, and no more', async () => {
    await using guest = await visit(browser, env.address);
    const { page } = guest;
    await openDemo(page);
    await page.goto('/manage/alarminfo?project=500000&tab=rules');
    const button = page.getByRole('button', { name: 'Edit Device offline' });
    await button.waitFor();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await page.goto('/manage/alarminfo?project=500000&tab=notifications');
    await page.getByText('This operation is not available in demo projects.').first().waitFor();
  });
});
