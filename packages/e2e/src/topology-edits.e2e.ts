import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';
import { findCard, openTopologySite, TOPOLOGY_PATH } from './topology-site.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.[Symbol.asyncDispose]());

/** Opens the edit mode of a new site. */
async function openEditor(): Promise<Installer> {
  const owner = await openTopologySite(product);
  await findCard(owner, 'Bar').waitFor();
  await owner.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await owner.page.getByRole('toolbar', { name: 'Edit the network topology' }).waitFor();
  return owner;
}

const findButton = ({ page }: Pick<Installer, 'page'>, name: string) =>
  page.getByRole('button', { name, exact: true });

async function readPosition(owner: Pick<Installer, 'page'>, name: string): Promise<readonly number[]> {
  const transform = await findCard(owner, name).evaluate((card) => (card as HTMLElement).style.transform);
  return [...transform.matchAll(/-?[\d.]+/g)].map(([value]) => Number(value));
}

/** Drags a card by a distance on the screen (px). */
async function drag(owner: Pick<Installer, 'page'>, name: string, x: number, y: number): Promise<void> {
  const box = await findCard(owner, name).boundingBox();
  if (!box) throw new Error(`${name} is not drawn.`);
  const { mouse } = owner.page;
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  await mouse.move(box.x + box.width / 2 + x / 2, box.y + box.height / 2 + y / 2, { steps: 4 });
  await mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 4 });
  await mouse.up();
}

const subtract = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((value, index) => value - (other[index] ?? 0));

describe('edits of the network topology', () => {
  it('move a card with everything below it, can be undone, and are the same after a reload', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    const read = async () => ({
      switch: await readPosition(owner, 'Switch'),
      hall: await readPosition(owner, 'Hall'),
      gateway: await readPosition(owner, 'Gateway'),
    });
    const before = await read();
    await drag(owner, 'Switch', 160, 90);
    await page.getByText('1 change not saved').waitFor();
    const moved = await read();
    expect(moved.gateway).toEqual(before.gateway);
    expect(Math.hypot(...subtract(moved.switch, before.switch))).toBeGreaterThan(50);
    expect(subtract(moved.hall, moved.switch)).toEqual(subtract(before.hall, before.switch));
    await page.keyboard.press('Control+z');
    await expect.poll(read).toEqual(before);
    await page.keyboard.press('Control+y');
    await expect.poll(read).toEqual(moved);
    await findButton(owner, 'Save').click();
    await findButton(owner, 'Edit').waitFor();
    await page.reload();
    await findCard(owner, 'Bar').waitFor();
    expect(await read()).toEqual(moved);
  });

  it('add an unmanaged switch at a port, which keeps its markup as text', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    await findButton(owner, 'Add device').click();
    const dialog = page.getByRole('dialog', { name: 'Add a device' });
    await dialog.getByRole('button', { name: 'Add device' }).click();
    await dialog.getByText('Enter a name of up to 64 characters.').waitFor();
    await dialog.getByLabel('Name').fill('Lobby <b>switch</b>');
    await dialog.getByRole('combobox', { name: 'Connected to' }).click();
    await page.getByRole('option', { name: 'Switch', exact: true }).click();
    await dialog.getByLabel('Port of the connected device').fill('p5');
    await dialog.getByRole('button', { name: 'Add device' }).click();
    await findCard(owner, 'Lobby <b>switch</b>').waitFor();
    await findButton(owner, 'Save').click();
    await findButton(owner, 'Edit').waitFor();
    const { links } = await owner.api.call('topologyGet', {
      params: { projectId: owner.project.id },
      query: {},
    });
    expect(links.find(({ evidence }) => evidence === 'manual')?.upper.port).toBe('p5');
    await page.reload();
    await findCard(owner, 'Lobby <b>switch</b>').getByText('added by hand').waitFor();
  });

  it('work with the keyboard alone: move, hide and show again', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    const before = await readPosition(owner, 'Bar');
    await findCard(owner, 'Bar').focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByRole('button', { name: 'Hide with everything below it' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await readPosition(owner, 'Bar'))[0]).toBeGreaterThan(before[0] ?? 0);
    await page.getByText('1 change not saved').waitFor();
    await panel.getByRole('button', { name: 'Hide with everything below it' }).press('Enter');
    await findCard(owner, 'Bar').waitFor({ state: 'detached' });
    await findButton(owner, '1 hidden').press('Enter');
    await page.getByRole('menuitem', { name: 'Show Bar' }).press('Enter');
    await findCard(owner, 'Bar').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('of another user are kept, and a conflict is named', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    const params = { projectId: owner.project.id };
    await drag(owner, 'Bar', 60, 90);
    await page.getByText('1 change not saved').waitFor();
    const find = (name: string) => owner.devices.find((device) => device.name === name)?.id ?? '';
    const { edits } = await owner.api.call('topologyGet', { params, query: {} });
    const move = (name: string) =>
      ({
        kind: 'position',
        nodeId: find(name),
        direction: 'vertical',
        value: { x: 300, y: 300 },
      }) as const;
    await owner.api.call('topologyEditSave', {
      params,
      body: { baseRevision: edits.revision, changes: [move('Hall'), move('Bar')] },
    });
    const notice = page.getByRole('alert').filter({ hasText: 'Another user has changed the same items.' });
    await notice.getByText('Position of Bar').waitFor();
    expect(await findButton(owner, 'Save').getAttribute('aria-disabled')).toBe('true');
    await notice.getByRole('button', { name: 'Keep my changes' }).click();
    await findButton(owner, 'Save').click();
    await findButton(owner, 'Edit').waitFor();
    const { positions } = (await owner.api.call('topologyGet', { params, query: {} })).edits;
    expect(positions.find(({ nodeId }) => nodeId === find('Hall'))?.x).toBe(300);
    expect(positions.find(({ nodeId }) => nodeId === find('Bar'))?.x).not.toBe(300);
  });

  it('are not lost without a question', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    await drag(owner, 'Bar', 60, 90);
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('link', { name: 'Device Maintenance' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByText('Keep editing').click();
    await page.getByText('1 change not saved').waitFor();
    await findButton(owner, 'Discard').click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await findButton(owner, 'Edit').waitFor();
  });

  it('of the demo can be tried, but not saved', async () => {
    await using demo = await startProduct({ demo: true });
    await using visitor = await demo.visit();
    const { page } = visitor;
    await openDemo(page);
    await page.goto(`${TOPOLOGY_PATH}?project=${DEMO_WLAN_PROJECT}`);
    await findCard(visitor, 'Core-1').waitFor();
    await findButton(visitor, 'Edit').click();
    await drag(visitor, 'Core-1', 80, 40);
    await page.getByText('1 change not saved').waitFor();
    await findButton(visitor, 'Save').click();
    await page.getByText('This operation is not available in demo projects.').waitFor();
    await page.getByText('1 change not saved').waitFor();
  });
});
