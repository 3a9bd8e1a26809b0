import type { Share } from '@northlight/contract';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expect } from './expect.ts';
import { type Installer, type Product, type SignedIn, startProduct } from './seed.ts';
import { waitForRow } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

interface Pair extends AsyncDisposable {
  /** Account that owns the project “Harbour” with an online gateway. */
  readonly owner: Installer;
  readonly receiver: SignedIn;
}

/** Creates an owner and a receiver. With `right`, the owner shares the project with the receiver for 1 h. */
async function twoAccounts(right?: Share['right']): Promise<Pair> {
  await using opening = new AsyncDisposableStack();
  const devices = [{ model: 'NL-GW5', name: 'GW-1' }];
  const owner = opening.use(await product.install({ projectName: 'Harbour', devices, path: '' }));
  const receiver = opening.use(await product.signIn());
  if (right)
    await owner.api.call('shareCreate', {
      params: { projectId: owner.project.id },
      body: { account: receiver.account, right, validity: { kind: 'hours', hours: 1 }, overwrite: false },
    });
  const disposal = opening.move();
  return { owner, receiver, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

/** Shares the project on its page. */
async function share(
  { owner, receiver }: Pair,
  right: 'Read-only' | 'Read-write',
  validity: string,
): Promise<void> {
  const { page, project } = owner;
  await page.goto(`/manage/authority?project=${project.id}`);
  await page.getByRole('button', { name: 'Share project', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Share Harbour' });
  await dialog.getByLabel('Account').fill(receiver.account);
  await dialog.getByRole('radio', { name: right }).check();
  await dialog.getByRole('combobox', { name: 'Valid for' }).click();
  await page.getByRole('option', { name: validity, exact: true }).click();
  await dialog.getByRole('button', { name: 'Share' }).click();
}

describe('a shared project, in two browsers', () => {
  it('is shown read-only to its receiver without a reload, and each disabled control has its reason', async () => {
    await using pair = await twoAccounts();
    const { owner, receiver } = pair;
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('No projects yet').waitFor();
    await share(pair, 'Read-only', '8 h');
    await owner.page.getByRole('row').filter({ hasText: receiver.account }).waitFor();
    await waitForRow(receiver.page, 'Harbour', 'Shared, read-only');
    await receiver.page.goto(`/manage/devconf?project=${owner.project.id}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    const add = receiver.page.getByRole('button', { name: 'Add devices' }).first();
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.hover();
    await receiver.page
      .getByRole('tooltip')
      .filter({ hasText: `read-only share mode. Ask ${owner.account} for permission.` })
      .waitFor();
  });

  it('becomes a read-write share after the owner confirms the replacement', async () => {
    await using pair = await twoAccounts('r');
    const { owner, receiver } = pair;
    await receiver.page.goto(`/manage/devconf?project=${owner.project.id}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    await share(pair, 'Read-write', '1 h');
    const question = owner.page.getByRole('dialog', { name: 'Replace the share?' });
    await question.getByRole('button', { name: 'Replace' }).click();
    await owner.page
      .getByRole('row')
      .filter({ hasText: receiver.account })
      .filter({ hasText: 'Read-write' })
      .waitFor();
    await receiver.page.reload();
    await waitForRow(receiver.page, 'GW-1', 'Online');
    await expect(receiver.page.getByRole('button', { name: 'Add devices' }).first()).not.toHaveAttribute(
      'aria-disabled',
    );
  });

  it('closes on the receiver’s page when the share expires, and the receiver can ask for more time', async () => {
    await using pair = await twoAccounts('rw');
    const { owner, receiver } = pair;
    const projectId = owner.project.id;
    await owner.page.goto(`/manage/authority?project=${projectId}`);
    await receiver.page.goto(`/manage/devconf?project=${projectId}`);
    await waitForRow(receiver.page, 'GW-1', 'Online');
    // Changes the end of the share and notifies the stream, because the product's clock cannot be advanced.
    const { bus, db } = product.env.server.context.services;
    await db
      .updateTable('shares')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('project_id', '=', projectId)
      .execute();
    bus.publish({ topic: 'rights', of: { projectId } });
    await receiver.page
      .getByText('Your access to this project has expired. Ask its owner for more time.')
      .waitFor();
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('Your share of Harbour has expired').waitFor();
    await receiver.page.getByRole('button', { name: 'Request more time' }).click();
    const dialog = receiver.page.getByRole('dialog', { name: 'Request more time for Harbour' });
    await dialog.getByLabel('Reason').fill('The survey is not done');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await owner.page.getByRole('row').filter({ hasText: receiver.account }).click();
    const panel = owner.page.getByRole('complementary', { name: 'Share' });
    await panel.getByText('The survey is not done').waitFor();
    await panel.getByRole('button', { name: 'Save share' }).click();
    await waitForRow(receiver.page, 'Harbour', 'Shared, read-write');
  });

  it('is transferred: the receiver reviews and accepts it, and the owner loses access', async () => {
    await using pair = await twoAccounts();
    const { owner, receiver } = pair;
    const projectId = owner.project.id;
    await receiver.page.goto('/overview/list');
    await receiver.page.getByText('No projects yet').waitFor();
    await owner.page.goto(`/manage/authority?project=${projectId}`);
    await owner.page.getByRole('button', { name: 'Transfer project' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Transfer Harbour' });
    await dialog.getByLabel('Recipient').fill(receiver.account);
    await dialog.getByRole('button', { name: 'Offer transfer' }).click();
    await owner.page.getByText('Transfer offered').waitFor();
    await receiver.page.getByText('Harbour is offered to you').waitFor();
    await receiver.page.getByRole('link', { name: 'Review transfer' }).click();
    await receiver.page.getByRole('heading', { name: 'Accept transfer of Harbour' }).waitFor();
    await receiver.page.getByText('GW-1').waitFor();
    await receiver.page.getByRole('button', { name: 'Accept project' }).click();
    await waitForRow(receiver.page, 'GW-1', 'Online');
    await owner.page
      .getByText('The project is not available to this account. Choose another project.')
      .waitFor();
    await receiver.page.goto(`/manage/runlog?project=${projectId}&tab=operation`);
    await waitForRow(receiver.page, 'Accept transfer', receiver.account);
  });
});
