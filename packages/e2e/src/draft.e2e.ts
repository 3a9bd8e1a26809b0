import type { NetworkConfig } from '@northlight/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  applyNetwork,
  type Installer,
  type Product,
  type SignedIn,
  startProduct,
  createVlan,
} from './seed.ts';
import { findRow, turnOffDhcp } from './steps.ts';

const PAGE = '/manage/networkconf/vlan';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.[Symbol.asyncDispose]());

const stage = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Add to draft', exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Staged changes' });
const isStaged = (page: Page, count: number): Promise<void> =>
  bar(page)
    .getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`, { exact: true })
    .waitFor();

async function addVlan(page: Page, id: number, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add VLAN' }).first().click();
  await page.getByLabel('VLAN ID').fill(String(id));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Gateway IP').fill(`192.168.${id}.1`);
  await turnOffDhcp(page);
  await stage(page);
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await findRow(page, from).first().click();
  await page.getByLabel('Name', { exact: true }).fill(to);
  await stage(page);
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await bar(page).waitFor({ state: 'detached' });
}

const withVlans = (...vlans: NetworkConfig['vlans']): NetworkConfig => ({ vlans, dhcpPools: [] });

interface Pair extends AsyncDisposable {
  readonly owner: Installer;
  /** An editor with read-write access to the owner's project. */
  readonly colleague: SignedIn;
  /** Opens the VLANs of the project in both browsers. */
  open(): Promise<void>;
}

async function twoEditors(): Promise<Pair> {
  await using opening = new AsyncDisposableStack();
  const owner = opening.use(await product.install({ path: '' }));
  const colleague = opening.use(await product.signIn());
  await owner.api.call('shareCreate', {
    params: { projectId: owner.project.id },
    body: { account: colleague.account, right: 'rw', validity: { kind: 'permanent' }, overwrite: false },
  });
  const disposal = opening.move();
  return {
    owner,
    colleague,
    open: async () => {
      for (const { page } of [owner, colleague]) await page.goto(`${PAGE}?project=${owner.project.id}`);
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

describe('a draft', () => {
  it('is shared by all windows of its account and kept after they are closed', async () => {
    await using owner = await product.install({ path: PAGE });
    const { page, project } = owner;
    await addVlan(page, 20, 'Guests');
    await page.getByText('Draft saved.').waitFor();
    const second = await page.context().newPage();
    await second.goto(`${PAGE}?project=${project.id}`);
    await isStaged(second, 1);
    await addVlan(second, 30, 'Staff');
    await isStaged(page, 2);
    await second.close();
    await page.reload();
    await isStaged(page, 2);
  });

  it('is shown to other editors as a number of changes', async () => {
    await using pair = await twoEditors();
    const [{ page }, other] = [pair.owner, pair.colleague.page];
    await pair.open();
    await addVlan(page, 20, 'Guests');
    await addVlan(page, 30, 'Staff');
    await other.getByRole('list', { name: 'Other editors' }).getByText('2 changes staged').waitFor();
    await other.getByText('No VLANs yet').waitFor();
    await page.getByRole('list', { name: 'Other editors' }).getByText('also has this open').waitFor();
  });

  it('is moved onto a version that another editor applied, after the user chose between conflicting edits', async () => {
    await using pair = await twoEditors();
    const [{ page }, other] = [pair.owner, pair.colleague.page];
    await applyNetwork(pair.owner, withVlans(createVlan(20, 'Guests'), createVlan(30, 'Staff')));
    await pair.open();
    await findRow(other, 'Guests').first().waitFor();
    await rename(page, 'Guests', 'Visitors');
    await addVlan(page, 40, 'Cameras');
    await isStaged(page, 2);
    await rename(other, 'Guests', 'Lobby');
    await rename(other, 'Staff', 'Office');
    await apply(other);
    await page.getByText('The configuration was changed in the meantime').waitFor();
    await page.getByRole('button', { name: 'Compare and choose' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
    await dialog.getByText('name: Guests → Visitors').waitFor();
    await dialog.getByText('name: Guests → Lobby').waitFor();
    await dialog.getByRole('radiogroup', { name: 'Change to keep for VLAN 20' }).getByText('Theirs').click();
    await dialog.getByRole('button', { name: 'Reapply my changes' }).click();
    await isStaged(page, 1);
    await findRow(page, 'Lobby').first().waitFor();
    await findRow(page, 'Office').first().waitFor();
    await findRow(page, 'Cameras').first().waitFor();
    await apply(page);
  });
});
