import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { expect } from './expect.ts';
import { findAxeFindingsInBothSchemes, expectAccessible } from './axe.ts';
import { type Product, startProduct } from './seed.ts';

// The time limit is high, because the walk visits all pages.
vi.setConfig({ testTimeout: 600_000 });

const WITHOUT_SESSION = [
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
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

describe('accessibility in both colour schemes', () => {
  it('has no axe findings on pages that need no session', async () => {
    await using visitor = await product.visit();
    await expectAccessible(visitor.page, WITHOUT_SESSION);
  });

  it('has no axe findings on any page of an empty project', async () => {
    await using visitor = await product.install({ projectName: 'Empty' });
    await visitor.page.getByRole('heading', { name: 'No devices yet' }).waitFor();
    await expectAccessible(visitor.page, EMPTY);
  });

  it('has no axe findings on any page of an account and of an operator', async () => {
    await using visitor = await product.signIn();
    const { account } = visitor;
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { name: 'Create your first project' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(visitor.page), 'first project').toEqual([]);
    const { db } = product.env.server.context.services;
    await db.updateTable('accounts').set({ kind: 1 }).where('account', '=', account).execute();
    await expectAccessible(visitor.page, OF_THE_ACCOUNT);
    await visitor.page.goto('/accounts');
    await visitor.page.getByRole('row').nth(1).click();
    await visitor.page.getByRole('complementary', { name: 'Account' }).waitFor();
    expect(await findAxeFindingsInBothSchemes(visitor.page), 'account panel').toEqual([]);
  });
});
