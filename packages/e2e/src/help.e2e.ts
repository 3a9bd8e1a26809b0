import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindings } from './axe.ts';
import type { Visit } from './browser.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

const TOPICS = [
  'getting-started',
  'adding-devices',
  'live-demo',
  'vlan-and-dhcp',
  'wireless',
  'mesh-backhaul',
  'bridge-links',
  'internet-and-routes',
  'review-and-apply',
  'templates',
  'device-states',
  'alarms',
  'sharing-and-transfer',
  'roles',
  'account-security',
  'sign-in-by-others',
  'settings',
  'backups',
  'error-codes',
];

let product: Product;
let reader: Visit;

beforeAll(async () => {
  product = await startProduct({ demo: true });
  reader = await product.visit();
  await openDemo(reader.page);
});

afterAll(async () => {
  await reader?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

describe('the help centre', () => {
  it('opens from the account menu, and finds pages by text and by error code', async () => {
    const { page } = reader;
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    const search = page.getByRole('textbox', { name: 'Search the help' });
    await search.fill('recovery codes');
    await page.getByRole('link', { name: 'Account security: Two-factor authentication' }).first().click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.goBack();
    await search.fill('1162');
    await page.getByRole('link', { name: 'Error codes: Code 1162' }).press('Enter');
    await page.getByRole('cell', { name: '1162', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Code or text' }).inputValue()).toBe('1162');
  });

  it.each(TOPICS)('shows the page %s in both schemes without accessibility findings', async (topic) => {
    for (const scheme of ['light', 'dark'] as const) {
      await reader.page.emulateMedia({ colorScheme: scheme });
      await reader.page.goto(`/help/${topic}`);
      await reader.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findAxeFindings(reader.page)).toEqual([]);
    }
  });

  it('shows “not found” for an unknown page', async () => {
    await reader.page.goto('/help/nothing');
    await reader.page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
  });

  it('explains why sign-in through third parties is unavailable', async () => {
    await reader.page.goto('/help/sign-in-by-others');
    await reader.page.getByText('No chat app or social network is set up').waitFor();
  });

  it('shows an operation of the API with its fields, errors and an example', async () => {
    const { page } = reader;
    await page.goto('/help/api');
    await page.getByRole('textbox', { name: 'Search operations' }).fill('restart');
    await page.getByRole('link', { name: 'deviceRestart' }).press('Enter');
    const operation = page.getByRole('region', { name: 'deviceRestart' });
    await operation.getByText('Configure and maintain a project').waitFor();
    await operation.getByText('36: ', { exact: false }).first().waitFor();
    await operation.getByText('Authorization: Bearer $NORTHLIGHT_TOKEN', { exact: false }).waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe('deviceRestart');
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await findAxeFindings(page)).toEqual([]);
    }
  });

  it('opens an operation as a page of its own on a phone, which Back closes', async () => {
    await using visitor = await product.visit({ screen: 'phone' });
    const { page } = visitor;
    await openDemo(page);
    await page.goto('/help/api');
    const group = page.locator('summary').filter({ hasText: /^devices/i });
    await group.waitFor();
    expect(await page.getByRole('link', { name: 'deviceRestart' }).count()).toBe(0);
    await group.click();
    await page.getByRole('link', { name: 'deviceRestart' }).click();
    const operation = page.getByRole('region', { name: 'deviceRestart' });
    await operation.getByText('Configure and maintain a project').waitFor();
    expect(await page.getByRole('link', { name: 'deviceList' }).count()).toBe(0);
    expect(await findAxeFindings(page)).toEqual([]);
    await page.goBack();
    const link = page.getByRole('link', { name: 'deviceRestart' });
    await link.waitFor();
    expect(await link.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(844);
  });

  it('causes no exception and no violation of the content security policy', () => {
    expect(reader.complaints).toEqual([]);
  });
});
