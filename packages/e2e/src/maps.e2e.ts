import { DEFAULT_PLAN_SETTINGS, type FloorPlan } from '@northlight/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createPdf } from '../../server/src/platform/images/testing/plan-files.ts';
import { expect } from './expect.ts';
import { type Installer, type Product, startProduct } from './seed.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.[Symbol.asyncDispose]());

const PATH = '/manage/visualization/td';
const WALL = { id: 'wall', x1: 10, y1: 0, x2: 10, y2: 20, material: 'brick' };

type Opened = Pick<Installer, 'page'>;

const findButton = ({ page }: Opened, name: string) => page.getByRole('button', { name, exact: true });
const findDrawing = ({ page }: Opened) => page.getByRole('group', { name: 'Floor plan', exact: true });
const findWalls = ({ page }: Opened) => page.getByRole('button', { name: /^Wall, / });

/** Opens a new site with an access point, with a floor plan of 50 × 30 m that has one wall. */
async function openSite() {
  const owner = await product.install({ devices: [{ model: 'NL-AP6C', name: 'Hall' }], path: '' });
  const params = { projectId: owner.project.id };
  const map = await owner.api.call('mapCreate', {
    params,
    body: { name: 'Lobby', building: 'Main building', floor: 0, settings: DEFAULT_PLAN_SETTINGS },
  });
  const one = { ...params, mapId: map.id };
  const save = (baseVersion: number, own: Partial<FloorPlan>) =>
    owner.api.call('mapSave', { params: one, body: { baseVersion, plan: { ...map.plan, ...own } } });
  await save(1, { walls: [WALL] });
  await owner.page.goto(`${PATH}?project=${params.projectId}`);
  await findWalls(owner).first().waitFor({ state: 'attached' });
  return { owner, params: one, save };
}

async function chooseTool({ page }: Opened, tool: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Tool' }).getByText(tool, { exact: true }).click();
}

/** Clicks points of the plan, as shares of its drawing. */
async function clickPlan(owner: Opened, ...points: readonly (readonly [number, number])[]): Promise<void> {
  const box = await findDrawing(owner).boundingBox();
  if (!box) throw new Error('The plan is not drawn.');
  for (const [x, y] of points) {
    await owner.page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await owner.page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  }
}

/** Returns the share of the drawing with the colours of a heat map, from 0 to 1. */
async function measureHeat(owner: Opened): Promise<number> {
  const picture = await findDrawing(owner).screenshot();
  const data = await sharp(picture).resize(120, 72).removeAlpha().raw().toBuffer();
  let coloured = 0;
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 40) coloured += 1;
  }
  return coloured / (data.length / 3);
}

describe('the Wi-Fi map', () => {
  it('begins with a PDF, whose pages become floor plans, and shows the signal of a placed device', async () => {
    await using owner = await product.install({
      devices: [{ model: 'NL-AP6C', name: 'Hall' }],
      path: PATH,
    });
    const { page } = owner;
    await page.getByText('No floor plans yet').waitFor();
    await findButton(owner, 'New floor plan').click();
    const dialog = page.getByRole('dialog', { name: 'New floor plan' });
    await dialog.getByLabel('Name').fill('Offices');
    const choose = async (name: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByLabel('Picture').click();
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await choose('offices.pdf', createPdf(16));
    await findButton({ page }, 'Create floor plan').click();
    await dialog.getByText('The floor plan has 16 pages. Choose one with at most 15.').waitFor();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'offices.pdf',
      mimeType: 'application/pdf',
      buffer: createPdf(2),
    });
    await findButton({ page }, 'Create floor plan').click();
    await page.getByText('2 floor plans created.').waitFor();
    await page.locator('svg image').waitFor();
    await chooseTool(owner, 'Scale');
    await clickPlan(owner, [0.3, 0.5], [0.6, 0.5]);
    const scale = page.getByRole('dialog', { name: 'Scale' });
    await scale.getByLabel('Distance between the two points (m)').fill('0');
    await findButton({ page }, 'Set scale').click();
    await scale.getByText('Enter a length above 0 m and up to 2,000 m.').waitFor();
    await scale.getByLabel('Distance between the two points (m)').fill('12');
    await findButton({ page }, 'Set scale').click();
    await findButton(owner, 'Add device').click();
    await page.getByRole('menuitem', { name: 'Hall' }).click();
    await clickPlan(owner, [0.5, 0.5]);
    await page.getByRole('button', { name: /^Hall, online/ }).waitFor();
    await expect.poll(() => measureHeat(owner)).toBeGreaterThan(0.3);
    await page.getByText(/% of .* reach −67 dBm/).waitFor();
    await findButton(owner, 'Save').click();
    await page.getByText('The floor plan was saved.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Hall, online/ }).waitFor();
    const [map] = (await owner.api.call('mapList', { params: { projectId: owner.project.id } })).items;
    expect(map).toMatchObject({ name: 'Offices 1', version: 2, devices: 1 });
  });

  it('merges the changes of two people, and names a conflict', async () => {
    const { owner: installer, save } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await chooseTool(owner, 'Wall');
    await clickPlan(owner, [0.5, 0.3], [0.7, 0.3]);
    await page.getByText('Not saved: 1 added.').waitFor();
    await save(2, { walls: [WALL, { ...WALL, id: 'other', x1: 30, x2: 30 }] });
    await expect(findWalls(owner)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const wall = page.locator('[data-item="walls wall"]');
    await wall.focus();
    await page.keyboard.press('ArrowRight');
    await save(3, {
      walls: [
        { ...WALL, y2: 25 },
        { ...WALL, id: 'other', x1: 30, x2: 30 },
      ],
    });
    const notice = page.getByRole('alert').filter({ hasText: 'has changed the same items.' });
    await notice.getByRole('button', { name: 'Resolve conflicts' }).waitFor();
    await expect(findButton(owner, 'Save')).toHaveAttribute('aria-disabled', 'true');
    await notice.getByRole('button', { name: 'Resolve conflicts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
    await dialog.getByText('Theirs', { exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Reapply my changes' }).click();
    await page.locator('[data-item="walls wall"][aria-label*="25.0 m"]').waitFor({ state: 'attached' });
    await findButton(owner, 'Save').click();
    await page.getByText('The floor plan was saved.').waitFor();
  });

  it('is kept as a draft when a save is refused, with the reason', async () => {
    const { owner: installer, params } = await openSite();
    await using owner = installer;
    const { api, devices, page } = owner;
    await findButton(owner, 'Add device').click();
    await page.getByRole('menuitem', { name: 'Hall' }).click();
    await clickPlan(owner, [0.6, 0.6]);
    await page.getByText('Not saved: 1 added.').waitFor();
    const other = await api.call('mapCreate', {
      params,
      body: { name: 'Roof', building: 'Main building', floor: 3, settings: DEFAULT_PLAN_SETTINGS },
    });
    const place = { x: 1, y: 1, heightM: 2, azimuth: 0, mounting: 'ceiling' as const };
    await api.call('mapPlacementSave', {
      params: { ...params, mapId: other.id },
      body: { items: [{ ...place, deviceId: devices[0]?.id ?? '' }] },
    });
    await findButton(owner, 'Save').click();
    await page.getByText('This device is on the plan Roof. Remove it there first.').waitFor();
    await page.getByRole('button', { name: /^Hall, / }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    const readX = async () => (await api.call('mapDraftGet', { params })).draft?.plan.devices[0]?.x;
    const before = await readX();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(readX).toBeGreaterThan(before ?? 0);
    await expect(page.getByText('Another window has changed')).toHaveCount(0);
  });
});
