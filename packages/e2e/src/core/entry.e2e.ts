import { ERRORS } from '@northlight/contract';
import { TestBrowser } from '@northlight/server/testing';
import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import { type Product, startProduct } from '../seed.ts';
import { addDevice, PASSWORD } from '../steps.ts';

/** Role of an account whose users sign in with tickets. */
const CUSTOMER_ROLE = 3;
let product: Product;
let operator: TestBrowser;
let tickets = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = new TestBrowser(product.env.address);
  const { account = '', password = '' } = product.env.server.administrator ?? {};
  await operator.call('signIn', { body: { account, password } });
});

afterAll(() => product?.[Symbol.asyncDispose]());

interface Customer {
  readonly account: string;
  readonly projectId: number;
  /** Signs a ticket for the account; without a project by default. */
  ticket(claims?: Record<string, unknown>): Promise<string>;
}

/** Creates a third-party customer: an account with one project, which signs tickets with a shared secret. */
async function createCustomer(): Promise<Customer> {
  await using owner = await product.install({ projectName: 'Partner site', path: '' });
  const { account, project } = owner;
  const { items } = await operator.call('accountList', { query: { search: account } });
  const accountId = items[0]?.id ?? '';
  await operator.call('accountUpdate', { params: { accountId }, body: { role: CUSTOMER_ROLE } });
  const { sharedSecret = '' } = await operator.call('signingKeySet', {
    params: { accountId },
    body: { kind: 'shared' },
  });
  const key = new TextEncoder().encode(sharedSecret);
  return {
    account,
    projectId: project.id,
    ticket: (claims = {}) =>
      new SignJWT({ iss: account, jti: `e2e-${++tickets}`, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('2m')
        .sign(key),
  };
}

/**
 * Hides or shows the page, like a change to another window and back; the page closes and opens its stream.
 */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

describe('the console opened by a third party', () => {
  it('opens the first page of its reduced menu, with a bearer token of this tab only', async () => {
    const customer = await createCustomer();
    await using visitor = await product.visit();
    const { page, context } = visitor;
    const refused: string[] = [];
    const headers: (Record<string, string> | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/') && answer.status() >= 400) refused.push(answer.url());
    });
    page.on('request', (request) => {
      if (/\/api\/v1\/(projects|live)/.test(request.url())) headers.push(request.headers());
    });
    await page.goto(`/static/lrf?ticket=${await customer.ticket({ projectId: customer.projectId })}`);
    await page.waitForURL(`**/manage/status?project=${customer.projectId}`);
    await page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await page.getByRole('status').getByText('Live').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText([
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
      'Backup',
    ]);
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
  });

  it('shows no account data at any address', async () => {
    const customer = await createCustomer();
    await using visitor = await product.visit();
    const { page } = visitor;
    await page.goto(`/static/lrf?ticket=${await customer.ticket()}`);
    await page.waitForURL('**/manage/status?project=*');
    await page.getByRole('button', { name: /^Account/ }).click();
    const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
    await expect(items).toHaveText(['Help', 'Keyboard shortcuts', 'Sign out']);
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

  it('receives changes on its stream, and resumes after the last received event', async () => {
    const customer = await createCustomer();
    await using visitor = await product.visit();
    const { page } = visitor;
    await page.goto(`/static/lrf?ticket=${await customer.ticket({ projectId: customer.projectId })}`);
    const live = page.getByRole('status').getByText('Live', { exact: true });
    await live.waitFor();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Device Maintenance' })
      .click();
    await page.getByRole('heading', { name: 'Device Maintenance' }).waitFor();
    const [{ base }, again] = [
      await product.env.fleetOf(1),
      page.waitForRequest((request) => request.url().endsWith('/devices'), { timeout: 20_000 }),
    ];
    const [device] = base;
    if (!device) throw new Error('The fleet is empty.');
    await addDevice(page, device, 'Partner1');
    await again;
    // The device appears only through an event of the stream.
    await page.getByRole('row').filter({ hasText: 'Partner1' }).filter({ hasText: 'Online' }).waitFor();
    await hide(page, true);
    await page.getByRole('status').getByText('Paused').waitFor();
    const resumed = page.waitForRequest((request) => request.url().includes('/api/v1/live'));
    await hide(page, false);
    expect((await resumed).headers()['last-event-id']).toMatch(/^\w+\.\d+$/);
    await live.waitFor();
  });

  it('ends at sign-out, and a web session of the same browser continues', async () => {
    const customer = await createCustomer();
    await using neighbour = await product.signIn();
    const { context, page } = neighbour;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    const tab = await context.newPage();
    await tab.goto(`/static/lrf?ticket=${await customer.ticket({ projectId: customer.projectId })}`);
    await tab.getByRole('heading', { name: 'Status', exact: true }).waitFor();
    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByText(customer.account).waitFor();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'The session has ended' }).waitFor();
    expect(await tab.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
  });

  it('rejects a used, a foreign and a malformed ticket with a page', async () => {
    const customer = await createCustomer();
    await using visitor = await product.visit();
    const { page } = visitor;
    const ticket = await customer.ticket();
    await page.goto(`/static/lrf?ticket=${ticket}`);
    await page.waitForURL('**/manage/status?project=*');
    for (const bad of [ticket, await customer.ticket({ iss: 'stranger@example.com' }), 'x'.repeat(40)]) {
      await page.goto(`/static/lrf?ticket=${bad}`);
      await page.getByRole('heading', { name: 'This link cannot open the console' }).waitFor();
    }
    await page.goto(`/static/lrf?ticket=${await customer.ticket({ projectId: 1_000_000 })}`);
    await page.getByText(ERRORS.projectInvalid.message).waitFor();
  });

  it('cannot sign in with its password', async () => {
    const customer = await createCustomer();
    await using visitor = await product.visit();
    const { page } = visitor;
    await page.goto('/static/lrf');
    await page.getByLabel('E-mail or mobile number').fill(customer.account);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
  });
});
