import type { DevEnv } from '@northlight/dev-env';
import { createRandomId, SECOND_MS } from '@northlight/runtime';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { createProjectInConsole, findRow, signUp } from './steps.ts';
import { startStoryEnv } from './story-env.ts';

/** Number of rows, more than one page of each list. */
const ROWS = 230;

let env: DevEnv;
let browser: Browser;
let owner: Visit;
let operator: Visit;
let projectId = 0;

beforeAll(async () => {
  env = await startStoryEnv();
  browser = await launchBrowser();
  owner = await visit(browser, env.address);
  await signUp(owner.page, 'paged@example.com');
  await createProjectInConsole(owner.page, 'Long records');
  projectId = Number(new URL(owner.page.url()).searchParams.get('project'));
  await writeRows();
  operator = await visit(browser, env.address);
  const { account = '', password = '' } = env.server.administrator ?? {};
  const { page } = operator;
  await page.goto('/static/lrf');
  await page.getByLabel('E-mail').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/static'));
});

afterAll(async () => {
  await owner?.[Symbol.asyncDispose]();
  await operator?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

/** Creates the rows of every list; the last row of each differs from all others. */
async function writeRows(): Promise<void> {
  const { clock, db, entropy } = env.server.context.services;
  const last = ROWS - 1;
  const indexes = Array.from({ length: ROWS }, (_, index) => index);
  const at = (index: number) => new Date(clock.now() - (index + 1) * SECOND_MS);
  const id = (index: number) => createRandomId(entropy, at(index).getTime());
  const config = JSON.stringify({ vlans: [], dhcpPools: [] });
  const audit = indexes.map((index) => ({
    id: id(index),
    at: at(index),
    project_id: projectId,
    actor: index === last ? 'ann@example.com' : 'bob@example.com',
    action: index === last ? 'device.rename' : 'project.change',
    object: `Object ${index}`,
    result: 'ok',
  }));
  await db.insertInto('audit').values(audit).execute();
  const versions = indexes.map((index) => ({
    project_id: projectId,
    version: ROWS - index,
    config,
    changed_at: at(index),
    changed_by: index === last ? 'ann@example.com' : 'bob@example.com',
    title: `Apply VLAN ${index + 100}`,
  }));
  await db.insertInto('network_history').values(versions).execute();
  const alarms = indexes.map((index) => ({
    id: id(index),
    project_id: projectId,
    device_name: index === last ? 'Cellar' : 'Lobby',
    kind: 'device-event' as const,
    event_id: String(index),
    device_id: String(index),
    severity: 'warning' as const,
    event: `Event ${index}`,
    at: at(index),
    status: 'shown' as const,
  }));
  await db.insertInto('alarms').values(alarms).execute();
  const deliveries = indexes.map((index) => ({
    id: id(index),
    project_id: projectId,
    target: index === last ? 'ann@example.com' : 'bob@example.com',
    moment: 'begin' as const,
    subject: `Notification ${index}`,
    body: '{}',
    state: index === last ? ('failed' as const) : ('delivered' as const),
    attempts: 1,
    next_at: at(index),
    created_at: at(index),
    ended_at: at(index),
  }));
  await db.insertInto('alarm_deliveries').values(deliveries).execute();
  const logs = indexes.map((index) => ({
    id: id(index),
    project_id: projectId,
    at: at(index),
    kind: 'device' as const,
    severity: 'info' as const,
    device_id: String(index),
    device_name: index === last ? 'Cellar' : 'Lobby',
    event: `Event ${index}`,
  }));
  await db.insertInto('run_logs').values(logs).execute();
  const accounts = indexes.map((index) => ({
    id: id(index),
    account: `person-${String(index).padStart(3, '0')}@example.com`,
    nickname: index === last ? 'Zoe' : 'Guest',
    role: index === last ? 1 : 0,
    kind: 0,
    level: 0,
    password_hash: '',
    cloud_code: id(index),
    created_at: at(index),
  }));
  await db.insertInto('accounts').values(accounts).execute();
}

const lists: readonly {
  readonly name: string;
  readonly path: () => string;
  readonly visitor: () => Visit;
  readonly filters: readonly string[];
  readonly last: string;
}[] = [
  {
    name: 'operations',
    path: () => `/manage/runlog?project=${projectId}&tab=operation`,
    visitor: () => owner,
    filters: ['Actor = ann@example.com', 'Operation = Rename device', `Object ${ROWS - 1}`],
    last: 'ann@example.com',
  },
  {
    name: 'alarm deliveries',
    path: () => `/manage/alarminfo?project=${projectId}&tab=deliveries`,
    visitor: () => owner,
    filters: ['Result = Failed', 'ann@example.com', `Notification ${ROWS - 1}`],
    last: `Notification ${ROWS - 1}`,
  },
  {
    name: 'configuration history',
    path: () => `/manage/networkconf/history?project=${projectId}`,
    visitor: () => owner,
    filters: ['Author = ann@example.com', `VLAN ${ROWS + 99}`],
    last: `Apply VLAN ${ROWS + 99}`,
  },
  {
    name: 'accounts',
    path: () => '/accounts',
    visitor: () => operator,
    filters: ['Role = Engineer', 'zoe'],
    last: 'Zoe',
  },
  {
    name: 'alarms',
    path: () => `/manage/alarminfo?project=${projectId}`,
    visitor: () => owner,
    filters: ['Device = Cellar', `event ${ROWS - 1}`],
    last: `Event ${ROWS - 1}`,
  },
  {
    name: 'device log',
    path: () => `/manage/runlog?project=${projectId}`,
    visitor: () => owner,
    filters: ['Device = Cellar', `event ${ROWS - 1}`],
    last: `Event ${ROWS - 1}`,
  },
];

const filterField = (page: Page) => page.getByLabel('Filter', { exact: true });

async function filterBy(page: Page, filter: string): Promise<void> {
  await filterField(page).fill(filter);
  await page.keyboard.press('Enter');
}

describe.each(lists)('the list of $name', ({ filters, last, path, visitor }) => {
  it('finds rows that are not loaded yet', async () => {
    const { page } = visitor();
    await page.goto(path());
    await page.getByRole('button', { name: /^Load / }).waitFor();
    // Searches while the text is typed; only a text that is entered becomes a part of the address.
    const text = filters.at(-1) ?? '';
    await filterField(page).fill(text);
    await findRow(page, last).waitFor();
    await page.getByText(/^1 [a-z]+$/).waitFor();
    expect(new URL(page.url()).searchParams.has('filter')).toBe(false);
    await filterField(page).fill('');
    await page.getByRole('button', { name: /^Load / }).waitFor();
    for (const filter of filters) {
      await filterBy(page, filter);
      await findRow(page, last).waitFor();
      await page.getByText(/^1 [a-z]+$/).waitFor();
      await page.getByRole('button', { name: `Remove ${filter}` }).click();
    }
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('reports no match when the server found none', async () => {
    const { page } = visitor();
    await page.goto(path());
    await filterBy(page, 'no such text anywhere');
    await page.getByText(/^No [a-z]+ matches the filter$/).waitFor();
  });

  it('shows rows in the order of the server and offers no sorting', async () => {
    const { page } = visitor();
    await page.goto(path());
    await page.getByRole('columnheader').first().waitFor();
    expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0);
  });

  it('loads the chosen number of rows and remembers the choice', async () => {
    const { page } = visitor();
    await page.goto(path());
    await page.getByLabel('Items/page').selectOption('20');
    await page.getByText(/^20 [a-z]+ loaded/).waitFor();
    await page.getByRole('button', { name: /^Load / }).click();
    await page.getByText(/^40 [a-z]+ loaded/).waitFor();
    await page.reload();
    await page.getByText(/^20 [a-z]+ loaded/).waitFor();
    await page.getByLabel('Items/page').selectOption('100');
  });
});
