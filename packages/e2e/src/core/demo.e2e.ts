import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, ERRORS } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from '../expect.ts';
import type { Visit } from '../browser.ts';
import { type Product, startProduct } from '../seed.ts';
import { openDemo, findRow, waitForRow } from '../steps.ts';

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

const SENTENCE = ERRORS.demoProject.message;

describe('the live demo', () => {
  it('shows both sites with devices and clients online', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20Gateway`);
    await waitForRow(page, 'Gateway', 'Online', 60_000);
    await page.goto(`/manage/devconf?project=${DEMO_MESH_PROJECT}`);
    await waitForRow(page, 'Living-room', 'Online', 60_000);
    await page.goto(`/manage/onlinelist?project=${DEMO_WLAN_PROJECT}`);
    await waitForRow(page, '10.10.', 'Online', 60_000);
  });

  it('guides a visitor to five pages, until the tour is ended', async () => {
    await using guest = await product.visit();
    const { page } = guest;
    await openDemo(page);
    const tour = page.getByRole('region', { name: 'Tour of the demo' });
    await tour.getByText('1 of 5').waitFor();
    await tour.getByRole('button', { name: 'Open this page' }).click();
    const visited: string[] = [];
    for (let stop = 1; stop <= 5; stop++) {
      await tour.getByText(`${stop} of 5`).waitFor();
      await tour.getByRole('button', { name: 'Open this page' }).waitFor({ state: 'detached' });
      visited.push(new URL(page.url()).pathname);
      if (stop === 3) await page.getByRole('complementary', { name: 'Device' }).waitFor();
      if (stop < 5) await tour.getByRole('button', { name: 'Next stop' }).click();
    }
    expect(visited).toEqual([
      '/manage/status',
      '/manage/alarminfo',
      '/manage/devconf',
      '/manage/runlog',
      '/manage/devsrunstat',
    ]);
    await expect(tour.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    await tour.getByRole('button', { name: 'End tour' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    const again = page.getByRole('button', { name: 'Take the tour' });
    await again.waitFor();
    await expect(tour).toHaveCount(0);
    await again.click();
    await tour.getByText('1 of 5').waitFor();
  });

  it('disables every control that changes data, and shows the reason', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20Gateway`);
    await findRow(page, 'Online').first().click();
    for (const name of ['Add devices', 'Restart device']) {
      const button = page.getByRole('button', { name, exact: true }).first();
      await expect(button, name).toHaveAttribute('aria-disabled', 'true');
      const id = (await button.getAttribute('aria-describedby')) ?? '';
      await expect(page.locator(`[id="${id}"]`), name).toHaveText(SENTENCE);
    }
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    for (const name of ['Upgrade', 'Locate', 'Open local page', 'Reset', 'Remove from project']) {
      const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
      await expect(item, name).toHaveAttribute('aria-disabled', 'true');
      await expect(item, name).toContainText(SENTENCE);
    }
    await page.keyboard.press('Escape');
    await page.goto(`/manage/networkconf/vlan?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('button', { name: 'Add VLAN' }).focus();
    await page.getByRole('tooltip').getByText(SENTENCE).waitFor();
  });

  it('refuses a change through the API with code 914', async () => {
    const session = await visitor.page.request.get('/api/v1/session');
    const { csrfToken } = (await session.json()) as { csrfToken?: string };
    const answer = await visitor.page.request.post(`/api/v1/projects/${DEMO_WLAN_PROJECT}/alarm-reads`, {
      data: {},
      headers: { 'x-csrf-token': csrfToken ?? '', origin: product.env.address },
    });
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 914, message: SENTENCE });
  });

  it('keeps the complete state of a list in its address', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('grid', { name: 'Devices' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Type = AP');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Clients' }).getByRole('button').click();
    await page.getByRole('grid', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).waitFor();
    const title = await page.getByRole('complementary', { name: 'Device' }).textContent();
    const address = page.url();
    await page.goto('/overview/preview');
    await page.goto(address);
    await page.getByText('Type = AP').waitFor();
    await expect(page.getByRole('columnheader', { name: 'Clients' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    const again = await page.getByRole('complementary', { name: 'Device' }).textContent();
    expect(again?.slice(0, 5)).toBe(title?.slice(0, 5));
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Device' }).waitFor({ state: 'detached' });
  });

  it('finds a device by its MAC address from any page', async () => {
    const { page } = visitor;
    await page.goto(`/manage/devconf?project=${DEMO_WLAN_PROJECT}&filter=Type%20%3D%20NVR`);
    await findRow(page, 'NVR').nth(1).waitFor();
    const mac =
      /([0-9a-f]{2}:){5}[0-9a-f]{2}/.exec((await findRow(page, 'NVR-').first().textContent()) ?? '')?.[0] ??
      '';
    await page.goto(`/overview/preview?project=${DEMO_WLAN_PROJECT}`);
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
    const devices = Promise.withResolvers<void>();
    await page.route('**/devices', async (route) => {
      await devices.promise;
      await route.fallback();
    });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill(mac.replaceAll(':', ''));
    await page.getByRole('dialog').getByText('No results').waitFor();
    devices.resolve();
    await page.getByRole('dialog').getByText('NVR-').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Device' }).getByText(mac).waitFor();
  });

  it('shows “not found” for pages that the demo does not have, and 73 for another project', async () => {
    const { page } = visitor;
    await page.goto('/manage/nowhere');
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
    await page.goto('/manage/devconf?project=1');
    await page.getByRole('heading', { name: ERRORS.projectInvalid.message }).waitFor();
  });

  it('causes no exception and no violation of the content security policy', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
