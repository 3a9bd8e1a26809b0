import type { Permission } from '@northlight/contract';
import { FileInput, PasswordInput, Stack } from '@mantine/core';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { ChoiceField } from '../kit/form/fields.tsx';
import { useApiForm } from '../kit/form/index.ts';
import { KIND_OPTIONS } from './backup-texts.ts';

interface UploadValues extends Record<string, unknown> {
  readonly file: File | null;
  readonly kind: 'general' | 'restore-point';
  readonly password: string;
}

/** Uploads a file that was downloaded from the project. */
export function UploadBackupDialog({
  can,
  onClose,
}: {
  readonly can: Permission;
  readonly onClose: () => void;
}) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm<UploadValues>({
    initialValues: { file: null, kind: 'general', password: '' },
    validate: ({ file, password }) => ({
      ...(!file && { file: 'Choose a file.' }),
      ...(file?.name.endsWith('.age') && password === '' && { password: 'Enter the password of the file.' }),
    }),
    onSubmit: async ({ file, kind, password }) => {
      if (!file) return;
      const body = password === '' ? {} : { password };
      const { name } = await call('backupUpload', { params: { projectId }, query: { kind }, body }, { file });
      await awaitRefetch();
      toast.done(`${name} is uploaded.`);
      onClose();
    },
  });
  return (
    <FormDialog {...state} title="Upload a backup" width="narrow" submit="Upload" can={can} onClose={onClose}>
      <Stack gap="md">
        <FileInput
          label="File"
          description="A backup that was downloaded from this project, up to 10 MB"
          placeholder="Choose a file"
          accept=".age,.zip"
          {...form.getInputProps('file')}
        />
        <PasswordInput
          label="Password of the file"
          description="Set when the file was downloaded"
          autoComplete="off"
          {...form.getInputProps('password')}
        />
        <ChoiceField label="Type" data={KIND_OPTIONS} {...form.getInputProps('kind')} />
      </Stack>
    </FormDialog>
  );
}
