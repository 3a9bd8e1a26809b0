import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeFindingsInBothSchemes } from './axe.ts';
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

describe('confirmation of identity', () => {
  it('is required before a project is deleted, reports a wrong password, and deletes nothing when cancelled', async () => {
    await using installer = await product.install({ path: '' });
    const { page, project } = installer;
    await expireConfirmation(installer);
    await page.goto(`/projects/${project.id}?project=${project.id}`);
    const deleteProject = async () => {
      await page.getByRole('button', { name: 'Delete project' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete Small hotel' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await deleteProject();
    await dialog.getByLabel('Your password').waitFor();
    expect(await findAxeFindingsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Confirm your identity first').waitFor();
    expect((await installer.api.call('projectList', {})).items).toHaveLength(1);

    await deleteProject();
    await dialog.getByLabel('Your password').fill('not-the-password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The current password is wrong. Enter it again.').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Small hotel was deleted.').waitFor();
    expect((await installer.api.call('projectList', {})).items).toEqual([]);
  });

  it('is required before two devices are reset; the reset starts 30 s later and can be cancelled', async () => {
    const models = ['AP-1', 'AP-2'].map((name) => ({ model: 'NL-AP6C', name }));
    await using installer = await product.install({ devices: models });
    const { page } = installer;
    await expireConfirmation(installer);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reset…' }).click();
    await page.getByText('The reset starts 30 s after you confirm. You can cancel it until then.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset 2 devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await jobs
      .getByText(/^Starts at \d{2}:\d{2}:\d{2}$/)
      .first()
      .waitFor();
    await jobs.getByRole('button', { name: 'Cancel remaining devices' }).click();
    await jobs.getByText('Skipped').first().waitFor();
  });
});
