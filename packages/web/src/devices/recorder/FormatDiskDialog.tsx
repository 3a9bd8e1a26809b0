import type { Device, RecorderDisk } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { jobWindow } from '../../jobs/index.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';

interface FormatDiskDialogProps {
  readonly device: Device;
  readonly disk: RecorderDisk;
  readonly onClose: () => void;
}

/** Formats a disk after the name of the recorder was entered. */
export function FormatDiskDialog({ device, disk, onClose }: FormatDiskDialogProps) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm({
    initialValues: { deviceName: '' },
    validate: ({ deviceName }) =>
      deviceName.trim() === device.name ? {} : { deviceName: `Enter ${device.name}.` },
    onSubmit: async ({ deviceName }) => {
      await call('recorderDiskFormat', {
        params: { projectId, deviceId: device.id, diskId: disk.id },
        body: { deviceName: deviceName.trim() },
      });
      onClose();
      jobWindow.show();
      await awaitRefetch();
    },
  });
  return (
    <FormDialog {...state} title={`Format ${disk.label}`} submit={`Format ${disk.label}`} onClose={onClose}>
      <Notice tone="warning">
        All recordings on {disk.label} of {device.name} are deleted, and cannot be restored. The other disks
        continue to record meanwhile. It takes about 3 min.
      </Notice>
      <TextField
        label="Name of the recorder"
        required
        autoComplete="off"
        {...form.getInputProps('deviceName')}
      />
    </FormDialog>
  );
}
