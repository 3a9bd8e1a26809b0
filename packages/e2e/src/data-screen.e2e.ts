import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Visit } from './browser.ts';
import { expect } from './expect.ts';
import { addDevices, type Installer, type Product, startProduct } from './seed.ts';

const SCREEN = '/overview/preview/datascreen';
const PROJECT = 'Hotel Lisboa';
/** Refreshes per minute: one every 5 s. */
const REFRESHES_A_MINUTE = 12;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });
const expectTitle = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Northlight', exact: true })).toBeVisible();

/** Opens the list of displays in the settings of the data screen. */
async function openDisplays(page: Page) {
  await page.goto(SCREEN);
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'Screen settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Data screen' });
  await dialog.getByText('Displays', { exact: true }).click();
  return dialog;
}

interface Wall extends AsyncDisposable {
  readonly owner: Installer;
  /** The display, in a browser without the owner's session. */
  readonly display: Visit;
  readonly link: string;
}

/** Opens the data screen of an account with one project on a display. */
async function openWall({ isAlone = false } = {}): Promise<Wall> {
  await using opening = new AsyncDisposableStack();
  const owner = opening.use(await product.install({ projectName: PROJECT, path: '' }));
  const body = { name: 'Lobby', projects: 'all', expiresInDays: 365 } as const;
  const { token } = await owner.api.call('displayCreate', { body });
  const link = `${product.env.address}${SCREEN}#display=${token}`;
  const display = opening.use(await product.visit({ screen: 'dark', isAlone }));
  await display.page.goto(link);
  await expectTitle(display.page);
  const disposal = opening.move();
  return { owner, display, link, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

describe('the data screen', () => {
  it('opens on a display by a link, and removes the token from the address at once', async () => {
    await using owner = await product.install({ projectName: PROJECT, path: '' });
    await using wall = await product.visit({ screen: 'dark' });
    const dialog = await openDisplays(owner.page);
    await dialog.getByRole('button', { name: 'Create display' }).click();
    await dialog.getByLabel('Name').fill('Lobby');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog.locator('code')).toContainText(`${SCREEN}#display=`);
    const link = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog.getByText('never used')).toBeVisible();
    await owner.page.keyboard.press('Escape');
    await wall.page.goto(link);
    await expectTitle(wall.page);
    await expect(wall.page).toHaveURL(`${product.env.address}${SCREEN}#display`);
    // The display shows no links and a single button.
    await expect(wall.page.getByRole('link')).toHaveCount(0);
    await expect(wall.page.getByRole('button')).toHaveCount(1);
  });

  it('shows connecting and disconnecting devices without a reload', async () => {
    await using wall = await openWall();
    const { display, owner } = wall;
    const gateway = { model: 'NL-GW5', name: 'Gateway' };
    const { fleet } = await addDevices(product.env, owner.api, owner.project.id, [gateway]);
    const online = figure(display.page, 'Devices online');
    await expect(online).toContainText('all online', { timeout: 30_000 });
    await fleet.site[Symbol.asyncDispose]();
    await expect(online).toContainText('1 offline', { timeout: 60_000 });
    await expect(display.page.getByRole('region', { name: 'Needs attention' })).toContainText(PROJECT);
    await expect(display.page).toHaveTitle(/1 offline/);
  });

  it('continues after a reload and without its cookie', async () => {
    await using wall = await openWall();
    const { context, page } = wall.display;
    await page.reload();
    await expectTitle(page);
    await page.goto('about:blank');
    await page.goto(wall.link);
    await expectTitle(page);
    await context.clearCookies();
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/display/open'));
    expect((await opened).status()).toBe(200);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });

  it('keeps its number of page elements constant during 10 min', async () => {
    await using wall = await openWall({ isAlone: true });
    const { context, page } = wall.display;
    await page.clock.install();
    await page.goto(wall.link);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const session = await context.newCDPSession(page);
    const pass = async (minutes: number): Promise<{ heap: number; nodes: number; listeners: number }> => {
      for (let round = 0; round < minutes * REFRESHES_A_MINUTE; round++) {
        const answer = page.waitForResponse((each) => each.url().endsWith('/display/screen'));
        await page.clock.runFor(60_000 / REFRESHES_A_MINUTE);
        await (await answer).finished();
      }
      for (let look = 0; look < 3; look++) await session.send('HeapProfiler.collectGarbage');
      const { jsEventListeners, nodes } = await session.send('Memory.getDOMCounters');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { heap: usedSize, nodes, listeners: jsEventListeners };
    };
    const before = await pass(2);
    const after = await pass(10);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.05);
    expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.05);
    expect(after.heap).toBeLessThanOrEqual(before.heap * 1.1);
  });

  it('becomes empty and shows the reason when its display is revoked', async () => {
    await using wall = await openWall();
    const { display, owner } = wall;
    const dialog = await openDisplays(owner.page);
    await dialog.getByRole('button', { name: 'Revoke Lobby' }).click();
    await dialog.getByRole('button', { name: 'Revoke Lobby now' }).click();
    await expect(dialog.getByText('Lobby')).toHaveCount(0);
    await expect(display.page.getByRole('heading', { name: 'No data to show' })).toBeVisible();
    await expect(display.page.getByText('This display was revoked or has expired')).toBeVisible();
    await expect(display.page.getByText(PROJECT)).toHaveCount(0);
  });

  it('redirects to the sign-in page without a session', async () => {
    await using stranger = await product.visit();
    await stranger.page.goto(SCREEN);
    await expect(stranger.page).toHaveURL(/\/login\?/);
  });
});
