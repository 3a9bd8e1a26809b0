import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { ACCESS_THRESHOLD_MAX, accessThresholdMin, isFiveGhz } from '@northlight/contract';
import { type Band, BANDS } from '@northlight/contract/device-protocol';
import { plural } from '../../kit/format/index.ts';
import { useNetworkDraft } from '../draft-context.tsx';
import type { PolicyPart } from './form-parts.ts';
import classes from './wireless.module.css';

/** On which bands, under which names, and from which signal on. */
export function AirFields({ form }: PolicyPart) {
  const { scope } = useNetworkDraft();
  const { bands, devices, everywhere, hasSecondName } = form.values;
  const { devices: known } = scope.wireless;
  const radiosOn = (band: Band) =>
    known.filter(({ radios }) => radios.some((radio) => radio.band === band)).length;
  const canSplit = bands.includes('2.4G') && bands.some(isFiveGhz);
  const least = accessThresholdMin({ devices: everywhere ? 'all' : devices }, known);
  return (
    <>
      <Checkbox.Group
        label="Bands"
        description="5G is also both halves of a device with 5G-1 and 5G-2"
        {...form.getInputProps('bands')}
      >
        <div className={classes['bands']}>
          {BANDS.map((band) => (
            <Checkbox
              key={band}
              size="xs"
              value={band}
              label={band}
              description={plural(radiosOn(band), 'device')}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label="Another name on 5G"
        description={canSplit || hasSecondName ? undefined : 'Needs 2.4G and a 5G band'}
        disabled={!canSplit && !hasSecondName}
        {...form.getInputProps('hasSecondName', { type: 'checkbox' })}
      />
      {hasSecondName && (
        <TextInput label="5G name" autoComplete="off" spellCheck={false} {...form.getInputProps('ssid5g')} />
      )}
      <Checkbox
        label="Hidden"
        description="Radios do not tell the name; clients must know it"
        {...form.getInputProps('hidden', { type: 'checkbox' })}
      />
      <NumberInput
        label="Access threshold (dBm)"
        description={`Weaker clients are not let in; ${least} to ${ACCESS_THRESHOLD_MAX}, empty for none`}
        placeholder="None"
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('thresholdDbm')}
      />
    </>
  );
}
