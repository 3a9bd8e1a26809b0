import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { makeProject, row, signUp } from './steps.ts';

const OWNER = 'vera@example.com';
const COLLEAGUE = 'tom@example.com';

let env: DevEnv;
let browser: Browser;
let owner: Visit;
let colleague: Visit;
let projectId = '';

beforeAll(async () => {
  env = await startDevEnv({ demo: false });
  browser = await launchBrowser();
  owner = await visit(browser, env.address);
  colleague = await visit(browser, env.address);
  await signUp(owner.page, OWNER);
  await makeProject(owner.page, 'Lakeside');
  projectId = new URL(owner.page.url()).searchParams.get('project') ?? '';
  await signUp(colleague.page, COLLEAGUE);
  await shareWith(owner.page, COLLEAGUE);
});

afterAll(async () => {
  await owner?.[Symbol.asyncDispose]();
  await colleague?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

async function shareWith(page: Page, account: string): Promise<void> {
  await page.goto(`/manage/authority?project=${projectId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Share Lakeside' });
  await dialog.getByLabel('Account').fill(account);
  await dialog.getByRole('radio', { name: 'Read-write' }).check();
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const vlanPage = (page: Page) => page.goto(`/manage/networkconf/vlan?project=${projectId}`);
const stage = (page: Page): Promise<void> => page.getByRole('button', { name: 'Stage', exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Staged changes' });
const isStaged = (page: Page, count: number): Promise<void> =>
  bar(page)
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`, { exact: true })
    .waitFor();

async function addVlan(page: Page, id: number, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add VLAN' }).first().click();
  await page.getByLabel('VLAN ID').fill(String(id));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Gateway address').fill(`192.168.${id}.1`);
  await stage(page);
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await row(page, from).first().click();
  await page.getByLabel('Name', { exact: true }).fill(to);
  await stage(page);
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar(page).waitFor({ state: 'detached' });
}

// One draft for each account, on the server, whoever and whatever comes between.
describe('a draft', () => {
  it('is the same in every window of its account, and outlives them', async () => {
    const { page } = owner;
    await vlanPage(page);
    await addVlan(page, 20, 'Guests');
    await page.getByText('Kept for you.').waitFor();
    const second = await page.context().newPage();
    await vlanPage(second);
    await isStaged(second, 1);
    await addVlan(second, 30, 'Staff');
    await isStaged(page, 2);
    await second.close();
    await page.reload();
    await isStaged(page, 2);
  });

  it('is told to others by its number, and theirs to us', async () => {
    const [{ page }, other] = [owner, colleague.page];
    await vlanPage(other);
    await other.getByRole('list', { name: 'Also here' }).getByText('2 changes staged').waitFor();
    await other.getByText('No VLANs yet').waitFor();
    await page.getByRole('list', { name: 'Also here' }).getByText('is here too').waitFor();
  });

  it('goes on top of what somebody else applied; where both edited one thing, it is asked whose stands', async () => {
    const [{ page }, other] = [owner, colleague.page];
    await apply(page);
    await row(other, 'Guests').first().waitFor();
    await rename(page, 'Guests', 'Visitors');
    await addVlan(page, 40, 'Cameras');
    await isStaged(page, 2);
    await rename(other, 'Guests', 'Lobby');
    await rename(other, 'Staff', 'Office');
    await apply(other);
    await page.getByText('The configuration was changed meanwhile').waitFor();
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Both changed' });
    await dialog.getByText('name: Guests → Visitors').waitFor();
    await dialog.getByText('name: Guests → Lobby').waitFor();
    await dialog.getByRole('radiogroup', { name: 'Whose VLAN 20' }).getByText('Theirs').click();
    await dialog.getByRole('button', { name: 'Put my changes on top' }).click();
    await isStaged(page, 1);
    await row(page, 'Lobby').first().waitFor();
    await row(page, 'Office').first().waitFor();
    await row(page, 'Cameras').first().waitFor();
    await apply(page);
  });

  it('is discarded whole', async () => {
    const { page } = owner;
    await addVlan(page, 50, 'Spare');
    await isStaged(page, 1);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Cameras').first().waitFor();
    await row(page, 'Spare').waitFor({ state: 'detached' });
  });
});

describe('the history', () => {
  it('compares any two versions, and stages an old one again', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'history' }).click();
    await row(page, 'Apply VLAN 40').first().click();
    await page.getByRole('cell', { name: 'VLAN 40', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Compared with' }).click();
    await page.getByRole('option', { name: /^Version 1 / }).click();
    await page.getByRole('cell', { name: 'VLAN 20, name', exact: true }).waitFor();
    await row(page, 'Apply VLAN 20, VLAN 30').last().click();
    // The panel before it speaks of version 1 as well: what was applied tells them apart.
    const panel = page.getByRole('complementary', { name: 'Version' });
    await panel.getByText('Apply VLAN 20, VLAN 30').waitFor();
    await page.getByRole('button', { name: 'Go back to this version' }).click();
    await isStaged(page, 3);
    await apply(page);
    await row(page, 'Apply VLAN 40, VLAN 20, VLAN 30').first().waitFor();
    await vlanPage(page);
    await row(page, 'Guests').first().waitFor();
    await row(page, 'Cameras').waitFor({ state: 'detached' });
  });
});
