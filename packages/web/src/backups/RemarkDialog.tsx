import type { Backup, Permission } from '@northlight/contract';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useProject } from '../app/shell-context.tsx';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { useApiForm } from '../kit/form/index.ts';
import { TextField } from '../kit/form/fields.tsx';

interface RemarkDialogProps {
  readonly backup: Backup;
  readonly can: Permission;
  readonly onClose: () => void;
}

/** Edits the remark of a backup. */
export function RemarkDialog({ backup, can, onClose }: RemarkDialogProps) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm<{ remark: string }>({
    initialValues: { remark: backup.remark ?? '' },
    validate: () => ({}),
    onSubmit: async ({ remark }) => {
      await call('backupRemarkSave', {
        params: { projectId, backupId: backup.id },
        body: remark.trim() === '' ? {} : { remark },
      });
      await awaitRefetch();
      onClose();
    },
  });
  return (
    <FormDialog
      {...state}
      title={`Remark of ${backup.name}`}
      width="narrow"
      submit="Save"
      can={can}
      onClose={onClose}
    >
      <TextField label="Remark" maxLength={32} data-autofocus {...form.getInputProps('remark')} />
    </FormDialog>
  );
}
