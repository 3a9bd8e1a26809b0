import { capabilitiesOf, DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, openDemo, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const FLEET = 24;
const KEY = 'lobby key 2026';
const SHARED = 'shared-by-radius';
const LINE = 'line-password';

let env: DevEnv;
let browser: Browser;
let visitor: Visit;

beforeAll(async () => {
  env = await startDevEnv({ speed: FASTER, demo: true });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
  const { page } = visitor;
  const { base } = await env.fleetOf(FLEET);
  const oneOf = (kind: string) => {
    const found = base.find(({ model }) => capabilitiesOf(model)?.kind === kind);
    if (!found) throw new Error(`The fleet has no ${kind}.`);
    return found;
  };
  await signUp(page, 'reveal@example.com');
  await makeProject(page, 'Small hotel');
  await addDevice(page, oneOf('gateway'), 'GW-1');
  await addDevice(page, oneOf('ap'), 'AP-1');
  await rowSays(page, 'AP-1', 'Online');
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();
const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const isStaged = (page: Page, count: number): Promise<void> =>
  page
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`)
    .first()
    .waitFor();
const kept = async (page: Page): Promise<void> => {
  await page.getByText('Kept for you.').waitFor();
};

/** Reveals a secret, and looks for it where it must not be. */
async function reveals(page: Page, label: string, secret: string): Promise<void> {
  expect(await page.getByText(secret, { exact: true }).count()).toBe(0);
  await button(page, `Reveal ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor();
  for (const input of await page.locator('input').all())
    expect(await input.inputValue()).not.toContain(secret);
  await button(page, `Hide ${label}`).click();
  await page.getByText(secret, { exact: true }).waitFor({ state: 'hidden' });
}

const reasonOf = async (page: Page, name: string): Promise<string | null> => {
  const off = button(page, name);
  expect(await off.getAttribute('aria-disabled')).toBe('true');
  return page.locator(`[id="${await off.getAttribute('aria-describedby')}"]`).textContent();
};

describe('secrets that forms keep', () => {
  it('shows the key of a policy to who asks, and keeps it out of the form', async () => {
    const { page } = visitor;
    await open(page, 'Wireless');
    await button(page, 'Add policy').first().click();
    await page.getByLabel('Name', { exact: true }).fill('Lobby');
    await page.getByLabel('SSID', { exact: true }).fill('Lobby');
    expect(await button(page, 'Reveal present password').count()).toBe(0);
    await page.getByLabel('Password', { exact: true }).fill(KEY);
    await button(page, 'Stage').click();
    await isStaged(page, 1);
    await kept(page);
    await page.reload();
    await reveals(page, 'present password', KEY);
    await button(page, 'Stage').click();
    await isStaged(page, 1);
  });

  it('shows the password of a RADIUS server', async () => {
    const { page } = visitor;
    await page.getByRole('combobox', { name: 'Security mode', exact: true }).click();
    await page.getByRole('option', { name: 'WPA2 (RADIUS)', exact: true }).click();
    expect(await button(page, 'Reveal present RADIUS password').count()).toBe(0);
    await page.getByLabel('RADIUS server').fill('10.0.0.5');
    await page.getByLabel('RADIUS password', { exact: true }).fill(SHARED);
    await button(page, 'Stage').click();
    await kept(page);
    await page.reload();
    await reveals(page, 'present RADIUS password', SHARED);
  });

  it('shows the password of a line, named by its user', async () => {
    const { page } = visitor;
    await open(page, 'Internet');
    await row(page, 'WAN').first().click();
    await page.getByRole('radio', { name: /^PPPoE/ }).check();
    await page.getByLabel('User name 1').fill('hotel@isp');
    await page.getByLabel('Password 1').fill(LINE);
    await button(page, 'Stage').click();
    await isStaged(page, 2);
    await kept(page);
    await page.reload();
    await reveals(page, 'password of hotel@isp', LINE);
  });

  it('hides it again by itself, and the log says who asked', async () => {
    const { page } = visitor;
    await page.clock.install();
    await button(page, 'Reveal password of hotel@isp').click();
    await page.getByText(LINE, { exact: true }).waitFor();
    await page.clock.runFor(31_000);
    await page.getByText(LINE, { exact: true }).waitFor({ state: 'hidden' });
    await page.clock.resume();
    const { services } = env.server.context;
    const rows = await services.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'network.reveal')
      .execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp([KEY, SHARED, LINE].join('|')));
  });
});

describe('a client that is kept out', () => {
  it('is staged from its panel, with what happens next, and taken back', async () => {
    const { page } = visitor;
    await open(page, 'Client List');
    await row(page, '5G').first().click();
    const panel = page.getByRole('complementary', { name: 'Client' });
    await panel.getByText('nothing happens until you apply it').waitFor();
    await button(panel, 'Block').click();
    await panel.getByText('Staged: once you review and apply it').waitFor();
    expect(await reasonOf(page, 'Block')).toBe('The client is staged to be blocked.');
    await button(panel, 'Undo').click();
    await panel.getByText('nothing happens until you apply it').waitFor();
    await button(panel, 'Block').click();
    const mac = await panel.locator('.mono').first().textContent();
    await page.getByRole('link', { name: 'Review changes' }).click();
    await page
      .getByRole('dialog')
      .getByText(mac ?? 'no MAC')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await row(page, mac ?? 'no MAC')
      .filter({ hasText: 'New' })
      .waitFor();
  });
});

describe('the demo', () => {
  it('neither reveals nor blocks, and says why', async () => {
    await using demo = await visit(browser, env.address);
    const { page } = demo;
    await openDemo(page);
    await page.goto(`/manage/wirelessconf?project=${DEMO_WLAN_PROJECT}`);
    await row(page, 'Grand Hotel Staff').first().click();
    expect(await reasonOf(page, 'Reveal present password')).toBe(ERRORS.demoProject.message);
    await button(page, 'Reveal present password').hover();
    await page.getByRole('tooltip').getByText(ERRORS.demoProject.message).waitFor();
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
    await row(page, '5G').first().click();
    expect(await reasonOf(page, 'Block')).toBe(ERRORS.demoProject.message);
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}&filter=Band%20%3D%20Wired`);
    await row(page, '10.').first().click();
    const panel = page.getByRole('complementary', { name: 'Client', exact: true });
    await panel.getByText('Only wireless clients can be blocked').waitFor();
  });
});
