import { readFileSync } from 'node:fs';
import { createDeviceAuthority, type PemPair, startOpenWifiFleet } from '@northlight/simulator/openwifi';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, it } from 'vitest';
import { type Product, startProduct } from '../seed.ts';
import { findRow, waitForRow } from '../steps.ts';

const clock = new SystemClock();
const entropy = new SystemEntropy();
let product: Product;
let authority: PemPair;

beforeAll(async () => {
  product = await startProduct();
  authority = await createDeviceAuthority('Harbour access points', clock, entropy);
});

afterAll(() => product?.[Symbol.asyncDispose]());

it('shows a device of a trusted authority online, and offline after the authority is removed', async () => {
  await using owner = await product.install({ projectName: 'Harbour', path: '' });
  const { page } = owner;
  await page.goto('/cloud-code');
  await page.getByRole('button', { name: 'Add authority' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authority' });
  await dialog.getByLabel('Certificate').fill('hello');
  await dialog.getByRole('button', { name: 'Add authority' }).click();
  await dialog.getByText('The text is not a certificate in PEM').waitFor();
  const buffer = Buffer.from(authority.cert);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer });
  await dialog.getByRole('button', { name: 'Add authority' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await using _fleet = await startOpenWifiFleet({
    count: 1,
    seed: 1,
    url: `wss://127.0.0.1:${product.env.server.ucentral.port}`,
    ca: readFileSync(product.env.authorityFile, 'utf8'),
    authority,
    clock,
    entropy,
  });
  const alert = page.getByRole('region', { name: 'A device wants to join' });
  await alert.getByRole('button', { name: 'Add to a project' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to a project' });
  await adding.getByLabel('Name').fill('Pier');
  await page.keyboard.press('Enter');
  await adding.waitFor({ state: 'hidden' });
  await page.goto('/manage/devconf');
  await waitForRow(page, 'Pier', 'Online');
  await findRow(page, 'Pier').first().click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Upgrade/ }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade Pier' });
  await upgrade.getByLabel('Image address').fill('ftp://images.example.com/ap.bin');
  await upgrade.getByRole('button', { name: 'Upgrade' }).click();
  await upgrade.getByText('begins with https:// or http://').waitFor();
  // The address contains no image, so the device rejects it.
  await upgrade.getByLabel('Image address').fill('https://images.example.com/readme.txt');
  await upgrade.getByRole('button', { name: 'Upgrade' }).click();
  await upgrade.waitFor({ state: 'hidden' });
  await page.getByText('The image could not be validated').first().waitFor();
  await page.goto('/cloud-code');
  await page.getByText('1 device · until').waitFor();
  await page.getByRole('button', { name: 'Remove Harbour access points' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('identify themselves with a certificate').waitFor();
  await page.goto('/manage/devconf');
  await waitForRow(page, 'Pier', 'Offline');
});
