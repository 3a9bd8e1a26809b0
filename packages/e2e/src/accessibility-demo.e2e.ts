import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { expect } from './expect.ts';
import { findAxeFindingsInBothSchemes, expectAccessible, waitUntilPageSettled } from './axe.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

// The time limit is high, because the walk visits all pages.
vi.setConfig({ testTimeout: 600_000 });

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const WITH_DATA = [
  '/overview/preview',
  '/overview/list',
  '/overview/preview/datascreen',
  `/projects/${DEMO_WLAN_PROJECT}`,
  `/manage/devconf?${DEMO}`,
  `/manage/networkconf/vlan?${DEMO}`,
  `/manage/networkconf/vlan?${DEMO}&open=20`,
  `/manage/networkconf/dhcp?${DEMO}`,
  `/manage/networkconf/dhcp?${DEMO}&open=guests`,
  `/manage/networkconf/netset?${DEMO}&open=wan1`,
  `/manage/networkconf/history?${DEMO}&open=1`,
  `/manage/wirelessconf?${DEMO}`,
  `/manage/wirelessconf?${DEMO}&open=guests`,
  `/manage/wirelessconf?${DEMO}&tab=foreign`,
  `/manage/wirelessconf?${DEMO}&tab=foreign&open=02:5c:a0:02:00:00`,
  `/manage/status?${DEMO}`,
  `/manage/devsrunstat?${DEMO}`,
  `/manage/devsrunstat?${DEMO}&tab=radios`,
  `/manage/devsrunstat?${DEMO}&tab=ports`,
  `/manage/devsrunstat?${DEMO}&tab=compare`,
  `/manage/onlinestat?${DEMO}`,
  `/manage/onlinelist?${DEMO}`,
  `/manage/onlinelist?${DEMO}&tab=blacklist`,
  `/manage/alarminfo?${DEMO}`,
  `/manage/authority?${DEMO}`,
  `/manage/runlog?${DEMO}`,
  `/manage/runlog?${DEMO}&tab=operation`,
  `/manage/runlog?${DEMO}&tab=system`,
  '/about',
  '/manage/backup',
  '/manage/devconf?project=1',
];

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('accessibility of the demo in both colour schemes', () => {
  it('has no axe findings on any page with data', async () => {
    await using visitor = await product.visit();
    await openDemo(visitor.page);
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(visitor.page, WITH_DATA);
  });

  it('has no axe findings in the side panel, the command palette, the shortcuts and the column menu', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await waitUntilPageSettled(page, `/manage/devconf?${DEMO}`);
    await page.getByRole('row').nth(2).click();
    await page.getByRole('complementary', { name: 'Device' }).getByText('Serial number').waitFor();
    expect(await findAxeFindingsInBothSchemes(page), 'side panel').toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('a');
    expect(await findAxeFindingsInBothSchemes(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page), 'shortcuts').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(page), 'columns').toEqual([]);
  });
});
