import { ERRORS, type Permission } from '@northlight/contract';
import { Stack, TextInput } from '@mantine/core';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../kit/api/index.ts';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useApiForm } from '../kit/form/index.ts';
import { RightField } from './RightField.tsx';
import { DEFAULT_VALIDITY, type ValidityValues, parseValidity } from './validity.ts';
import { ValidityField } from './ValidityField.tsx';

interface ShareValues extends Record<string, unknown> {
  readonly account: string;
  readonly right: 'r' | 'rw';
  readonly validity: ValidityValues;
}

const PAST_TIME = 'Choose a time in the future.';

function validate({ account, validity }: ShareValues): Partial<Record<string, string>> {
  return {
    ...(account.trim() === '' && { account: 'Enter the e-mail address or mobile number of the account.' }),
    ...(!parseValidity(validity, Date.now()) && { validity: PAST_TIME }),
  };
}

export function ShareDialog({ can, onClose }: { readonly can: Permission; readonly onClose: () => void }) {
  const project = useProject();
  const share = async (values: ShareValues, overwrite: boolean) => {
    const validity = parseValidity(values.validity, Date.now());
    if (!validity) return;
    await call('shareCreate', {
      params: { projectId: project.id },
      body: { account: values.account, right: values.right, validity, overwrite },
    });
    await awaitRefetch();
    toast.done(`${project.name} is shared with ${values.account.trim()}.`);
    onClose();
  };
  const initialValues: ShareValues = { account: '', right: 'r', validity: DEFAULT_VALIDITY };
  const { form, ...state } = useApiForm<ShareValues>({
    initialValues,
    validate: validate,
    onSubmit: async (values) => {
      try {
        await share(values, false);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== ERRORS.shareOverwrites.code) throw error;
        ask({
          title: 'Replace the share?',
          body: `${values.account.trim()} already has a share of this project. The new permission and validity replace it immediately.`,
          confirm: 'Replace',
          onConfirm: () => void share(values, true).catch((failure: unknown) => toast.error(failure)),
        });
      }
    },
  });
  return (
    <FormDialog
      {...state}
      title={`Share ${project.name}`}
      width="narrow"
      submit="Share"
      can={can}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label="Account"
          description="E-mail address or mobile number"
          autoComplete="off"
          data-autofocus
          required
          {...form.getInputProps('account')}
        />
        <RightField value={form.values.right} onChange={(right) => form.setFieldValue('right', right)} />
        <ValidityField
          value={form.values.validity}
          onChange={(validity) => form.setFieldValue('validity', validity)}
          error={form.errors['validity'] === undefined ? undefined : PAST_TIME}
        />
      </Stack>
    </FormDialog>
  );
}
