import { DEMO_MESH_PROJECT, type Device } from '@northlight/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import type { Visit } from './browser.ts';
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

it('finds factory-new nodes nearby and adds the selected one, which comes online', async () => {
  await using person = await product.signIn();
  const { api, page } = person;
  const copy = await api.call('demoCopyCreate', { body: { scene: 'mesh' } });
  await page.goto(`/manage/devconf?project=${copy.id}`);
  await waitForRow(page, 'Living-room', 'Online', 60_000);
  await page.getByRole('button', { name: 'Add node' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add node' });
  await dialog.getByRole('button', { name: 'Search for nodes' }).click();
  await dialog.getByText('Living-room is searching for new nodes.').waitFor();
  await dialog.getByText(/[01]:\d\d left/).waitFor();
  const boxes = dialog.getByRole('checkbox');
  await boxes.first().waitFor({ timeout: 30_000 });
  await boxes.first().check();
  expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 1 node' }).click();
  const found = dialog.getByRole('group', { name: 'Found nodes' });
  await found.getByText('Online').waitFor({ timeout: 60_000 });
  expect(await dialog.textContent()).not.toContain('laim code');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('7', { exact: true }).first().waitFor();
});

it('explains why a visitor of the demo cannot search for nodes', async () => {
  const { page } = visitor;
  await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}`);
  const button = page.getByRole('button', { name: 'Add node' });
  await page.locator('[data-disabled]').and(button).waitFor();
  const reason = page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
  expect(await reason.textContent()).toBe('This operation is not available in demo projects.');
});
