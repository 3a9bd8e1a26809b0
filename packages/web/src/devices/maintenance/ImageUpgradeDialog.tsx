import { ALLOWED, imageUpgrade } from '@northlight/contract';
import { Text, TextInput } from '@mantine/core';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { deny } from '../../kit/controls/GatedButton.tsx';
import { useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { jobWindow } from '../../jobs/index.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/**
 * Dialog that upgrades an OpenWiFi device with its manufacturer's image, from an address that the device can
 * reach.
 */
export function ImageUpgradeDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const [device] = devices;
  const { form, ...state } = useApiForm({
    initialValues: { imageUrl: '' },
    validate: (values) => findZodErrors(imageUpgrade, values),
    onSubmit: async (body) => {
      if (!device) return;
      await call('openWifiUpgrade', { params: { projectId: project.id, deviceId: device.id }, body });
      jobWindow.show();
      await awaitRefetch();
      onClose();
    },
  });
  return (
    <FormDialog
      {...state}
      title={devices.length === 1 && device ? `Upgrade ${device.name}` : 'Upgrade OpenWiFi devices'}
      submit="Upgrade"
      can={
        devices.length > 1 ? deny('OpenWiFi devices are upgraded one at a time. Choose one device.') : ALLOWED
      }
      onClose={onClose}
    >
      <TextInput
        label="Image address"
        description="The device downloads and verifies the image"
        placeholder="https://"
        inputMode="url"
        data-autofocus
        {...form.getInputProps('imageUrl')}
      />
      <Text size="sm" mt="md">
        Takes about 5 min. The device restarts; devices behind it are offline meanwhile. The upgrade is
        complete when the device reports another version than {device?.softwareVersion ?? 'the current one'}.
      </Text>
    </FormDialog>
  );
}
