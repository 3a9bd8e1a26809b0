import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import { ERRORS } from '@northlight/contract';
import { SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe.ts';
import { launchBrowser, visit } from './browser.ts';
import { makeProject, PASSWORD, signUp } from './steps.ts';

const ACCOUNT = 'partner@example.com';
let env: DevEnv;
let browser: Browser;
let key: Uint8Array;
let projectId = 0;
let tickets = 0;

/** What the operator does with the account: its role, and the secret that its tickets are signed with. */
async function prepareCustomer(page: Page): Promise<void> {
  const { account = '', password = '' } = env.server.administrator ?? {};
  const signedIn = await page.request.post('/api/v1/session', { data: { account, password } });
  const { csrfToken } = (await signedIn.json()) as { csrfToken: string };
  const headers = { 'x-csrf-token': csrfToken };
  const found = await page.request.get(`/api/v1/admin/accounts?search=${encodeURIComponent(ACCOUNT)}`);
  const { items } = (await found.json()) as { items: { id: string }[] };
  const path = `/api/v1/admin/accounts/${items[0]?.id}`;
  await page.request.patch(path, { headers, data: { role: 3 } });
  const answer = await page.request.put(`${path}/signing-key`, { headers, data: { kind: 'shared' } });
  const { sharedSecret } = (await answer.json()) as { sharedSecret: string };
  key = new TextEncoder().encode(sharedSecret);
}

beforeAll(async () => {
  env = await startDevEnv();
  browser = await launchBrowser();
  await using owner = await visit(browser, env.address);
  await signUp(owner.page, ACCOUNT);
  await makeProject(owner.page, 'Partner site');
  projectId = Number(new URL(owner.page.url()).searchParams.get('project'));
  await using operator = await visit(browser, env.address);
  await prepareCustomer(operator.page);
});

afterAll(async () => {
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

function ticketOf(claims: Record<string, unknown> = {}): Promise<string> {
  tickets += 1;
  return new SignJWT({ iss: ACCOUNT, jti: `e2e-${tickets}`, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2m')
    .sign(key);
}

/** Closes the stream and opens it again, as going to another window does. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

describe('the console that a third party opens', () => {
  it('lands on the first page of its reduced menu, by a bearer token of this tab alone', async () => {
    await using customer = await visit(browser, env.address);
    const { page, context } = customer;
    const refused: string[] = [];
    const headers: (Record<string, string> | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/') && answer.status() >= 400) refused.push(answer.url());
    });
    page.on('request', (request) => {
      if (/\/api\/v1\/(projects|live)/.test(request.url())) headers.push(request.headers());
    });
    await page.goto(`/static/lrf?ticket=${await ticketOf({ projectId })}`);
    await page.waitForURL(`**/manage/status?project=${projectId}`);
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.getByRole('status').getByText('Live').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Status',
      'Device Maintenance',
      'Internet',
      'VLAN',
      'DHCP Policy',
      'Static Route',
      'Route Table',
      'Port Mapping',
      'Device Data',
      'Client Data',
      'Client List',
      'Log',
      'Alarm',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(headers.length).toBeGreaterThan(1);
    for (const sent of headers) {
      expect(sent?.['authorization']).toMatch(/^Bearer [\w-]{20,}$/);
      expect(sent?.['cookie'] ?? sent?.['x-csrf-token']).toBeUndefined();
    }
    expect(
      page.url() + JSON.stringify(await page.evaluate(() => Object.entries(localStorage))),
    ).not.toContain('eyJ');
    await page.reload();
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    expect(refused).toEqual([]);
    expect(customer.complaints).toEqual([]);
  });

  it('shows nothing of the account, whatever the address', async () => {
    await using customer = await visit(browser, env.address);
    const { page } = customer;
    await page.goto(`/static/lrf?ticket=${await ticketOf()}`);
    await page.waitForURL('**/manage/status?project=*');
    await page.getByRole('button', { name: /^Account/ }).click();
    const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
    expect(await items.allTextContents()).toEqual(['Help', 'Keyboard shortcuts', 'Sign out']);
    await page.keyboard.press('Escape');
    for (const path of ['/overview/list', '/projects/new', '/account/security', '/manage/authority']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
    }
    await page.goto('/help');
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    await page.goto('/');
    await page.waitForURL('**/manage/status?project=*');
  });

  it('hears of changes on its stream, and goes on after the last event that it heard', async () => {
    await using customer = await visit(browser, env.address);
    const { page } = customer;
    await page.goto(`/static/lrf?ticket=${await ticketOf({ projectId })}`);
    const live = page.getByRole('status').getByText('Live', { exact: true });
    await live.waitFor();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Device Maintenance' })
      .click();
    await page.getByRole('heading', { name: 'Device Maintenance' }).waitFor();
    const [{ base }, again] = [
      await env.fleetOf(1, 5),
      page.waitForRequest((request) => request.url().endsWith('/devices'), { timeout: 20_000 }),
    ];
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device' });
    await dialog.getByLabel('Serial number').fill(base[0]?.sn ?? '');
    await dialog.getByLabel('Claim code').fill(base[0]?.claimCode ?? '');
    await dialog.getByLabel('Name').fill('Partner1');
    await dialog.getByRole('button', { name: 'Add device' }).click();
    await again;
    // The simulated device is heard of by the stream alone.
    await page.getByRole('row').filter({ hasText: 'Partner1' }).filter({ hasText: 'Online' }).waitFor();
    await hide(page, true);
    await page.getByRole('status').getByText('Paused').waitFor();
    const resumed = page.waitForRequest((request) => request.url().includes('/api/v1/live'));
    await hide(page, false);
    expect((await resumed).headers()['last-event-id']).toMatch(/^\d+$/);
    await live.waitFor();
  });

  it('ends for good when it signs out, without touching a session of the web beside it', async () => {
    await using customer = await visit(browser, env.address);
    const { page, context } = customer;
    await signUp(page, 'neighbour@example.com');
    const tab = await context.newPage();
    await tab.goto(`/static/lrf?ticket=${await ticketOf({ projectId })}`);
    await tab.getByRole('heading', { name: 'Status', exact: true }).waitFor();
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByText(ACCOUNT).waitFor();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'The session has ended' }).waitFor();
    expect(await axeFindings(tab)).toEqual([]);
    expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor();
  });

  it('says when a ticket is used, foreign or broken', async () => {
    await using customer = await visit(browser, env.address);
    const { page } = customer;
    const ticket = await ticketOf();
    await page.goto(`/static/lrf?ticket=${ticket}`);
    await page.waitForURL('**/manage/status?project=*');
    for (const bad of [ticket, await ticketOf({ iss: 'somebody@example.com' }), 'x'.repeat(40)]) {
      await page.goto(`/static/lrf?ticket=${bad}`);
      await page.getByRole('heading', { name: 'This link does not open the console' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.goto(`/static/lrf?ticket=${await ticketOf({ projectId: 1_000_000 })}`);
    await page.getByText(ERRORS.projectInvalid.message).waitFor();
  });

  it('cannot sign in by its password', async () => {
    await using customer = await visit(browser, env.address);
    const { page } = customer;
    await page.goto('/static/lrf');
    await page.getByLabel('E-mail or mobile number').fill(ACCOUNT);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
  });
});
