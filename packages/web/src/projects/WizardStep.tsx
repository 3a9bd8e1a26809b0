import { NET_MODES } from '@northlight/contract';
import { DEVICE_PASSWORD_MIN, DEVICE_PASSWORD_SIGNS, PROJECT_NAME_MAX } from '@northlight/contract/net';
import { PasswordInput, Radio, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { LocationFields } from './LocationFields.tsx';
import classes from './projects.module.css';
import { ScenarioField } from './ScenarioField.tsx';
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
            description={`Name of the site; up to ${PROJECT_NAME_MAX} characters`}
            autoFocus
            {...form.getInputProps('name')}
          />
        </div>
      );
    case 1:
      return (
        <div className={`${classes['step'] ?? ''} ${classes['wide'] ?? ''}`}>
          <ScenarioField {...form.getInputProps('scenario')} value={form.values.scenario} />
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
              description="Managed access points, switches and a gateway, wired"
            />
            <Radio
              value={String(NET_MODES.mesh)}
              label="Wireless mesh"
              description="Mesh nodes that connect to each other by radio"
            />
          </Radio.Group>
        </div>
      );
    case 3:
      return (
        <div className={classes['step']}>
          <LocationFields values={form.values} onChange={(patch) => form.setValues(patch)} />
        </div>
      );
    default:
      return (
        <div className={classes['step']}>
          <PasswordInput
            label="Device management password"
            description={`Set on every device of the project. At least ${DEVICE_PASSWORD_MIN} characters with three of: upper case, lower case, digits, ${DEVICE_PASSWORD_SIGNS}. Use a different password from your account’s.`}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('devicePassword')}
          />
        </div>
      );
  }
}
