import { newDevice, type Permission } from '@northlight/contract';
import { CLAIM_CODE_LENGTH, DEVICE_NAME_MAX } from '@northlight/contract/net';
import { Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useProject } from '../app/current.tsx';
import { toast } from '../app/toast.ts';
import { call } from '../kit/api/index.ts';
import { FormFoot, useApiForm, findZodErrors } from '../kit/form/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { Notice } from '../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../ui/constants.ts';

interface AddDeviceDialogProps {
  readonly can: Permission;
  readonly onClose: () => void;
}

export function AddDeviceDialog({ can, onClose }: AddDeviceDialogProps) {
  const project = useProject();
  const client = useQueryClient();
  const { set } = useUrlState();
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { sn: '', claimCode: '', name: '' },
    validate: (values) => findZodErrors(newDevice, buildBody(values)),
    onSubmit: async (values) => {
      const added = await call('deviceAdd', { params: { projectId: project.id }, body: buildBody(values) });
      await client.invalidateQueries({ queryKey: ['deviceList'] });
      toast.done(`${added.name} was added. Waiting for its first connection.`);
      set({ dialog: undefined, open: added.id });
    },
  });
  return (
    <Modal opened onClose={onClose} title="Add device" size={POPUP_WIDTHS.narrow}>
      {can.allowed ? (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Serial number"
              description="16 to 32 letters or digits, on the label"
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              required
              {...form.getInputProps('sn')}
            />
            <TextInput
              label="Claim code"
              description={`${CLAIM_CODE_LENGTH} letters and digits, next to the serial number on the label`}
              autoComplete="off"
              spellCheck={false}
              required
              {...form.getInputProps('claimCode')}
            />
            <TextInput
              label="Name"
              description="Optional; without spaces"
              maxLength={DEVICE_NAME_MAX}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
          </Stack>
          <FormFoot problem={problem} submit="Add device" busy={busy} onCancel={onClose} />
        </form>
      ) : (
        <Notice tone="plain">{can.reason}</Notice>
      )}
    </Modal>
  );
}

function buildBody({ sn, claimCode, name }: { sn: string; claimCode: string; name: string }) {
  return { sn, claimCode, ...(name === '' ? {} : { name }) };
}
