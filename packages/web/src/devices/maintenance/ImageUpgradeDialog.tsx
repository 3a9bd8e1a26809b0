import { imageUpgrade } from '@northlight/contract';
import { Modal, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useProject } from '../../app/current.tsx';
import { call } from '../../kit/api/index.ts';
import { FormFoot, useApiForm, zodErrors } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { jobWindow } from '../job-window-store.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/** An OpenWiFi device takes the image of its own maker, from an address that it can reach. */
export function ImageUpgradeDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const client = useQueryClient();
  const [device] = devices;
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { imageUrl: '' },
    validate: (values) => zodErrors(imageUpgrade, values),
    onSubmit: async (body) => {
      if (!device) return;
      await call('openWifiUpgrade', { params: { projectId: project.id, deviceId: device.id }, body });
      jobWindow.show();
      await client.invalidateQueries({ queryKey: ['jobList'] });
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
        <Notice tone="plain">
          OpenWiFi devices take the image of their maker one at a time. Choose one of them.
        </Notice>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <TextInput
            label="Address of the image"
            description="The device fetches it from there and checks it itself"
            placeholder="https://"
            inputMode="url"
            data-autofocus
            {...form.getInputProps('imageUrl')}
          />
          <Text size="sm" mt="md">
            About 5 minutes. The device restarts; what hangs behind it is cut off meanwhile. It is done when
            the device comes back with other software than {device?.softwareVersion ?? 'now'}.
          </Text>
          <FormFoot problem={problem} submit="Upgrade" busy={busy} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}
