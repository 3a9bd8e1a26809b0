import { DEMO_WLAN_PROJECT, type Device } from '@northlight/contract';
import { afterAll, beforeAll, it } from 'vitest';
import type { Visit } from './browser.ts';
import { expect } from './expect.ts';
import { writeDeviceHistory } from './history.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo, waitForRow } from './steps.ts';

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const HOURS = 30;

let product: Product;
/** A visitor of the demo. */
let visitor: Visit;

beforeAll(async () => {
  product = await startProduct({ demo: true });
  visitor = await product.visit();
  await openDemo(visitor.page);
  await visitor.page.goto(`/manage/onlinelist?${DEMO}`);
  await waitForRow(visitor.page, '10.10.', 'Online', 60_000);
  const answer = await visitor.page.request.get(`/api/v1/projects/${DEMO_WLAN_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const gateway = items.find(({ kind }) => kind === 'gateway');
  if (!gateway) throw new Error('The demo has no gateway.');
  await writeDeviceHistory(product.env, DEMO_WLAN_PROJECT, [gateway], HOURS);
  await product.env.server.context.services.telemetry.catchUp();
});

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  await product?.[Symbol.asyncDispose]();
});

it('ranks applications by the bytes of every range', async () => {
  const { page } = visitor;
  await page.goto(`/manage/onlinestat?${DEMO}&range=72h`);
  const rows = page.getByRole('table', { name: 'Traffic by application' }).getByRole('row');
  // The device downloads 140 bytes per millisecond for 30 h, shown in units of 1024.
  const total = /^1[678]\.\d GB$/;
  const cells = rows.nth(1).locator('th, td');
  await expect(cells).toHaveText(['WebHTTP, HTTPS', /^(69|70|71)%$/, /^1[34]\.\d GB$/, /^3\.\d GB$/, total]);
  await expect(rows.nth(2).getByRole('rowheader')).toHaveText('Voice and videoSIP, STUN');
  await expect(rows.nth(3).getByRole('rowheader')).toHaveText('DNSname lookups');
  for (const range of ['7 d', '30 d']) {
    await page.getByRole('radiogroup', { name: 'Range' }).getByText(range, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`range=${range.replace(' ', '')}`));
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expect(cells.nth(4)).toHaveText(total);
  }
});
