import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, rowSays, signUp } from './steps.ts';

const OWNER = 'anna@example.com';
const RECEIVER = 'ben@example.com';

let env: DevEnv;
let browser: Browser;
let owner: Visit;
let receiver: Visit;
let projectId = '';

beforeAll(async () => {
  env = await startDevEnv({ demo: false });
  browser = await launchBrowser();
  owner = await visit(browser, env.address);
  receiver = await visit(browser, env.address);
  await signUp(owner.page, OWNER);
  await makeProject(owner.page, 'Harbour');
  const { base } = await env.fleetOf(1);
  const [label] = base;
  if (!label) throw new Error('The fleet is empty.');
  await addDevice(owner.page, label, 'GW-1');
  await rowSays(owner.page, 'GW-1', 'Online');
  projectId = new URL(owner.page.url()).searchParams.get('project') ?? '';
  await signUp(receiver.page, RECEIVER);
});

afterAll(async () => {
  await owner?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

async function share(
  page: Visit['page'],
  right: 'Read-only' | 'Read-write',
  validity: string,
): Promise<void> {
  await page.goto(`/manage/authority?project=${projectId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Share Harbour' });
  await dialog.getByLabel('Account').fill(RECEIVER);
  await dialog.getByRole('radio', { name: right }).check();
  await dialog.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: validity, exact: true }).click();
  await dialog.getByRole('button', { name: 'Share' }).click();
}

describe('sharing and transfer, in two browsers', () => {
  it('shares read-only: the other one sees it without a reload, and every control that is off says why', async () => {
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('No projects yet').waitFor();
    await share(owner.page, 'Read-only', '8 hours');
    await owner.page.getByRole('row').filter({ hasText: RECEIVER }).waitFor();
    await rowSays(receiver.page, 'Harbour', 'Shared, read only');
    await receiver.page.goto(`/manage/devconf?project=${projectId}`);
    await rowSays(receiver.page, 'GW-1', 'Online');
    const add = receiver.page.getByRole('button', { name: 'Add device' }).first();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await add.hover();
    await receiver.page
      .getByRole('tooltip')
      .filter({ hasText: `read-only share mode. ${OWNER} can grant more.` })
      .waitFor();
  });

  it('replaces the share by a read-write one after asking', async () => {
    await share(owner.page, 'Read-write', '1 hour');
    const question = owner.page.getByRole('dialog', { name: 'Replace the share?' });
    await question.getByRole('button', { name: 'Replace' }).click();
    await owner.page
      .getByRole('row')
      .filter({ hasText: RECEIVER })
      .filter({ hasText: 'Read-write' })
      .waitFor();
    await receiver.page.reload();
    await rowSays(receiver.page, 'GW-1', 'Online');
    expect(
      await receiver.page.getByRole('button', { name: 'Add device' }).first().getAttribute('aria-disabled'),
    ).toBeNull();
  });

  it('ends by the clock on the page that is open, and can be asked for again', async () => {
    await env.server.context.services.db
      .updateTable('shares')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    await receiver.page.getByText('The right to this project has expired.').waitFor();
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('Your share of Harbour has expired').waitFor();
    await receiver.page.getByRole('button', { name: 'Ask for more time' }).click();
    const dialog = receiver.page.getByRole('dialog', { name: 'More time for Harbour' });
    await dialog.getByLabel('Reason').fill('The survey is not done');
    await dialog.getByRole('button', { name: 'Ask' }).click();
    await owner.page.getByRole('row').filter({ hasText: RECEIVER }).click();
    const panel = owner.page.getByRole('complementary', { name: 'Share' });
    await panel.getByText('The survey is not done').waitFor();
    await panel.getByRole('button', { name: 'Save' }).click();
    await rowSays(receiver.page, 'Harbour', 'Shared, manageable');
  });

  it('hands the project over: the receiver looks it through and accepts, the giver loses it', async () => {
    await owner.page.goto(`/manage/authority?project=${projectId}`);
    await owner.page.getByRole('button', { name: 'Transfer' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Transfer Harbour' });
    await dialog.getByLabel('Receiver').fill(RECEIVER);
    await dialog.getByRole('button', { name: 'Offer the project' }).click();
    await owner.page.getByText('This project is on offer').waitFor();
    await receiver.page.getByText('Harbour is offered to you').waitFor();
    await receiver.page.getByRole('link', { name: 'Review' }).click();
    await receiver.page.getByRole('heading', { name: 'Take Harbour over' }).waitFor();
    await receiver.page.getByText('GW-1').waitFor();
    await receiver.page.getByRole('button', { name: 'Accept the project' }).click();
    await rowSays(receiver.page, 'GW-1', 'Online');
    await owner.page.getByText('The project is not available to this account.').waitFor();
    await receiver.page.goto(`/manage/runlog?project=${projectId}&tab=operation`);
    await rowSays(receiver.page, 'Transfer: accept', RECEIVER);
  });

  it('never met an exception or the security policy', () => {
    expect([...owner.complaints, ...receiver.complaints]).toEqual([]);
  });
});
