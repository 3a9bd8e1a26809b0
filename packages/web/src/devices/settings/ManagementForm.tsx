import { deviceSettings, type ManagementSetting } from '@northlight/contract';
import { SegmentedControl, TextInput } from '@mantine/core';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm, zodErrors } from '../../kit/form/index.ts';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

/** How the device itself is reached. A change that cuts it off from the cloud undoes itself. */
export function ManagementForm({ own }: { readonly own: OwnSettings }) {
  const { settings, can } = own;
  const now = settings.management;
  const fixed = now?.mode === 'static' ? now : undefined;
  const { form, onSubmit } = useApiForm({
    initialValues: {
      mode: now?.mode ?? 'dhcp',
      vlanId: String(now?.vlanId ?? 1),
      ip: fixed?.ip ?? '',
      prefix: fixed?.prefix ?? 24,
      gateway: fixed?.gateway ?? '',
      dns: fixed?.dns.join(', ') ?? '',
    },
    validate: (values) => managementErrors(values),
    onSubmit: async (values) => own.stage({ ...settings, management: managementOf(values) }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <SegmentedControl
          size="xs"
          aria-label="How the address comes"
          data={[
            { value: 'dhcp', label: 'By DHCP' },
            { value: 'static', label: 'Fixed' },
          ]}
          {...form.getInputProps('mode')}
        />
        <TextInput label="VLAN" inputMode="numeric" {...form.getInputProps('vlanId')} />
        {form.values.mode === 'static' && (
          <>
            <div className={classes['two']}>
              <Ipv4Field label="Address" description="In a private network" {...form.getInputProps('ip')} />
              <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
            </div>
            <div className={classes['two']}>
              <Ipv4Field label="Gateway" {...form.getInputProps('gateway')} />
              <TextInput label="DNS servers" description="At most 2" {...form.getInputProps('dns')} />
            </div>
          </>
        )}
        <p className={classes['portFacts']} style={{ margin: 0 }}>
          If the device does not reach the cloud with its new address, it goes back by itself within a minute
          or two.
        </p>
      </fieldset>
      <div className={classes['foot']} style={{ marginTop: 12 }}>
        <GatedButton can={can} type="submit">
          Stage
        </GatedButton>
      </div>
    </form>
  );
}

interface Values {
  readonly mode: string;
  readonly vlanId: string;
  readonly ip: string;
  readonly prefix: number;
  readonly gateway: string;
  readonly dns: string;
}

function managementOf({ dns, gateway, ip, mode, prefix, vlanId }: Values): ManagementSetting {
  const vlan = Number(vlanId);
  if (mode !== 'static') return { mode: 'dhcp', vlanId: vlan };
  const servers = dns.split(/[\s,;]+/).filter((server) => server !== '');
  return { mode: 'static', vlanId: vlan, ip, prefix, gateway, dns: servers };
}

function managementErrors(values: Values): Record<string, string> {
  const found = zodErrors(deviceSettings, { management: managementOf(values) });
  return Object.fromEntries(
    Object.entries(found).map(([path, message]) => [path.split('.')[1] ?? 'ip', message] as const),
  );
}
