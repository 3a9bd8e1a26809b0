import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Product, startProduct } from './seed.ts';

const SWITCH = { model: 'NL-SW8P', name: 'Switch-1' } as const;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

/**
 * Delays the answer of this path, runs `act`, and expects the overlay with this message until the answer
 * arrives.
 */
async function expectOverlay(page: Page, path: string, message: string, act: () => Promise<void>) {
  const answered = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await answered.promise;
    await route.fallback();
  });
  await act();
  const overlay = page.getByRole('status').getByText(message, { exact: true });
  await overlay.waitFor();
  answered.resolve();
  await overlay.waitFor({ state: 'detached' });
  await page.unroute(path);
}

describe('the full-screen overlay', () => {
  it('shows the upload of a picture', async () => {
    await using owner = await product.install({ path: '/account/profile' });
    const { page } = owner;
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
    await page.getByRole('button', { name: 'Choose picture' }).waitFor();
    await page.locator('input[type="file"]').setInputFiles(picture);
    const dialog = page.getByRole('dialog', { name: 'Your picture' });
    await expectOverlay(page, '**/account/avatar*', 'Uploading…', () =>
      dialog.getByRole('button', { name: 'Save' }).click(),
    );
    await page.getByText('Picture saved.').waitFor();
  });

  it('shows the upload of an upgrade file', async () => {
    await using owner = await product.install();
    const { page } = owner;
    await page.getByRole('button', { name: 'Manage firmware' }).click();
    const file = { name: 'switch.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('none') };
    await expectOverlay(page, '**/firmware', 'Uploading…', () =>
      page.locator('input[type="file"]').setInputFiles(file),
    );
    await page.getByRole('dialog', { name: 'Firmware' }).getByRole('alert').waitFor();
  });

  it('shows the loading of an exported log', async () => {
    await using owner = await product.install({ devices: [SWITCH], path: '/manage/runlog' });
    const { page } = owner;
    const exportLog = page.getByRole('button', { name: 'Export log' });
    await Promise.all([
      page.waitForEvent('download'),
      expectOverlay(page, '**/logs.csv*', 'Loading…', () => exportLog.click()),
    ]);
  });
});
