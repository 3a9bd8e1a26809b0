import { afterAll, beforeAll, it } from 'vitest';
import { expect } from './expect.ts';
import { type Product, type SignedIn, startProduct } from './seed.ts';
import { PASSWORD } from './steps.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ speed: 20 });
});

afterAll(() => product?.[Symbol.asyncDispose]());

/** Removes the confirmation that the sign-in gave, as if 10 min had passed. */
async function expireConfirmation({ account }: SignedIn): Promise<void> {
  await product.env.server.context.services.db
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('account_id', '=', (select) =>
      select.selectFrom('accounts').select('id').where('account', '=', account),
    )
    .execute();
}

it('a confirmation is required before two devices are reset; the reset starts 30 s later and can be cancelled', async () => {
  const models = ['AP-1', 'AP-2'].map((name) => ({ model: 'NL-AP6C', name }));
  await using installer = await product.install({ devices: models });
  const { page } = installer;
  await expireConfirmation(installer);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reset…' }).click();
  await expect(
    page.getByText('The reset starts 30 s after you confirm. You can cancel it until then.'),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset 2 devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Your password').fill('not-the-password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('The current password is wrong. Enter it again.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const jobs = page.getByRole('region', { name: 'Jobs' });
  await expect(jobs.getByText(/^Starts at \d{2}:\d{2}:\d{2}$/).first()).toBeVisible();
  await jobs.getByRole('button', { name: 'Cancel remaining devices' }).click();
  await expect(jobs.getByText('Skipped').first()).toBeVisible();
});
