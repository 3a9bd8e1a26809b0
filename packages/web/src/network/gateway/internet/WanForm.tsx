import type { NetworkScope, Wan } from '@northlight/contract';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { RadioButtonsField } from '../../../kit/form/fields.tsx';
import { EditOnly } from '../../../kit/form/read-only.tsx';
import { Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { PrefixField } from '../../../kit/form/PrefixField.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { KeptSecrets } from '../../KeptSecrets.tsx';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import { type StagedFormProps } from '../../StagedListPage.tsx';
import { omitItem, replaceItem, useNetworkDraft } from '../../../draft/index.ts';
import type { WanReading } from './wan-readings.ts';
import { PppoeFields, ServiceField } from './PppoeFields.tsx';
import { listKeptPasswords, findWanErrors, toWan, toWanValues } from './wan-form-values.ts';

/** A WAN port and its connection. `wan` is undefined for a port that is not configured. */
export interface WanPort {
  readonly port: string;
  readonly label: string;
  readonly wan: Wan | undefined;
  /** State of the port in the gateway's last report. */
  readonly reading?: WanReading | undefined;
}

/** Connection types that only some gateways support. The form leaves out PPTP and L2TP unless the gateway has them. */
const PPP_MODES = ['pppoe', 'pptp', 'l2tp'] as const;
const PPP_LABELS = { pppoe: 'PPPoE', pptp: 'PPTP', l2tp: 'L2TP' } as const;

function unsupportedReason(
  { device, features }: NetworkScope,
  mode: (typeof PPP_MODES)[number],
): string | undefined {
  if (mode === 'pppoe' && (features.includes('pppoe') || !device)) return undefined;
  return device ? `Not supported by ${device.name}` : 'Not supported by any gateway';
}

const ADDRESS_MODES = [
  { value: 'dhcp', label: 'Dynamic IP', description: 'Your ISP assigns the address' },
  { value: 'static', label: 'Static IP', description: 'Your ISP gave you a fixed address' },
];

function toPppOption(scope: NetworkScope, mode: (typeof PPP_MODES)[number]) {
  const reason = unsupportedReason(scope, mode);
  return {
    value: mode,
    label: PPP_LABELS[mode],
    description: reason ?? 'Your ISP gave you a user name',
    disabled: reason !== undefined,
  };
}

export function WanForm({ item, onClose }: StagedFormProps<WanPort>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const port = item?.port ?? '';
  const { form, onSubmit } = useStagedForm({
    initialValues: toWanValues(item?.wan),
    validate: (values) => findWanErrors(values, port, config, scope),
    onSubmit: async (values) => {
      draft.update(replaceItem(config, 'wan', toWan(values, port), port));
      onClose();
    },
  });
  const removal = item?.wan && {
    label: 'Reset to default',
    config: omitItem(config, 'wan', port),
    sentence: `${item.label} will use Dynamic IP again.`,
  };
  const fixed = form.values.mode === 'static';
  const kept = listKeptPasswords(form.values);
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <RadioButtonsField
          label="Connection"
          optionsClass="grid gap-10"
          options={[
            ...ADDRESS_MODES,
            ...PPP_MODES.map((mode) => toPppOption(scope, mode)).filter(
              ({ disabled, value }) => value === 'pppoe' || !disabled,
            ),
          ]}
          {...form.getInputProps('mode')}
        />
        {form.values.mode === 'pppoe' && <PppoeFields form={form} scope={scope} />}
      </FieldSet>
      {kept.length > 0 && <KeptSecrets secrets={kept} />}
      <FieldSet>
        {form.values.mode === 'pppoe' && <ServiceField form={form} />}
        {fixed && (
          <>
            <FieldRow>
              <Ipv4Field
                label="IP address"
                description="Address of this port of the gateway"
                {...form.getInputProps('ip')}
                onNetwork={(network) => form.setValues({ ...network })}
              />
              <PrefixField
                range={{ shortest: 8, longest: scope.limits.wanPrefixMax ?? 30 }}
                {...form.getInputProps('prefix')}
                value={form.values.prefix}
              />
            </FieldRow>
            <Ipv4Field
              label="Gateway"
              description="The ISP’s router, in the same network"
              {...form.getInputProps('gateway')}
            />
          </>
        )}
        <FieldRow>
          <Ipv4Field
            label="Primary DNS"
            description={fixed ? 'Optional' : 'From the ISP if empty'}
            empty={fixed ? undefined : 'From the ISP'}
            {...form.getInputProps('dns1')}
          />
          <Ipv4Field label="Secondary DNS" description="Optional" {...form.getInputProps('dns2')} />
        </FieldRow>
        <EditOnly>
          <p className="mut">
            If the gateway cannot reach the cloud with these settings, it rolls back automatically.
          </p>
        </EditOnly>
      </FieldSet>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
