import { type Device, newHardware, type NewHardware, type ReplacementReview } from '@northlight/contract';
import { CLAIM_CODE_LENGTH } from '@northlight/contract/net';
import { Button, Stack } from '@mantine/core';
import IconScan from '@tabler/icons-react/dist/esm/icons/IconScan.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { call, createQuery } from '../../kit/api/index.ts';
import { SelectField } from '../../kit/form/fields.tsx';
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

const BY_LABEL = 'label';

type Entered = {
  /** Serial number of hardware that waits in the account, or `label` for the hardware of a label. */
  waiting: string;
  sn: string;
  claimCode: string;
};

/** Hardware that waits in the account has proven itself by its cloud code or certificate, and needs no claim code. */
const toHardware = ({ claimCode, sn, waiting }: Entered): object =>
  waiting === BY_LABEL ? { sn, claimCode } : { sn: waiting };

/** Chooses new hardware that waits in the account, or reads a label with the camera or by hand, and checks it. */
export function EnterHardware({ device, onClose, onReviewed }: EnterHardwareProps) {
  const { id: projectId } = useProject();
  const items = useQuery(createQuery('waitingDeviceList', {})).data?.items ?? [];
  const waiting = items.filter(({ can, kind }) => kind === device.kind && can.add.allowed);
  const { form, ...state } = useApiForm<Entered>({
    initialValues: { waiting: BY_LABEL, sn: '', claimCode: '' },
    validate: (values) => findZodErrors(newHardware, toHardware(values)),
    onSubmit: async (values) => {
      const body = newHardware.parse(toHardware(values));
      onReviewed(
        body,
        await call('deviceReplacementReview', { params: { projectId, deviceId: device.id }, body }),
      );
    },
  });
  const isWaiting = form.values.waiting !== BY_LABEL;
  return (
    <FormDialog {...state} title={`Replace ${device.name}`} submit="Continue" onClose={onClose}>
      <Stack gap="md">
        <p>
          The new device gets the name, place, settings, history and open tasks of {device.name}. Its label
          has the serial number and the claim code.
        </p>
        {waiting.length > 0 && (
          <SelectField
            label="New device"
            description="A device that waits in your account needs no claim code."
            data={[
              { value: BY_LABEL, label: 'By the label' },
              ...waiting.map(({ modelName, sn }) => ({ value: sn, label: `${modelName}, ${sn}` })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('waiting')}
            error={isWaiting && form.errors['sn']}
            onChange={(value) => {
              form.setFieldValue('waiting', value ?? BY_LABEL);
              form.clearFieldError('sn');
            }}
          />
        )}
        {!isWaiting && (
          <LabelFields form={form} onEntry={({ claimCode, sn }) => form.setValues({ sn, claimCode })} />
        )}
      </Stack>
    </FormDialog>
  );
}

interface LabelFieldsProps {
  readonly form: Pick<ReturnType<typeof useApiForm<Entered>>['form'], 'getInputProps'>;
  readonly onEntry: (entry: Pick<Entered, 'sn' | 'claimCode'>) => void;
}

/** Serial number and claim code of a label, by the camera or by hand. */
function LabelFields({ form, onEntry }: LabelFieldsProps) {
  const [isScanning, setIsScanning] = useState(false);
  return (
    <>
      {isScanning ? (
        <Suspense>
          <LabelScanner
            onEntry={(entry) => {
              onEntry(entry);
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
    </>
  );
}
