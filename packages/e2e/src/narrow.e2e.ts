import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { findOutside, findSmallTargets } from './layout.ts';
import { openDemo, waitUntilPageSettled } from './steps.ts';

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const PAGES = [
  '/overview/preview',
  '/overview/list',
  `/manage/devconf?${DEMO}`,
  `/manage/networkconf/vlan?${DEMO}`,
  `/manage/networkconf/vlan?${DEMO}&open=20`,
  `/manage/networkconf/dhcp?${DEMO}`,
  `/manage/networkconf/netset?${DEMO}`,
  `/manage/networkconf/static?${DEMO}`,
  `/manage/networkconf/router?${DEMO}`,
  `/manage/networkconf/port?${DEMO}`,
  `/manage/networkconf/history?${DEMO}`,
  `/manage/wirelessconf?${DEMO}`,
  `/manage/wirelessconf?${DEMO}&open=guests`,
  `/manage/wirelessconf?${DEMO}&tab=foreign`,
  `/manage/rfconf?${DEMO}`,
  `/manage/rfconf?${DEMO}&tab=interference`,
  `/manage/rfconf?${DEMO}&tab=radios`,
  `/manage/rfconf?${DEMO}&tab=settings`,
  `/manage/status?${DEMO}`,
  `/manage/devsrunstat?${DEMO}`,
  `/manage/devsrunstat?${DEMO}&tab=radios`,
  `/manage/devsrunstat?${DEMO}&tab=compare`,
  `/manage/onlinestat?${DEMO}`,
  `/manage/onlinelist?${DEMO}`,
  `/manage/alarminfo?${DEMO}`,
  `/manage/alarminfo?${DEMO}&tab=rules`,
  `/manage/authority?${DEMO}`,
  `/manage/runlog?${DEMO}`,
  '/help',
];
/** Window sizes: a phone, a tablet, a window of 1440 × 900 at 200% zoom, and a small notebook. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
  { width: 1280, height: 720 },
];

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('the console in a narrow window', () => {
  it.each(SIZES)('scrolls no page sideways and clips no control at $width × $height', async (size) => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await page.setViewportSize(size);
    const findings: string[] = [];
    for (const path of PAGES) {
      await waitUntilPageSettled(page, path);
      findings.push(...(await findOutside(page)).map((finding) => `${path}: ${finding}`));
    }
    expect(findings).toEqual([]);
  });

  it('has touch targets of 44 px on a phone', async () => {
    await using visitor = await product.visit({ screen: 'phone' });
    const { page } = visitor;
    await openDemo(page);
    const findings: string[] = [];
    for (const path of PAGES) {
      await waitUntilPageSettled(page, path);
      findings.push(...(await findSmallTargets(page)).map((finding) => `${path}: ${finding}`));
    }
    // The address of a panel of a radio names a device, whose id each run draws.
    await waitUntilPageSettled(page, `/manage/rfconf?${DEMO}&tab=radios`);
    await page.getByRole('gridcell').first().click();
    await page.getByRole('link', { name: 'Open device' }).waitFor();
    findings.push(...(await findSmallTargets(page)).map((finding) => `radio: ${finding}`));
    expect(findings).toEqual([]);
  });

  it('shows the main text of a list row inside the window of a phone, and sorts the list', async () => {
    await using visitor = await product.visit({ screen: 'phone' });
    const { page } = visitor;
    await openDemo(page);
    for (const [path, text] of [
      [`/manage/devconf?${DEMO}`, /Access-F1/],
      [`/manage/runlog?${DEMO}`, /Configuration/],
      [`/manage/onlinelist?${DEMO}`, /10\.10\./],
    ] as const) {
      await waitUntilPageSettled(page, path);
      const cell = page.getByRole('gridcell').filter({ hasText: text }).first();
      const { width = 0, x = 0 } = (await cell.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390, width > 60], path).toEqual([true, true, true]);
    }
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-ip');
    await page.waitForURL(/sort=-ip/);
  });

  it('has a web app manifest that Chromium accepts, with icons of the stated sizes', async () => {
    await using visitor = await product.visit();
    const { context, page } = visitor;
    await page.goto('/login');
    const devtools = await context.newCDPSession(page);
    const { data, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
    const sizes = await page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      icons.map(({ src }) => src),
    );
    expect(sizes).toEqual(icons.map(({ sizes: stated }) => stated));
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });

  it('shows the menu as a drawer, and an open panel in place of its list', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntilPageSettled(page, `/manage/status?${DEMO}`);
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Device Maintenance' }).waitFor();
    await drawer.getByRole('link', { name: 'Device Maintenance' }).click();
    await page.getByRole('heading', { name: 'Device Maintenance', level: 1 }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await page.getByText('Access-F1', { exact: true }).first().click();
    const panel = page.getByRole('complementary', { name: 'Device' });
    await panel.getByRole('button', { name: 'Close panel' }).waitFor();
    const box = await panel.boundingBox();
    expect(box?.width).toBe(390);
    await page.getByRole('grid').waitFor({ state: 'hidden' });
    expect(await findOutside(page)).toEqual([]);
    // One Escape closes one layer.
    await page.getByRole('button', { name: 'Menu' }).click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('grid').waitFor();
  });
});
