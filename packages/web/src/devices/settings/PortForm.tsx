import { listEffectivePorts, TERMINAL_TYPES } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { POLICY_NAME_MAX } from '@northlight/contract/net';
import { SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { MIXED_VALUE, type PortValues, toPortValues, replacePorts } from './port-values.ts';
import { formatSpeedClass } from './port-labels.ts';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

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
    ...(initial[name] === MIXED_VALUE && values[name] === MIXED_VALUE && { value: '', placeholder: 'Mixed' }),
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
      <fieldset className={classes['form']} disabled={!own.can.allowed}>
        <div className={classes['two']}>
          <OnOffField label="Port" names={['Enabled', 'Disabled']} {...onOffProps('enabled')} />
          <Select label="Mode" {...select('mode', MODE_OPTIONS)} />
        </div>
        <div className={classes['two']}>
          <TextInput
            label={values.mode === 'access' ? 'VLAN' : 'PVID'}
            inputMode="numeric"
            {...field('pvid')}
          />
          {values.mode !== 'access' && (
            <TextInput label="Tagged VLANs" description="3,5,10-13 or all" {...field('tagged')} />
          )}
        </div>
        {(values.mode === 'hybrid' || values.mode === MIXED_VALUE) && (
          <TextInput label="Further untagged VLANs" {...field('untagged')} />
        )}
        <div className={classes['two']}>
          <Select
            label="Speed"
            disabled={!has('port-speed') || speeds.length === 0}
            {...select('speed', [
              { value: '0', label: 'Auto' },
              ...speeds.map((speed) => ({ value: String(speed), label: formatSpeedClass(speed) })),
            ])}
          />
          <Select label="Duplex" disabled={!has('port-speed')} {...select('duplex', DUPLEX_OPTIONS)} />
        </div>
        {has('port-rate') && (
          <div className={classes['two']}>
            <TextInput
              label="Incoming limit (kbit/s)"
              placeholder="No limit"
              inputMode="numeric"
              {...field('ingress')}
            />
            <TextInput
              label="Outgoing limit (kbit/s)"
              placeholder="No limit"
              inputMode="numeric"
              {...field('egress')}
            />
          </div>
        )}
        <div className={classes['two']}>
          {has('port-eee') && <OnOffField label="Energy saving (EEE)" {...onOffProps('eee')} />}
          {hardware.some(({ poe }) => poe) && <OnOffField label="PoE" {...onOffProps('poe')} />}
        </div>
        <div className={classes['two']}>
          <Select label="Connected device" {...select('terminal', TERMINALS)} />
          <TextInput label="Remark" maxLength={POLICY_NAME_MAX} {...field('remark')} />
        </div>
      </fieldset>
      <div className={classes['foot']} style={{ marginTop: 14 }}>
        <GatedButton can={own.can} type="submit" disabled={!form.isDirty()}>
          Add to draft
        </GatedButton>
      </div>
    </form>
  );

  function onOffProps(name: 'enabled' | 'eee' | 'poe') {
    return {
      value: values[name],
      mixed: initial[name] === MIXED_VALUE,
      error: form.errors[name],
      onChange: (value: string) => form.setValues({ [name]: value }),
    };
  }
}

interface OnOffFieldProps {
  readonly label: string;
  readonly names?: readonly [on: string, off: string];
  readonly value: string;
  /** True if the ports differ in this field, which then offers to leave them unchanged. */
  readonly mixed: boolean;
  readonly error: React.ReactNode;
  readonly onChange: (value: string) => void;
}

function OnOffField({ label, names = ['On', 'Off'], value, mixed, error, onChange }: OnOffFieldProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={3}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        value={value}
        onChange={onChange}
        data={[
          { value: 'on', label: names[0] },
          { value: 'off', label: names[1] },
          ...(mixed ? [{ value: MIXED_VALUE, label: 'Mixed' }] : []),
        ]}
      />
      {error && (
        <Text size="xs" c="error" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
