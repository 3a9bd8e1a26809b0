import { NET_MODES, SCENARIO_LABELS, SCENARIOS } from '@northlight/contract';
import { DEVICE_PASSWORD_MIN, DEVICE_PASSWORD_SIGNS, PROJECT_NAME_MAX } from '@northlight/contract/net';
import { PasswordInput, Radio, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { formatOffset } from '../kit/format/index.ts';
import { countryNames } from './countries.ts';
import classes from './projects.module.css';
import type { WizardValues } from './wizard-steps.ts';

interface WizardStepProps {
  readonly step: number;
  readonly form: UseFormReturnType<WizardValues>;
}

export function WizardStep({ step, form }: WizardStepProps) {
  switch (step) {
    case 0:
      return (
        <div className={classes['step']}>
          <TextInput
            label="Project name"
            description={`What people call the site; up to ${PROJECT_NAME_MAX} characters`}
            autoFocus
            {...form.getInputProps('name')}
          />
        </div>
      );
    case 1:
      return (
        <div className={`${classes['step'] ?? ''} ${classes['wide'] ?? ''}`}>
          <Radio.Group
            label="Scenario"
            description="Decides what is suggested later; nothing is locked"
            {...form.getInputProps('scenario')}
          >
            <div className={classes['choices']}>
              {SCENARIOS.map((scenario) => (
                <Radio.Card key={scenario} value={scenario} p="xs" radius="md">
                  <span className={classes['choice']}>
                    <Radio.Indicator size="xs" />
                    {SCENARIO_LABELS[scenario]}
                  </span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        </div>
      );
    case 2:
      return (
        <div className={classes['step']}>
          <Radio.Group
            label="Network mode"
            value={String(form.values.netMode)}
            onChange={(value) =>
              form.setFieldValue(
                'netMode',
                Number(value) === NET_MODES.mesh ? NET_MODES.mesh : NET_MODES.wlan,
              )
            }
          >
            <Radio
              my="sm"
              value={String(NET_MODES.wlan)}
              label="Traditional WLAN"
              description="Managed access points, switches and a gateway, joined by cable"
            />
            <Radio
              value={String(NET_MODES.mesh)}
              label="Cable-free mesh"
              description="Mesh nodes that reach each other by radio"
            />
          </Radio.Group>
        </div>
      );
    case 3:
      return <PlaceStep form={form} />;
    default:
      return (
        <div className={classes['step']}>
          <PasswordInput
            label="Device management password"
            description={`Set on every device of the project. At least ${DEVICE_PASSWORD_MIN} characters with three of: upper case, lower case, digits, ${DEVICE_PASSWORD_SIGNS}. It must differ from your own password.`}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('devicePassword')}
          />
        </div>
      );
  }
}

function PlaceStep({ form }: Pick<WizardStepProps, 'form'>) {
  const countries = useMemo(() => countryNames(), []);
  const zones = useMemo(() => {
    return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
      value: zone,
      label: `${zone.replaceAll('_', ' ')} (${formatOffset(zone)})`,
    }));
  }, []);
  return (
    <div className={classes['step']}>
      <Select
        label="Country"
        description="Puts the project on the map"
        placeholder="Choose"
        data={countries}
        searchable
        selectFirstOptionOnChange
        clearable
        limit={60}
        {...form.getInputProps('country')}
        value={form.values.country || null}
        onChange={(value) => form.setFieldValue('country', value ?? '')}
      />
      <div className={classes['two']}>
        <TextInput label="Province" {...form.getInputProps('province')} />
        <TextInput label="City" {...form.getInputProps('city')} />
      </div>
      <Select
        label="Time zone"
        description="Times of this project are shown in it"
        data={zones}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        limit={80}
        {...form.getInputProps('timeZone')}
      />
    </div>
  );
}
