import { type Backup, filePassword, type Permission } from '@northlight/contract';
import { PasswordInput, Stack } from '@mantine/core';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { saveFile } from '../kit/api/index.ts';
import { findFieldError, useApiForm } from '../kit/form/index.ts';

interface DownloadBackupDialogProps {
  readonly backup: Backup;
  readonly can: Permission;
  readonly onClose: () => void;
}

interface DownloadValues extends Record<string, unknown> {
  readonly password: string;
  readonly repeated: string;
}

/** Downloads a backup that is protected by a password, which the user chooses. */
export function DownloadBackupDialog({ backup, can, onClose }: DownloadBackupDialogProps) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm<DownloadValues>({
    initialValues: { password: '', repeated: '' },
    validate: ({ password, repeated }) => ({
      ...findFieldError('password', filePassword, password),
      ...(repeated !== password && { repeated: 'The passwords differ.' }),
    }),
    onSubmit: async ({ password }) => {
      const name = `${backup.name}.age`;
      await saveFile(
        'backupDownload',
        { params: { projectId, backupId: backup.id }, body: { password } },
        name,
      );
      toast.done(`${name} is downloaded.`);
      onClose();
    },
  });
  return (
    <FormDialog
      {...state}
      title={`Download ${backup.name}`}
      width="narrow"
      submit="Download"
      can={can}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className="mut">
          The file contains the settings of {backup.deviceName} with their passwords. It opens with this
          password only. A forgotten password cannot be recovered.
        </p>
        <PasswordInput
          label="Password of the file"
          description="8 to 63 letters, digits and keyboard symbols"
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repeat the password"
          autoComplete="new-password"
          {...form.getInputProps('repeated')}
        />
      </Stack>
    </FormDialog>
  );
}
