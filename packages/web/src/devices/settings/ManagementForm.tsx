import { listGatewayAddresses } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { useQuery } from '@tanstack/react-query';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { ChoiceField, TextField } from '../../kit/form/fields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import { useProject } from '../../app/current.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import {
  findManagementErrors,
  toManagement,
  type ManagementValues,
  toManagementValues,
} from './management-values.ts';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

/**
 * Form for the management address of the device. The device rolls back a change that disconnects it from the
 * cloud.
 */
export function ManagementForm({ caps, own }: { readonly caps: Capabilities; readonly own: OwnSettings }) {
  const { settings, can } = own;
  const { id } = useProject();
  const network = useQuery(createQuery('networkConfigGet', { params: { projectId: id } }));
  const lanAddresses = network.data ? listGatewayAddresses(network.data.config) : [];
  const { form, onSubmit } = useApiForm<ManagementValues>({
    initialValues: toManagementValues(settings.management),
    validate: (values) => findManagementErrors(values, settings, { caps, lanAddresses }),
    onSubmit: async (values) => own.stage({ ...settings, management: toManagement(values) }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
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
        <TextField label="VLAN" inputMode="numeric" {...form.getInputProps('vlanId')} />
        {form.values.mode === 'static' && (
          <>
            <FieldRow>
              <Ipv4Field label="Address" description="In a private network" {...form.getInputProps('ip')} />
              <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
            </FieldRow>
            <FieldRow>
              <Ipv4Field label="Gateway" {...form.getInputProps('gateway')} />
              <TextField label="DNS servers" description="At most 2" {...form.getInputProps('dns')} />
            </FieldRow>
          </>
        )}
        <EditOnly>
          <p className={classes['portFacts']} style={{ margin: 0 }}>
            If the device cannot reach the cloud with its new address, it rolls back automatically within 2
            min.
          </p>
        </EditOnly>
      </FieldSet>
      <EditOnly>
        <div className={classes['foot']} style={{ marginTop: 12 }}>
          <GatedButton can={can} type="submit">
            Add to draft
          </GatedButton>
        </div>
      </EditOnly>
    </form>
  );
}
