import { DEMO_MESH_PROJECT, type Device } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, it } from 'vitest';
import { expect } from '../expect.ts';
import type { Visit } from '../browser.ts';
import { type Product, startProduct } from '../seed.ts';
import { openDemo, waitForRow } from '../steps.ts';

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

it('shows the parent, the signal and the other nodes of a secondary node, with a link to the parent', async () => {
  const { page } = visitor;
  const answer = await page.request.get(`/api/v1/projects/${DEMO_MESH_PROJECT}/devices`);
  const { items } = (await answer.json()) as { items: Device[] };
  const kitchen = items.find(({ name }) => name === 'Kitchen');
  await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}`);
  await page.getByRole('columnheader', { name: 'Backhaul (dBm)' }).waitFor();
  await page
    .getByRole('row', { name: /Kitchen.*Online.*Living-room.*−\d\d/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}&open=${kitchen?.id}`);
  const panel = page.getByRole('complementary', { name: 'Device' });
  const backhaul = panel.getByRole('region', { name: 'Backhaul' });
  await backhaul.getByText('Signal (dBm)').first().waitFor({ timeout: 60_000 });
  await expect(backhaul).toHaveText(/Connected toLiving-roomHops1Connection5 GHz, channel \d+/);
  await expect(backhaul).toHaveText(/Signal \(dBm\)−\d\d/);
  await backhaul.getByRole('columnheader', { name: 'Compared with parent' }).waitFor();
  await backhaul
    .getByText(/ dB (stronger|weaker)/)
    .first()
    .waitFor();
  await backhaul.getByRole('link', { name: 'Living-room' }).click();
  await backhaul.getByText('Connected nodes').waitFor();
  await backhaul.getByRole('link', { name: 'Kitchen' }).waitFor();
});

it('finds factory-new nodes nearby and adds the selected node; the node comes online', async () => {
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
  await dialog.getByRole('button', { name: 'Add 1 node' }).click();
  const found = dialog.getByRole('group', { name: 'Found nodes' });
  await found.getByText('Online').waitFor({ timeout: 60_000 });
  await expect(dialog).not.toContainText('laim code');
  // The primary node no longer reports the added node, which stays in the list.
  await dialog.getByText(/(0:\d\d|1:[0-2]\d) left/).waitFor({ timeout: 90_000 });
  await expect(found.getByText('Online')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('7', { exact: true }).first().waitFor();
});

it('explains why a visitor of the demo cannot search for nodes', async () => {
  const { page } = visitor;
  await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}`);
  const button = page.getByRole('button', { name: 'Add node' });
  await page.locator('[data-disabled]').and(button).waitFor();
  const reason = page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
  await expect(reason).toHaveText('This operation is not available in demo projects.');
});

it('sets a preferred parent after a review, and the node connects to it', async () => {
  await using person = await product.signIn();
  const { api, page } = person;
  const { id: projectId } = await api.call('demoCopyCreate', { body: { scene: 'mesh' } });
  const params = { projectId };
  const devices = await pollUntil(async () => {
    const { items } = await api.call('deviceList', { params });
    return (
      items.every(({ role, state, uplink }) => state === 1 && (role === 'mesh-primary' || uplink)) && items
    );
  }, 60_000);
  // A node of the second level can always connect to the primary node or to another node of the first level.
  const lower = devices.find(({ uplink }) => uplink !== undefined && uplink.name !== 'Living-room');
  await page.goto(`/manage/devconf?project=${projectId}&open=${lower?.id}&tab=settings`);
  const panel = page.getByRole('complementary', { name: 'Device' });
  await panel.getByRole('combobox', { name: 'Preferred parent' }).click();
  const options = page.getByRole('option');
  // Labels contain the signal after the name.
  const labels = await options.allTextContents();
  expect(labels.some((label) => /, −\d+ dBm/.test(label))).toBe(true);
  expect(labels.filter((label) => label.startsWith(`${lower?.name}`))).toEqual([]);
  await options.filter({ hasText: 'Living-room' }).click();
  await panel.getByRole('button', { name: 'Add to draft' }).click();
  await panel.getByRole('button', { name: 'Review changes' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await review.getByText('Living-room').waitFor();
  // Leaving the page before the answer would cancel the request.
  await Promise.all([
    page.waitForResponse(
      (answer) => answer.url().endsWith('/network-config') && answer.request().method() === 'PUT',
    ),
    review.getByRole('button', { name: /^Apply/ }).click(),
  ]);
  await page.goto(`/manage/devconf?project=${projectId}&open=${lower?.id}`);
  const backhaul = panel.getByRole('region', { name: 'Backhaul' });
  await backhaul.getByText('Preferred parent').waitFor({ timeout: 60_000 });
  await expect(backhaul).toHaveText(/Preferred parentLiving-room/);
});
