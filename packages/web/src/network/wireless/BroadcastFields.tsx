import { ACCESS_THRESHOLD_MAX, getAccessThresholdMin, isFiveGhz } from '@northlight/contract';
import { type Band, BANDS } from '@northlight/contract/device-protocol';
import { CheckboxField, CheckboxesField, NumberField, TextField } from '../../kit/form/fields.tsx';
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
      <CheckboxesField
        label="Bands"
        description="5G includes both 5 GHz radios of tri-band access points"
        options={BANDS.map((band) => ({
          value: band,
          label: band,
          description: formatPlural(radiosOn(band), 'device'),
        }))}
        optionsClass={classes['bands']}
        {...form.getInputProps('bands')}
      />
      <CheckboxField
        label="Separate 5 GHz SSID"
        description={canSplit || hasSecondName ? undefined : 'Needs 2.4G and a 5 GHz band'}
        disabled={!canSplit && !hasSecondName}
        {...form.getInputProps('hasSecondName', { type: 'checkbox' })}
      />
      {hasSecondName && (
        <TextField
          label="5 GHz SSID"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('ssid5g')}
        />
      )}
      <CheckboxField label="Hide the SSID" {...form.getInputProps('hidden', { type: 'checkbox' })} />
      <NumberField
        label="Access threshold (dBm)"
        description={`Rejects clients with a weaker signal; ${minDbm} to ${ACCESS_THRESHOLD_MAX}, empty for no threshold`}
        placeholder="None"
        empty="None"
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('thresholdDbm')}
      />
    </>
  );
}
