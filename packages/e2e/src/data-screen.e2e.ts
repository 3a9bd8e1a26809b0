import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsInBothSchemes } from './axe.ts';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, signUp } from './steps.ts';

const SCREEN = '/overview/preview/datascreen';
/** It asks every five seconds. */
const ROUNDS_A_MINUTE = 12;

let env: DevEnv;
let browser: Browser;
let owner: Visit;
let wall: Visit;
let link = '';

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
  owner = await visit(browser, env.address);
  wall = await visit(browser, env.address, 'dark');
  await signUp(owner.page, 'walls@example.com');
  await makeProject(owner.page, 'Hotel Lisboa');
});

afterAll(async () => {
  await wall?.[Symbol.asyncDispose]();
  await owner?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });
const settings = async (page: Page, part: 'What is shown' | 'Displays') => {
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'What is shown, and displays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Data screen' });
  await dialog.getByText(part, { exact: true }).click();
  return dialog;
};

describe('the data screen', () => {
  it('opens from the menu, and is laid out as its account wants it', async () => {
    const { page } = owner;
    await page.goto('/overview/preview');
    await page.getByRole('link', { name: 'Data screen' }).click();
    await page.getByRole('heading', { name: 'Northlight', exact: true }).waitFor();
    await page.getByText('no devices yet').waitFor();
    const dialog = await settings(page, 'What is shown');
    await dialog.getByLabel('Title').fill('A title that is far too long'.slice(0, 18));
    await dialog.getByLabel('Title').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('[data-error], [aria-invalid="true"]').first().waitFor();
    await dialog.getByLabel('Title').fill('Our hotels');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Our hotels' }).waitFor();
  });

  it('is put on a wall by a link, which leaves the address at once', async () => {
    const dialog = await settings(owner.page, 'Displays');
    await dialog.getByRole('button', { name: 'New display' }).click();
    await dialog.getByLabel('Name').fill('Lobby');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toContain(`${SCREEN}#display=`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('not opened yet').waitFor();
    await owner.page.keyboard.press('Escape');
    await wall.page.goto(link);
    await wall.page.getByRole('heading', { name: 'Our hotels' }).waitFor();
    expect(wall.page.url()).toBe(`${env.address}${SCREEN}#display`);
    // Nothing that leads elsewhere, and nothing that sets anything.
    expect(await wall.page.getByRole('link').count()).toBe(0);
    expect(await wall.page.getByRole('button').allTextContents()).toHaveLength(1);
  });

  it('shows what becomes of devices without a reload', async () => {
    const { base, site } = await env.fleetOf(1);
    await owner.page.goto('/manage/devconf');
    const [label] = base;
    if (!label) throw new Error('one device');
    await addDevice(owner.page, label, 'Gateway');
    await figure(wall.page, 'Devices online').getByText('all online').waitFor({ timeout: 30_000 });
    await site[Symbol.asyncDispose]();
    await figure(wall.page, 'Devices online').getByText('1 offline').waitFor({ timeout: 60_000 });
    await wall.page.getByRole('region', { name: 'Needs attention' }).getByText('Hotel Lisboa').waitFor();
    await expect.poll(() => wall.page.title()).toContain('1 offline');
  });

  it('comes back by itself: after a reload, and when its cookie is gone', async () => {
    const { context, page } = wall;
    await page.reload();
    await page.getByRole('heading', { name: 'Our hotels' }).waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Our hotels' }).waitFor();
    await context.clearCookies();
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/display/open'));
    expect((await opened).status()).toBe(200);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('does not grow in ten minutes of its own clock', async () => {
    const { context, page } = wall;
    await page.clock.install();
    await page.goto(link);
    await page.getByText('Live', { exact: true }).waitFor();
    const session = await context.newCDPSession(page);
    const pass = async (minutes: number): Promise<{ heap: number; nodes: number; listeners: number }> => {
      for (let round = 0; round < minutes * ROUNDS_A_MINUTE; round++) {
        const answer = page.waitForResponse((each) => each.url().endsWith('/display/screen'));
        await page.clock.runFor(60_000 / ROUNDS_A_MINUTE);
        await (await answer).finished();
      }
      for (let look = 0; look < 3; look++) await session.send('HeapProfiler.collectGarbage');
      const { jsEventListeners, nodes } = await session.send('Memory.getDOMCounters');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { heap: usedSize, nodes, listeners: jsEventListeners };
    };
    const before = await pass(2);
    const after = await pass(10);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.05);
    expect(after.heap).toBeLessThanOrEqual(before.heap * 1.1);
  });

  it('can be read by everybody, in both schemes', async () => {
    expect(await axeFindingsInBothSchemes(wall.page)).toEqual([]);
    await owner.page.goto(SCREEN);
    await settings(owner.page, 'Displays');
    expect(await axeFindingsInBothSchemes(owner.page)).toEqual([]);
  });

  it('goes dark when it is revoked, and says why', async () => {
    const { page } = owner;
    const dialog = page.getByRole('dialog', { name: 'Data screen' });
    await dialog.getByRole('button', { name: 'Revoke Lobby' }).click();
    await dialog.getByRole('button', { name: 'Really revoke Lobby' }).click();
    await dialog.getByText('Lobby').waitFor({ state: 'detached' });
    await wall.page.getByRole('heading', { name: 'Nothing to show' }).waitFor();
    await wall.page.getByText('it was revoked, or its time is over').waitFor();
    expect(await wall.page.getByText('Hotel Lisboa').count()).toBe(0);
  });

  it('sends who is not signed in to the door', async () => {
    await using stranger = await visit(browser, env.address);
    await stranger.page.goto(SCREEN);
    await stranger.page.waitForURL('**/login?**');
  });

  it('never met an exception or the security policy', () => {
    expect([...owner.complaints, ...wall.complaints]).toEqual([]);
  });
});
