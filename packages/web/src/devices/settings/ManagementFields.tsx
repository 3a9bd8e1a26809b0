import { describeAddressChange } from '@northlight/contract';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { ChoiceField } from '../../kit/form/fields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import { CodeField, DigitsField, Ipv4Field } from '../../kit/form/typed-fields.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import type { SettingsSectionProps } from './settings-section-props.ts';

/** Fields for the management address of the device, with the consequence of a change that cuts it off. */
export function ManagementFields({ device, form }: SettingsSectionProps) {
  return (
    <FieldSet>
      <ChoiceField
        label="IP assignment"
        isLabelHidden
        data={[
          { value: 'dhcp', label: 'DHCP' },
          { value: 'static', label: 'Static' },
        ]}
        {...form.getInputProps('mode')}
      />
      <DigitsField label="VLAN" {...form.getInputProps('vlanId')} />
      {form.values.mode === 'static' && (
        <>
          <FieldRow>
            <Ipv4Field
              label="Address"
              description="In a private network"
              {...form.getInputProps('ip')}
              onNetwork={(network) => form.setValues({ ...network })}
            />
            <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
          </FieldRow>
          <FieldRow>
            <Ipv4Field label="Gateway" {...form.getInputProps('gateway')} />
            <CodeField label="DNS servers" description="At most 2" {...form.getInputProps('dns')} />
          </FieldRow>
        </>
      )}
      <EditOnly>
        <p className="mut below" style={{ margin: 0 }}>
          {describeAddressChange(device)}
        </p>
      </EditOnly>
    </FieldSet>
  );
}
