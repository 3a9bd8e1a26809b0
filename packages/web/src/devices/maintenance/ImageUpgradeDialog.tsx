import { imageUpgrade } from '@northlight/contract';
import { Modal, Text, TextInput } from '@mantine/core';
import { useProject } from '../../app/shell-context.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { FormFoot, useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { jobWindow } from '../../jobs/index.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/**
 * Dialog that upgrades an OpenWiFi device with its manufacturer's image, from an address that the device can
 * reach.
 */
export function ImageUpgradeDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const [device] = devices;
  const { form, problem, busy, onSubmit } = useApiForm({
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
    <Modal
      opened
      onClose={onClose}
      title={devices.length === 1 && device ? `Upgrade ${device.name}` : 'Upgrade OpenWiFi devices'}
      size={POPUP_WIDTHS.medium}
    >
      {devices.length > 1 ? (
        <Notice tone="plain">OpenWiFi devices are upgraded one at a time. Choose one device.</Notice>
      ) : (
        <form onSubmit={onSubmit} noValidate>
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
            complete when the device reports another version than{' '}
            {device?.softwareVersion ?? 'the current one'}.
          </Text>
          <FormFoot problem={problem} submit="Upgrade" busy={busy} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}
