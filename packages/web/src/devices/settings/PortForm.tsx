import { listEffectivePorts, TERMINAL_TYPES } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { POLICY_NAME_MAX } from '@northlight/contract/net';
import { useForm } from '@mantine/form';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { ChoiceField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { VlanField, VlansField } from '../../kit/form/VlanFields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import { PanelFoot } from '../../kit/page/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { MIXED_VALUE, type PortValues, toPortValues, replacePorts } from './port-values.ts';
import { formatSpeedClass } from './port-labels.ts';
import { useNetworks } from './use-networks.ts';
import type { OwnSettings } from './use-settings.ts';
import { DigitsField } from '../../kit/form/typed-fields.tsx';

interface PortFormProps {
  readonly caps: Capabilities;
  readonly own: OwnSettings;
  /** Ids of the ports to change. */
  readonly ids: readonly string[];
}

const MODE_OPTIONS = [
  { value: 'access', label: 'Access' },
  { value: 'trunk', label: 'Trunk' },
  { value: 'hybrid', label: 'Hybrid' },
];
const DUPLEX_OPTIONS = [
  { value: 'auto', label: 'Auto' },
  { value: 'full', label: 'Full' },
  { value: 'half', label: 'Half' },
];
const MIXED_OPTION = { value: MIXED_VALUE, label: 'Mixed: no change' };
const TERMINALS = Object.entries(TERMINAL_TYPES).map(([value, label]) => ({ value, label }));

/**
 * Settings of one or more ports. A field in which the ports differ changes only if the user selects a value.
 */
export function PortForm({ caps, own, ids }: PortFormProps) {
  const initial = toPortValues(listEffectivePorts(caps, own.settings).filter(({ id }) => ids.includes(id)));
  const form = useForm<PortValues>({ mode: 'controlled', initialValues: initial });
  const { values } = form;
  const networks = useNetworks();
  const hardware = caps.ports.filter(({ id }) => ids.includes(id));
  const has = (feature: Capabilities['features'][number]) => caps.features.includes(feature);
  const stage = (): void => {
    const result = replacePorts(caps, own.settings, ids, values);
    if ('errors' in result) return form.setErrors(result.errors);
    form.resetDirty();
    own.stage(result.settings);
  };
  const field = (name: keyof PortValues & string) => ({
    ...form.getInputProps(name),
    ...(initial[name] === MIXED_VALUE &&
      values[name] === MIXED_VALUE && { value: '', placeholder: 'Mixed', empty: 'Mixed' }),
  });
  const select = (name: keyof PortValues & string, options: { value: string; label: string }[]) => ({
    ...form.getInputProps(name),
    allowDeselect: false,
    data: initial[name] === MIXED_VALUE ? [MIXED_OPTION, ...options] : options,
  });
  const speeds = hardware
    .map(({ speedsMbps = [] }) => speedsMbps)
    .reduce((common, own) => common.filter((speed) => own.includes(speed)));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        stage();
      }}
    >
      <FieldSet>
        <FieldRow>
          <ChoiceField label="Port" {...onOffProps('enabled', ['Enabled', 'Disabled'])} />
        </FieldRow>
        <FieldRow>
          <SelectField label="Mode" {...select('mode', MODE_OPTIONS)} />
          <VlanField
            label={values.mode === 'access' ? 'VLAN' : 'Untagged VLAN (PVID)'}
            networks={networks}
            {...field('pvid')}
          />
        </FieldRow>
        {values.mode !== 'access' && (
          <VlansField
            label="Tagged VLANs"
            description="Choose networks, or type IDs and ranges: 30, 40-45"
            empty="None"
            networks={networks}
            {...field('tagged')}
          />
        )}
        {(values.mode === 'hybrid' || values.mode === MIXED_VALUE) && (
          <VlansField
            label="Further untagged VLANs"
            empty="None"
            networks={networks}
            {...field('untagged')}
          />
        )}
        <FieldRow>
          <SelectField
            label="Speed"
            disabled={!has('port-speed') || speeds.length === 0}
            {...select('speed', [
              { value: '0', label: 'Auto' },
              ...speeds.map((speed) => ({ value: String(speed), label: formatSpeedClass(speed) })),
            ])}
          />
          <SelectField label="Duplex" disabled={!has('port-speed')} {...select('duplex', DUPLEX_OPTIONS)} />
        </FieldRow>
        {has('port-rate') && (
          <FieldRow>
            <DigitsField
              label="Incoming limit (kbit/s)"
              placeholder="No limit"
              empty="No limit"
              {...field('ingress')}
            />
            <DigitsField
              label="Outgoing limit (kbit/s)"
              placeholder="No limit"
              empty="No limit"
              {...field('egress')}
            />
          </FieldRow>
        )}
        <FieldRow>
          {has('port-eee') && <ChoiceField label="Energy saving (EEE)" {...onOffProps('eee')} />}
          {hardware.some(({ poe }) => poe) && <ChoiceField label="PoE" {...onOffProps('poe')} />}
        </FieldRow>
        <FieldRow>
          <SelectField label="Connected device" {...select('terminal', TERMINALS)} />
          <TextField label="Remark" maxLength={POLICY_NAME_MAX} {...field('remark')} />
        </FieldRow>
      </FieldSet>
      <EditOnly>
        <PanelFoot isRaised={own.changes.length > 0}>
          <GatedButton can={own.can} type="submit" disabled={!form.isDirty()}>
            Add to draft
          </GatedButton>
        </PanelFoot>
      </EditOnly>
    </form>
  );

  function onOffProps(name: 'enabled' | 'eee' | 'poe', [on, off] = ['On', 'Off']) {
    return {
      value: values[name],
      data: [
        { value: 'on', label: on },
        { value: 'off', label: off },
        ...(initial[name] === MIXED_VALUE ? [{ value: MIXED_VALUE, label: 'Mixed' }] : []),
      ],
      error: form.errors[name],
      onChange: (value: string) => form.setValues({ [name]: value }),
    };
  }
}
