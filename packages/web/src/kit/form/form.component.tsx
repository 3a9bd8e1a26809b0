import { TextInput } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../api/index.ts';
import { GatedButton, deny } from '../controls/GatedButton.tsx';
import { render } from '../../testing/render.tsx';
import { FormFoot, useApiForm } from './index.ts';

interface NameFormProps {
  readonly onSubmit: (values: { name: string; site: string }) => Promise<void>;
}

/** A form for a dialog, with two required fields and buttons. */
function NameForm({ onSubmit }: NameFormProps) {
  const api = useApiForm({
    initialValues: { name: '', site: '' },
    validate: ({ name, site }) => ({
      ...(name === '' && { name: 'Enter a name.' }),
      ...(site === '' && { site: 'Enter a site.' }),
    }),
    onSubmit,
  });
  return (
    <form onSubmit={api.onSubmit}>
      <TextInput label="Name" {...api.form.getInputProps('name')} />
      <TextInput label="Site" {...api.form.getInputProps('site')} />
      <FormFoot problem={api.problem} busy={api.busy} submit="Save" />
    </form>
  );
}

const name = page.getByLabelText('Name');
const site = page.getByLabelText('Site');
const save = page.getByRole('button', { name: 'Save' });

/** Fills both fields with valid values and submits by Enter. */
async function submit(): Promise<void> {
  await name.fill('AP-1');
  await site.fill('Lobby');
  await userEvent.keyboard('{Enter}');
}

describe('a form', () => {
  it('shows each error at its field, moves the focus to the first error, and sends no request', async () => {
    const sent: unknown[] = [];
    await render(<NameForm onSubmit={async (values) => void sent.push(values)} />);
    await site.fill('Lobby');
    await save.click();
    await expect.element(name).toHaveAccessibleDescription('Enter a name.');
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expect.element(site).not.toHaveAttribute('aria-invalid', 'true');
    await expect.element(name).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('removes the error of a field that is edited, and sends the values', async () => {
    const sent: unknown[] = [];
    await render(<NameForm onSubmit={async (values) => void sent.push(values)} />);
    await save.click();
    await expect.element(page.getByText('Enter a site.')).toBeVisible();
    await submit();
    await expect.element(page.getByText('Enter a site.')).not.toBeInTheDocument();
    await expect.poll(() => sent).toEqual([{ name: 'AP-1', site: 'Lobby' }]);
  });

  it('shows an error of the server at its field, and moves the focus there', async () => {
    const refusal = new ApiError(409, { code: 74, fields: { name: 'The name is taken.' } });
    await render(<NameForm onSubmit={() => Promise.reject(refusal)} />);
    await submit();
    await expect.element(name).toHaveAccessibleDescription('The name is taken.');
    await expect.element(name).toHaveFocus();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(site).toHaveValue('Lobby');
  });

  it('shows an error without a field above the buttons, and keeps the values', async () => {
    await render(<NameForm onSubmit={() => Promise.reject(ApiError.unreachable())} />);
    await submit();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
    await expect.element(name).toHaveValue('AP-1');
    await expect.element(save).toBeEnabled();
  });

  it('cannot be submitted twice while it is being saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let count = 0;
    await render(
      <NameForm
        onSubmit={() => {
          count += 1;
          return promise;
        }}
      />,
    );
    await submit();
    await expect.element(save).toBeDisabled();
    resolve();
    await expect.element(save).toBeEnabled();
    expect(count).toBe(1);
  });
});

describe('a button without permission', () => {
  it('can be focused, describes the reason, and does nothing', async () => {
    let clicks = 0;
    await render(
      <GatedButton can={deny('The device is offline.')} onClick={() => (clicks += 1)}>
        Restart
      </GatedButton>,
    );
    const restart = page.getByRole('button', { name: 'Restart' });
    // Checks the description before the tooltip opens, because the open tooltip describes the button too.
    await expect.element(restart).toHaveAccessibleDescription('The device is offline.');
    await expect.element(restart).toHaveAttribute('aria-disabled', 'true');
    await userEvent.tab();
    await expect.element(restart).toHaveFocus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('The device is offline.');
    await userEvent.keyboard('{Enter}');
    expect(clicks).toBe(0);
  });
});
