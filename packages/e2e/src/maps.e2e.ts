import { readFile } from 'node:fs/promises';
import { DEFAULT_PLAN_SETTINGS, DEMO_WLAN_PROJECT, type FloorPlan } from '@northlight/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPdf } from '../../server/src/platform/images/testing/plan-files.ts';
import { findAxeFindingsInBothSchemes } from './axe.ts';
import { type Installer, type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.[Symbol.asyncDispose]());

const PATH = '/manage/visualization/td';
const WALL = { id: 'wall', x1: 10, y1: 0, x2: 10, y2: 20, material: 'brick' };

const PLANNED = {
  id: 'p1',
  name: 'Planned 1',
  model: 'NL-AP6C',
  x: 20,
  y: 15,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling' as const,
};

type Opened = Pick<Installer, 'page'>;

const findButton = ({ page }: Opened, name: string) => page.getByRole('button', { name, exact: true });
const findDrawing = ({ page }: Opened) => page.getByRole('group', { name: 'Floor plan', exact: true });
const findWalls = ({ page }: Opened) => page.getByRole('button', { name: /^Wall, / });

/** Opens a new site with an access point, with a floor plan of 50 × 30 m that has one wall. */
async function openSite(part: Partial<FloorPlan> = {}) {
  const owner = await product.install({ devices: [{ model: 'NL-AP6C', name: 'Hall' }], path: '' });
  const params = { projectId: owner.project.id };
  const map = await owner.api.call('mapCreate', {
    params,
    body: { name: 'Lobby', building: 'Main building', floor: 0, settings: DEFAULT_PLAN_SETTINGS },
  });
  const one = { ...params, mapId: map.id };
  const save = (baseVersion: number, own: Partial<FloorPlan>) =>
    owner.api.call('mapSave', { params: one, body: { baseVersion, plan: { ...map.plan, ...own } } });
  await save(1, { walls: [WALL], ...part });
  await owner.page.goto(`${PATH}?project=${params.projectId}`);
  await findWalls(owner).first().waitFor({ state: 'attached' });
  return { owner, params: one, save, plan: { ...map.plan, walls: [WALL], ...part } };
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
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
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
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
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
    await page.getByText(/^Target −67 dBm: met on/).waitFor();
    await findButton(owner, 'Save').click();
    await page.getByText('The floor plan was saved.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Hall, online/ }).waitFor();
    const [map] = (await owner.api.call('mapList', { params: { projectId: owner.project.id } })).items;
    expect(map).toMatchObject({ name: 'Offices 1', version: 2, devices: 1 });
  });

  it('keeps edits until they are saved, also over a reload, and steps through them', async () => {
    const { owner: installer } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await chooseTool(owner, 'Wall');
    await clickPlan(owner, [0.5, 0.3], [0.7, 0.3], [0.7, 0.6]);
    await expect.poll(() => findWalls(owner).count()).toBe(3);
    await findButton(owner, 'End the wall').click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => findWalls(owner).count()).toBe(2);
    await page.keyboard.press('Control+y');
    await page.getByText('Not saved: 2 added.').waitFor();
    await expect
      .poll(async () => {
        const [map] = (await owner.api.call('mapList', { params: { projectId: owner.project.id } })).items;
        const params = { projectId: owner.project.id, mapId: map?.id ?? '' };
        return (await owner.api.call('mapDraftGet', { params })).draft?.plan.walls.length;
      })
      .toBe(3);
    await page.reload();
    await expect.poll(() => findWalls(owner).count()).toBe(3);
    await findButton(owner, 'Save').click();
    await page.getByText('The floor plan was saved.').waitFor();
    await findButton(owner, 'More actions').click();
    await findButton(owner, 'Versions').click();
    await page.getByRole('dialog', { name: 'Versions' }).getByText('2 added').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('is edited with the keyboard alone: a wall, a door, a move and a removal', async () => {
    const { owner: installer } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio', { name: 'Select' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Draw a wall, or click its corners.').waitFor();
    await findDrawing(owner).focus();
    const press = async (key: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    await press('Shift+ArrowRight', 1);
    await page.keyboard.press('Enter');
    await press('Shift+ArrowRight', 4);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Wall, Plasterboard, 4.00 m' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const wall = page.getByRole('button', { name: 'Wall, Plasterboard, 4.00 m' });
    await wall.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Wall' });
    await panel.getByLabel('Length (m)').fill('6');
    await page.getByRole('button', { name: 'Wall, Plasterboard, 6.00 m' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => findWalls(owner).count()).toBe(1);
    await page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio', { name: 'Select' }).focus();
    await press('ArrowRight', 2);
    await findDrawing(owner).focus();
    // From the middle of the plan, at 25 m, to the wall at 10 m.
    await press('Shift+ArrowLeft', 15);
    await page.keyboard.press('Enter');
    await page.getByText('Not saved: 1 changed.').waitFor();
    await findWalls(owner).first().focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('group', { name: 'Door 1' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('tries out the failure of an access point without saving it', async () => {
    const { owner: installer } = await openSite({ planned: [PLANNED] });
    await using owner = installer;
    const { page } = owner;
    await expect.poll(() => measureHeat(owner)).toBeGreaterThan(0.3);
    await page.getByRole('button', { name: 'Planned 1, planned' }).click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByRole('switch', { name: 'It fails' }).click({ force: true });
    await page.getByText('One device is tried out with other settings. Nothing is saved.').waitFor();
    await expect.poll(() => measureHeat(owner)).toBeLessThan(0.05);
    await findButton(owner, 'End the trial').click();
    await expect.poll(() => measureHeat(owner)).toBeGreaterThan(0.3);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('List').click();
    await page.getByRole('table', { name: 'Devices' }).getByText('Planned 1').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('is exported as a picture and as a document with its legend', async () => {
    const { owner: installer } = await openSite({ planned: [PLANNED] });
    await using owner = installer;
    const { page } = owner;
    await expect.poll(() => measureHeat(owner)).toBeGreaterThan(0.3);
    const save = async (format: string): Promise<Buffer> => {
      await findButton(owner, 'Export').click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: format }).click();
      return readFile(await (await download).path());
    };
    const picture = sharp(await save('Picture (PNG)'));
    const { channels } = await picture.stats();
    // The colours of the heat map: neither white nor black alone.
    expect(channels.map(({ stdev }) => stdev > 20)).toEqual(expect.arrayContaining([true]));
    expect((await save('Document (PDF)')).subarray(0, 5).toString()).toBe('%PDF-');
    const drawing = (await save('Drawing (SVG)')).toString();
    expect(drawing).toContain('Planned 1 (planned)');
    expect(drawing).toContain('typical error 8 dB');
  });

  it('proposes places of access points for a target, with the reason of each', async () => {
    const { owner: installer } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await findButton(owner, 'Add device').click();
    await page.getByRole('menuitem', { name: 'Place access points for the target…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Place access points' });
    await dialog.getByRole('button', { name: 'Propose places' }).click();
    await dialog.getByText(/reach(es)? the target on/).waitFor();
    await dialog
      .getByText(/^Alone serves/)
      .first()
      .waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Add \d planned device/ }).click();
    await page.getByRole('button', { name: 'Planned 1, planned' }).waitFor();
    await page.getByText(/met on [\d,]+ m² \((9[5-9]|100)%\)/).waitFor();
  });

  it('merges the changes of two people, and names a conflict', async () => {
    const { owner: installer, save } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await chooseTool(owner, 'Wall');
    await clickPlan(owner, [0.5, 0.3], [0.7, 0.3]);
    await page.getByText('Not saved: 1 added.').waitFor();
    await save(2, { walls: [WALL, { ...WALL, id: 'other', x1: 30, x2: 30 }] });
    await expect.poll(() => findWalls(owner).count()).toBe(3);
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
    await notice.getByRole('button', { name: 'Use the saved ones' }).waitFor();
    expect(await findButton(owner, 'Save').getAttribute('aria-disabled')).toBe('true');
    await notice.getByRole('button', { name: 'Use the saved ones' }).click();
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
    expect(await page.getByText('Another window has changed').count()).toBe(0);
  });

  it('that was deleted while it was edited can be kept as a new floor plan', async () => {
    const { owner: installer, params } = await openSite();
    await using owner = installer;
    const { page } = owner;
    await page.locator('[data-item="walls wall"]').focus();
    await page.keyboard.press('ArrowRight');
    await owner.api.call('mapDelete', { params });
    await page.getByText('This floor plan was deleted while you edited it.').waitFor();
    await findButton(owner, 'Save it as a new floor plan').click();
    await expect
      .poll(async () => {
        const { items } = await owner.api.call('mapList', { params: { projectId: owner.project.id } });
        return items.map(({ walls }) => walls);
      })
      .toEqual([1]);
  });

  it('of the demo can be edited, but not saved', async () => {
    await using demo = await startProduct({ demo: true });
    await using visit = await demo.visit();
    const { page } = visit;
    await openDemo(page);
    await page.goto(`${PATH}?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('button', { name: /^AP-01, / }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('The demo saves no floor plans.').waitFor();
    const save = findButton(visit, 'Save');
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
  });

  it('is read without tools by a viewer', async () => {
    const { owner: installer, params } = await openSite();
    await using owner = installer;
    const viewer = await product.signIn();
    await using visit = viewer;
    await owner.api.call('shareCreate', {
      params,
      body: { account: viewer.account, right: 'r', validity: { kind: 'permanent' } },
    });
    await visit.page.goto(`${PATH}?project=${params.projectId}`);
    await findWalls(visit).first().waitFor({ state: 'attached' });
    expect(await visit.page.getByRole('toolbar', { name: 'Edit the floor plan' }).count()).toBe(0);
    await findWalls(visit).first().focus();
    await visit.page.keyboard.press('Delete');
    expect(await findWalls(visit).count()).toBe(1);
  });
});
