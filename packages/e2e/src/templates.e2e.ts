import { capabilitiesOf } from '@northlight/contract';
import { type DevEnv, startDevEnv } from '@northlight/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsInBothSchemes } from './axe.ts';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { addDevice, makeProject, row, rowSays, signUp } from './steps.ts';

const FASTER = 20;
const FLEET = 24;
const PASSPHRASE = 'long enough for all';

let env: DevEnv;
let browser: Browser;
let visitor: Visit;
const ids = new Map<string, string>();

beforeAll(async () => {
  env = await startDevEnv({ speed: FASTER, demo: false });
  browser = await launchBrowser();
  visitor = await visit(browser, env.address);
  const { page } = visitor;
  await signUp(page, 'chain@example.com');
  for (const name of ['Head office', 'Lakeside', 'Harbour']) {
    await makeProject(page, name);
    ids.set(name, new URL(page.url()).searchParams.get('project') ?? '');
  }
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await browser?.close();
  await env?.[Symbol.asyncDispose]();
});

const goTo = (page: Page, path: string, project: string) => page.goto(`${path}?project=${ids.get(project)}`);
const stage = (page: Page): Promise<void> => page.getByRole('button', { name: 'Stage', exact: true }).click();
const review = (page: Page, name: string) =>
  page.getByRole('group').filter({ has: page.locator('summary', { hasText: name }) });

async function addVlan(page: Page, id: number, name: string, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add VLAN' }).first().click();
  await page.getByLabel('VLAN ID').fill(String(id));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Gateway address').fill(address);
  await stage(page);
  await row(page, name).first().waitFor();
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('region', { name: 'Staged changes' }).waitFor({ state: 'detached' });
}

describe('a template', () => {
  it('is saved from the pages of a project', async () => {
    const { page } = visitor;
    await goTo(page, '/manage/networkconf/vlan', 'Head office');
    await addVlan(page, 20, 'Guests', '10.20.0.1');
    await page.getByRole('link', { name: 'Wireless', exact: true }).click();
    await page.getByRole('button', { name: 'Add policy' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Staff');
    await page.getByLabel('SSID', { exact: true }).fill('Chain Staff');
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await stage(page);
    await row(page, 'Chain Staff').first().waitFor();
    await apply(page);
    await page.getByRole('link', { name: 'Save as template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    await dialog.getByLabel('VLANs: 1 of 1').waitFor();
    await dialog.getByRole('button', { name: 'Save the template' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Chain standard');
    await dialog.getByRole('button', { name: 'Save the template' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(page, 'Chain standard').filter({ hasText: 'All there' }).waitFor();
    const panel = page.getByRole('complementary', { name: 'Template' });
    await panel.getByText('Has its password').waitFor();
    expect(await axeFindingsInBothSchemes(page), 'template panel').toEqual([]);
  });

  it('goes to the projects that take it, each seen before, and their devices get it', async () => {
    const { page } = visitor;
    const fleet = await env.fleetOf(FLEET);
    const point = fleet.base.find(({ model }) => capabilitiesOf(model)?.kind === 'ap');
    if (!point) throw new Error('The fleet has no access point.');
    await goTo(page, '/manage/devconf', 'Lakeside');
    await addDevice(page, point, 'AP-1');
    await rowSays(page, 'AP-1', 'Online');
    // The other one has the addresses of VLAN 20 in a VLAN of its own.
    await goTo(page, '/manage/networkconf/vlan', 'Harbour');
    await addVlan(page, 40, 'Cameras', '10.20.0.1');
    await apply(page);
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await row(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Apply to projects' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Lakeside').check();
    await dialog.getByLabel('Harbour').check();
    expect(await axeFindingsInBothSchemes(page), 'projects').toEqual([]);
    await dialog.getByRole('button', { name: 'Review changes' }).click();
    const lakeside = review(page, 'Lakeside');
    await lakeside.getByText('Wireless policy Staff').first().waitFor();
    await lakeside.getByText('Apply to 1 device').waitFor();
    expect(await dialog.textContent()).not.toContain(PASSPHRASE);
    await dialog.getByText('refused: 1 rule broken').click();
    const harbour = review(page, 'Harbour');
    await harbour.getByText('(code 107)').waitFor();
    await dialog.getByRole('button', { name: 'Apply to 1 of 2 projects' }).waitFor();
    expect(await axeFindingsInBothSchemes(page), 'review').toEqual([]);
    await harbour.getByLabel('VLAN 20 Guests').uncheck();
    await harbour.getByText('Left out').waitFor();
    // Looked at again, and whoever ticks by keyboard is where he was.
    await dialog.getByRole('button', { name: 'Apply to 2 projects' }).waitFor();
    const ticked = harbour.getByLabel('VLAN 20 Guests');
    expect(await ticked.evaluate((box) => box === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Apply to 2 projects' }).click();
    await page.getByRole('dialog', { name: 'Applied to 2 of 2 projects' }).waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'Lakeside' })
      .getByText('1 of 1 device done')
      .waitFor({
        timeout: 90_000,
      });
    expect(await axeFindingsInBothSchemes(page), 'outcome').toEqual([]);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await goTo(page, '/manage/wirelessconf', 'Lakeside');
    await row(page, 'Chain Staff')
      .filter({ hasText: /(?<!\d)([1-9]\d*) of \1(?!\d)/ })
      .waitFor({ timeout: 90_000 });
    await goTo(page, '/manage/networkconf/vlan', 'Harbour');
    await row(page, 'Cameras').first().waitFor();
    expect(await row(page, 'Guests').count()).toBe(0);
    await page.getByRole('link', { name: 'history' }).click();
    await row(page, 'from template Chain standard').first().waitFor();
  });

  it('has nothing left to do where it was applied, and what is refused goes on in the project', async () => {
    const { page } = visitor;
    await page.goto('/templates');
    await row(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Apply to projects' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Lakeside').check();
    await dialog.getByLabel('Harbour').check();
    await dialog.getByRole('button', { name: 'Review changes' }).click();
    await dialog.getByText('nothing to change').waitFor();
    const nothing = dialog.getByRole('button', { name: 'Apply to 0 of 2 projects' });
    await dialog.getByText('refused: 1 rule broken').click();
    expect(await nothing.getAttribute('aria-disabled')).toBe('true');
    await review(page, 'Harbour').getByRole('button', { name: 'Stage it in the project' }).click();
    await dialog.getByRole('link', { name: 'Review it in the project' }).click();
    await page.getByRole('region', { name: 'Staged changes' }).getByText('1 change staged').waitFor();
    await row(page, 'Guests').first().waitFor();
  });

  it('is deleted after a question', async () => {
    const { page } = visitor;
    await page.goto('/templates');
    await row(page, 'Chain standard').first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the template' }).click();
    await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  });
});
