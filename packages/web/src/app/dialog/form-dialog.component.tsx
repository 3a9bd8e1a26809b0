import { TextInput } from '@mantine/core';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { useApiForm } from '../../kit/form/index.ts';
import { render } from '../../testing/render.tsx';
import { Commands } from '../commands/Commands.tsx';
import { FormDialog } from './FormDialog.tsx';

function NameDialog() {
  const [isOpen, setOpen] = useState(true);
  const { form, ...state } = useApiForm({
    initialValues: { name: '' },
    validate: () => ({}),
    onSubmit: async () => setOpen(false),
  });
  return (
    <>
      {isOpen && (
        <FormDialog {...state} title="Rename" submit="Save" onClose={() => setOpen(false)}>
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        </FormDialog>
      )}
      <Commands />
    </>
  );
}

const dialog = page.getByRole('dialog', { name: 'Rename' });
const question = page.getByRole('dialog', { name: 'Discard your edits?' });
const name = page.getByRole('textbox', { name: 'Name' });

it('closes at once without edits', async () => {
  await render(<NameDialog />);
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('asks before the Escape key discards edits, and keeps them when it is pressed again', async () => {
  await render(<NameDialog />);
  await name.fill('AP-1');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('AP-1');
  await name.click();
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard edits' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('closes with edits by its button Cancel', async () => {
  await render(<NameDialog />);
  await name.fill('AP-1');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
});
