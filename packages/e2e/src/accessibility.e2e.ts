import { createProject } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import {
  OF_ACCOUNT,
  OF_EMPTY_PROJECT,
  OF_OPERATOR,
  OF_SHARED_SITE,
  OF_SITE,
  WITHOUT_SESSION,
} from './accessibility-addresses.ts';
import { installSite } from './accessibility-site.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { switchOnPendingDevice } from './pending-device.ts';
import { type Product, startProduct } from './seed.ts';

// The time limit is high, because the walk visits all pages.
vi.setConfig({ testTimeout: 600_000 });

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
    await using owner = await product.install({ projectName: 'Empty', path: '' });
    await expectAccessible(owner.page, OF_EMPTY_PROJECT, { project: String(owner.project.id) });
  });

  it('has no axe findings on any page of an account and of an operator', async () => {
    await using person = await product.signIn();
    const { account, api, page } = person;
    await expectAccessible(page, [['/overview/preview', 'Create your first project']]);
    await createProject(api, { name: 'Harbour' });
    const sn = await switchOnPendingDevice(product, api);
    await expect.poll(async () => (await api.call('messageList', {})).unread).toBe(1);
    await expectAccessible(page, OF_ACCOUNT, { sn });
    const { db } = product.env.server.context.services;
    await db.updateTable('accounts').set({ kind: 1 }).where('account', '=', account).execute();
    const { items } = await api.call('accountList', { query: { search: account } });
    await page.goto('/');
    await expectAccessible(page, OF_OPERATOR, { account: items[0]?.id ?? '' });
  });

  it('has no axe findings in the panels and dialogs of a project, as its owner and as a viewer on a phone', async () => {
    const { owner, values } = await installSite(product);
    await using _owner = owner;
    await expectAccessible(owner.page, OF_SITE, values);
    await using viewer = await product.signIn(undefined, { screen: 'phone' });
    await owner.api.call('shareCreate', {
      params: { projectId: owner.project.id },
      body: {
        account: viewer.account,
        right: 'r',
        validity: { kind: 'hours', hours: 1 },
        overwrite: false,
      },
    });
    await expectAccessible(viewer.page, OF_SHARED_SITE, values);
  });
});
