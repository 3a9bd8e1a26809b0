import { type Project, ERRORS } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Refusal } from '../../testing/answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createProject, PAST } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { refuse } from '../../testing/refuse.ts';
import { findButton } from '../../testing/steps.ts';

const PASSWORD = 'correct horse battery';
/** Refusal of a serious operation without a recent confirmation, which has the status 403 instead of 400. */
const UNCONFIRMED = new Refusal(403, {
  code: ERRORS.invalidParameters.code,
  message: 'Confirm your identity first.',
  fields: { confirmation: 'Confirm your identity first.' },
});
const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
const password = dialog.getByLabelText('Your password');

async function deleteProject(): Promise<void> {
  await findButton('Delete project').click();
  await findButton('Delete Small hotel').click();
}

it('is required before a project is deleted, reports a wrong password, and deletes nothing when cancelled', async () => {
  const project = createProject();
  let projects: readonly Project[] = [project];
  let isConfirmed = false;
  await openConsole('/projects/7?project=7', {
    project,
    answers: {
      alarmList: { items: [] },
      projectList: () => ({ items: [...projects], total: projects.length }),
      secondFactorGet: { enabled: false, recoveryCodesLeft: 0 },
      identityConfirm: ({ body }) => {
        if (body.password !== PASSWORD) return refuse('wrongOldPassword');
        isConfirmed = true;
        return { until: PAST };
      },
      projectDelete: () => {
        if (!isConfirmed) return UNCONFIRMED;
        projects = [];
        return { id: project.id, name: project.name, deletedAt: PAST, undoUntil: PAST };
      },
    },
  });
  await deleteProject();
  await expect.element(password).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Confirm your identity first')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(projects).toHaveLength(1);

  await deleteProject();
  await password.fill('not-the-password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog.getByText(ERRORS.wrongOldPassword.message)).toBeVisible();
  await expectAccessible();
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Small hotel was deleted.')).toBeVisible();
  expect(projects).toEqual([]);
});
