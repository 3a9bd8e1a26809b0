import { type Device, newHardware, type NewHardware, type ReplacementReview } from '@northlight/contract';
import { CLAIM_CODE_LENGTH } from '@northlight/contract/net';
import { Button, Stack } from '@mantine/core';
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs';
import { lazy, Suspense, useState } from 'react';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { call } from '../../kit/api/index.ts';
import { findZodErrors, useApiForm } from '../../kit/form/index.ts';
import { CodeField } from '../../kit/form/typed-fields.tsx';

const LabelScanner = lazy(async () => ({
  default: (await import('../add/LabelScanner.tsx')).LabelScanner,
}));

interface EnterHardwareProps {
  readonly device: Device;
  readonly onReviewed: (hardware: NewHardware, review: ReplacementReview) => void;
  readonly onClose: () => void;
}

/** Reads the label of the new hardware with the camera or by hand, and checks its claim code. */
export function EnterHardware({ device, onClose, onReviewed }: EnterHardwareProps) {
  const { id: projectId } = useProject();
  const [isScanning, setIsScanning] = useState(false);
  const { form, ...state } = useApiForm({
    initialValues: { sn: '', claimCode: '' },
    validate: (values) => findZodErrors(newHardware, values),
    onSubmit: async (values) => {
      const body = newHardware.parse(values);
      onReviewed(
        body,
        await call('deviceReplacementReview', { params: { projectId, deviceId: device.id }, body }),
      );
    },
  });
  return (
    <FormDialog {...state} title={`Replace ${device.name}`} submit="Continue" onClose={onClose}>
      <Stack gap="md">
        <p>
          The new device gets the name, place, settings, history and open tasks of {device.name}. Its label
          has the serial number and the claim code.
        </p>
        {isScanning ? (
          <Suspense>
            <LabelScanner
              onEntry={({ claimCode, sn }) => {
                form.setValues({ sn, claimCode });
                setIsScanning(false);
              }}
            />
          </Suspense>
        ) : (
          <Button variant="default" leftSection={<IconScan size={16} />} onClick={() => setIsScanning(true)}>
            Scan the label
          </Button>
        )}
        <CodeField
          label="Serial number"
          description="16 to 32 letters or digits"
          required
          {...form.getInputProps('sn')}
        />
        <CodeField
          label="Claim code"
          description={`${CLAIM_CODE_LENGTH} characters`}
          required
          {...form.getInputProps('claimCode')}
        />
      </Stack>
    </FormDialog>
  );
}
