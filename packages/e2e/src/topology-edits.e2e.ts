import { TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { findCard, openTopologySite } from './topology-site.ts';

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

describe('edits of the network topology', () => {
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

  it('of another user are kept, and a conflict is named', async () => {
    await using owner = await openEditor();
    const { page } = owner;
    const params = { projectId: owner.project.id };
    await drag(owner, 'Bar', 60, 90);
    await page.getByText('1 change not saved').waitFor();
    const find = (name: string) => owner.devices.find((device) => device.name === name)?.id ?? '';
    const { edits } = await owner.api.call('topologyGet', { params, query: {} });
    const move = (name: string) =>
      TOPOLOGY_DOCUMENT.set('positions', { nodeId: find(name), direction: 'vertical', x: 300, y: 300 });
    await owner.api.call('topologyEditSave', {
      params,
      body: { baseRevision: edits.revision, changes: [move('Hall'), move('Bar')] },
    });
    const notice = page.getByRole('alert').filter({ hasText: 'Another user has changed the same items.' });
    await notice.getByText('Position of Bar').waitFor();
    await expect(findButton(owner, 'Save')).toHaveAttribute('aria-disabled', 'true');
    await notice.getByRole('button', { name: 'Resolve conflicts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reapply my changes' }).click();
    await findButton(owner, 'Save').click();
    await findButton(owner, 'Edit').waitFor();
    const { positions } = (await owner.api.call('topologyGet', { params, query: {} })).edits;
    expect(positions.find(({ nodeId }) => nodeId === find('Hall'))?.x).toBe(300);
    expect(positions.find(({ nodeId }) => nodeId === find('Bar'))?.x).not.toBe(300);
  });
});
