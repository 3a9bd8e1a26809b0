import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { ACCESS_THRESHOLD_MAX, getAccessThresholdMin, isFiveGhz } from '@northlight/contract';
import { type Band, BANDS } from '@northlight/contract/device-protocol';
import { formatPlural } from '../../kit/format/index.ts';
import { useNetworkDraft } from '../draft-context.tsx';
import type { PolicyPart } from './form-parts.ts';
import classes from './wireless.module.css';

/** Fields for bands, SSIDs and the lowest accepted signal. */
export function BroadcastFields({ form }: PolicyPart) {
  const { scope } = useNetworkDraft();
  const { bands, devices, everywhere, hasSecondName } = form.values;
  const { devices: known } = scope.wireless;
  const radiosOn = (band: Band) =>
    known.filter(({ radios }) => radios.some((radio) => radio.band === band)).length;
  const canSplit = bands.includes('2.4G') && bands.some(isFiveGhz);
  const minDbm = getAccessThresholdMin({ devices: everywhere ? 'all' : devices }, known);
  return (
    <>
      <Checkbox.Group
        label="Bands"
        description="5G includes both 5 GHz radios of tri-band access points"
        {...form.getInputProps('bands')}
      >
        <div className={classes['bands']}>
          {BANDS.map((band) => (
            <Checkbox
              key={band}
              size="xs"
              value={band}
              label={band}
              description={formatPlural(radiosOn(band), 'device')}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label="Separate 5 GHz SSID"
        description={canSplit || hasSecondName ? undefined : 'Needs 2.4G and a 5 GHz band'}
        disabled={!canSplit && !hasSecondName}
        {...form.getInputProps('hasSecondName', { type: 'checkbox' })}
      />
      {hasSecondName && (
        <TextInput
          label="5 GHz SSID"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('ssid5g')}
        />
      )}
      <Checkbox label="Hide the SSID" {...form.getInputProps('hidden', { type: 'checkbox' })} />
      <NumberInput
        label="Access threshold (dBm)"
        description={`Rejects clients with a weaker signal; ${minDbm} to ${ACCESS_THRESHOLD_MAX}, empty for no threshold`}
        placeholder="None"
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('thresholdDbm')}
      />
    </>
  );
}
