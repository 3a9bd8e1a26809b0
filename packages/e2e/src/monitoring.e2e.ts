import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { afterAll, beforeAll, it } from 'vitest';
import type { Visit } from './browser.ts';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo, waitForRow } from './steps.ts';

let product: Product;
let visitor: Visit;

beforeAll(async () => {
  product = await startProduct({ demo: true });
  visitor = await product.visit();
  await openDemo(visitor.page);
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

const DEMO = `project=${DEMO_WLAN_PROJECT}`;

it('the status of a project counts its clients, ranks its devices, and links to their data', async () => {
  const { page } = visitor;
  await page.goto(`/manage/onlinelist?${DEMO}`);
  await waitForRow(page, '10.10.', 'Online', 60_000);
  await page.goto(`/manage/status?${DEMO}`);
  await expect(page.getByRole('heading', { name: 'Status', exact: true })).toBeVisible();
  const glance = (name: string) => page.getByRole('region', { name });
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(glance('Clients by band and SSID').getByText('Wired')).toBeVisible();
  const busiest = glance('Busiest devices').getByRole('listitem').first().getByRole('link');
  const name = (await busiest.locator('span').first().textContent()) ?? '';
  await busiest.click();
  await expect(page.getByRole('heading', { name: 'Device Data', exact: true })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
});
