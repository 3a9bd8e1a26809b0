import { type Device, type ImportRow, newDevice } from '@northlight/contract';
import { CLAIM_CODE_LENGTH, DEVICE_NAME_MAX } from '@northlight/contract/net';
import { TextInput } from '@mantine/core';
import { useProject } from '../../app/shell-context.tsx';
import { call } from '../../kit/api/index.ts';
import { Form, findZodErrors, useApiForm } from '../../kit/form/index.ts';
import classes from './add.module.css';
import { CodeField } from '../../kit/form/typed-fields.tsx';

interface OneDeviceFormProps {
  readonly onAdded: (row: ImportRow) => Promise<void>;
  readonly onCancel: () => void;
}

export function OneDeviceForm({ onAdded, onCancel }: OneDeviceFormProps) {
  const project = useProject();
  const { form, ...state } = useApiForm({
    initialValues: { sn: '', claimCode: '', name: '' },
    validate: (values) => findZodErrors(newDevice, buildBody(values)),
    onSubmit: async (values) => {
      const body = buildBody(values);
      await onAdded(toRow(await call('deviceAdd', { params: { projectId: project.id }, body })));
    },
  });
  return (
    <Form {...state} submit="Add device" onCancel={onCancel}>
      <fieldset className={`grid align-start gap-12 ${classes['one']}`}>
        <legend className="mut">Or enter one device</legend>
        <CodeField
          label="Serial number"
          description="16 to 32 letters or digits, on the label"
          required
          {...form.getInputProps('sn')}
        />
        <CodeField
          label="Claim code"
          description={`${CLAIM_CODE_LENGTH} characters, on the label`}
          required
          {...form.getInputProps('claimCode')}
        />
        <TextInput
          label="Name"
          description="Optional"
          maxLength={DEVICE_NAME_MAX}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      </fieldset>
    </Form>
  );
}

function buildBody({ sn, claimCode, name }: { sn: string; claimCode: string; name: string }) {
  return { sn, claimCode, ...(name === '' ? {} : { name }) };
}

const toRow = ({ id, kind, model, modelName, name, sn }: Device): ImportRow => ({
  row: 1,
  sn,
  claimCode: '',
  name,
  model,
  modelName,
  kind,
  deviceId: id,
});
