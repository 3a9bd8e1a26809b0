import { DEMO_MESH_PROJECT, type Device } from '@northlight/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import type { Visit } from './browser.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

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

it('shows the parent, the signal and the other nodes of a secondary node, and leads to the parent', async () => {
  const { page } = visitor;
  const answer = await page.request.get(`/api/v1/projects/${DEMO_MESH_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const kitchen = items.find(({ name }) => name === 'Kitchen');
  await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}&open=${kitchen?.id}`);
  const panel = page.getByRole('complementary', { name: 'Device' });
  const backhaul = panel.getByRole('region', { name: 'Backhaul' });
  await backhaul.getByText('Signal (dBm)').waitFor({ timeout: 60_000 });
  expect(await backhaul.textContent()).toMatch(/Connected toLiving-roomHops1Connection5 GHz, channel \d+/);
  expect(await backhaul.textContent()).toMatch(/Signal \(dBm\)−\d\d/);
  await backhaul
    .getByText(/ dB (stronger|weaker)/)
    .first()
    .waitFor();
  expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  await backhaul.getByRole('link', { name: 'Living-room' }).click();
  await backhaul.getByText('Connected nodes').waitFor();
  await backhaul.getByRole('link', { name: 'Kitchen' }).waitFor();
});
