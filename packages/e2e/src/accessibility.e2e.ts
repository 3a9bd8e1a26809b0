import { DEMO_WLAN_PROJECT } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindingsInBothSchemes } from './axe.ts';
import { type Product, startProduct } from './seed.ts';
import { openDemo } from './steps.ts';

const DEMO = `project=${DEMO_WLAN_PROJECT}`;
const BEFORE_THE_DOOR = [
  '/login',
  '/signup',
  '/reset-password',
  '/static/lrf',
  '/static/lrf?page=sign-up',
  '/static/lrf?page=ended',
  '/static/lrf?ticket=none',
  '/login?why=idle',
  '/bind',
  '/static/wechatTransfer?state=none',
];
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
const EMPTY = [
  '/overview/preview',
  '/projects/new',
  '/manage/devconf',
  '/manage/devconf?dialog=add',
  '/manage/devconf?dialog=import',
  '/manage/networkconf/vlan?open=new',
  '/manage/networkconf/dhcp',
  '/manage/networkconf/netset',
  '/manage/networkconf/static?open=new',
  '/manage/networkconf/router',
  '/manage/networkconf/port',
  '/manage/networkconf/history',
  '/manage/wirelessconf',
  '/manage/wirelessconf?open=new',
  '/manage/status',
  '/manage/devsrunstat',
  '/manage/onlinestat',
  '/manage/onlinelist?tab=blacklist&open=new',
  '/manage/onlinelist',
  '/manage/alarminfo',
  '/manage/authority',
  '/manage/authority?dialog=share',
  '/manage/authority?dialog=transfer',
  '/manage/runlog',
  '/overview/list?dialog=deleted',
  '/templates',
  '/templates?dialog=save',
  '/static/transfer',
];
const OF_THE_ACCOUNT = [
  '/account/profile',
  '/account/security',
  '/account/records',
  '/cloud-code',
  '/devices/verify',
  '/messages',
  '/help',
  '/accounts',
  '/accounts/records',
];

let product: Product;

beforeAll(async () => {
  product = await startProduct({ demo: true });
});

afterAll(() => product?.[Symbol.asyncDispose]());

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // A dialog is loaded on demand: it is complete with its title.
  if (path.includes('dialog=')) await page.getByRole('dialog').getByRole('heading').first().waitFor();
}

async function check(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await settled(page, path);
    expect(await axeFindingsInBothSchemes(page), path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

describe('axe finds nothing in either scheme', () => {
  it('before the sign-in', async () => {
    await using visitor = await product.visit();
    await check(visitor.page, BEFORE_THE_DOOR);
  });

  it('on every page with data', async () => {
    await using visitor = await product.visit();
    await openDemo(visitor.page);
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    await check(visitor.page, WITH_DATA);
  });

  it('in the side panel, the command palette, the shortcuts and the column menu', async () => {
    await using visitor = await product.visit();
    const { page } = visitor;
    await openDemo(page);
    await settled(page, `/manage/devconf?${DEMO}`);
    await page.getByRole('row').nth(2).click();
    await page.getByRole('complementary', { name: 'Device' }).getByText('Serial number').waitFor();
    expect(await axeFindingsInBothSchemes(page), 'side panel').toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run a command').fill('a');
    expect(await axeFindingsInBothSchemes(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await axeFindingsInBothSchemes(page), 'shortcuts').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    expect(await axeFindingsInBothSchemes(page), 'columns').toEqual([]);
  });

  it('on every page of an empty project', async () => {
    await using visitor = await product.install({ projectName: 'Empty' });
    await visitor.page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await check(visitor.page, EMPTY);
  });

  it('on every page of an account, with those of an operator', async () => {
    await using visitor = await product.signIn();
    const { account } = visitor;
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { name: 'Make your first project' }).waitFor();
    expect(await axeFindingsInBothSchemes(visitor.page), 'first project').toEqual([]);
    const { db } = product.env.server.context.services;
    await db.updateTable('accounts').set({ kind: 1 }).where('account', '=', account).execute();
    await check(visitor.page, OF_THE_ACCOUNT);
    await visitor.page.goto('/accounts');
    await visitor.page.getByRole('row').nth(1).click();
    await visitor.page.getByRole('complementary', { name: 'Account' }).waitFor();
    expect(await axeFindingsInBothSchemes(visitor.page), 'account panel').toEqual([]);
  });
});
