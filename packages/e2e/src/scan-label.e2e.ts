import { formatLabel } from '@northlight/contract';
import type { BrowserContext, Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, startProduct } from './seed.ts';
import { type DeviceLabel, PASSWORD } from './steps.ts';

const ACCOUNT = 'phone@example.com';
/** Browser settings of a phone with a touch screen. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let product: Product;
let label: DeviceLabel;
let projectId: number;

beforeAll(async () => {
  product = await startProduct();
  const { base } = await product.env.fleetOf(12);
  const found = base.find(({ model }) => model === 'NL-AP6C');
  if (!found) throw new Error('The fleet has no access point.');
  label = found;
  await using installer = await product.install({ account: ACCOUNT, path: '' });
  projectId = installer.project.id;
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Replaces the camera, which the headless browser does not have, by a picture of a QR code. */
const showToCamera = (page: Page, text: string): Promise<unknown> =>
  page.addInitScript(
    ({ data, size }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const scale = Math.floor(400 / size);
      const draw = () => {
        const context = canvas.getContext('2d');
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = '#000';
        data.forEach((row, y) =>
          row.forEach(
            (isDark, x) => isDark && context.fillRect(120 + x * scale, 40 + y * scale, scale, scale),
          ),
        );
        requestAnimationFrame(draw);
      };
      draw();
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
    },
    encode(text, { border: 2 }),
  );

const openPhone = (): Promise<BrowserContext> =>
  product.browser.newContext({ baseURL: product.env.address, reducedMotion: 'reduce', ...PHONE });

/** Opens the dialog on a phone and begins to scan. */
async function startScan(page: Page) {
  await page.goto('/login');
  await page.getByLabel('E-mail or mobile number').fill(ACCOUNT);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/overview\/preview/);
  await page.goto(`/manage/devconf?project=${projectId}&dialog=add`);
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await dialog.getByRole('button', { name: 'Scan labels with the camera' }).click();
  return dialog;
}

describe('a label in front of the camera', () => {
  it('becomes a checked row that the user can add', async () => {
    await using context = await openPhone();
    const page = await context.newPage();
    await showToCamera(page, formatLabel(label));
    const dialog = await startScan(page);
    await expect(dialog.getByText(`${label.sn} was read.`)).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByText('1 device ready')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 1 device' }).click();
    await expect(dialog.getByText('1 device added')).toBeVisible();
  });

  it('is ignored when it is not a device label', async () => {
    await using context = await openPhone();
    const page = await context.newPage();
    await showToCamera(page, 'https://example.com');
    const dialog = await startScan(page);
    await expect(dialog.getByText('This code is not on a device label.')).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByRole('group', { name: /^Row/ })).toHaveCount(0);
  });
});
