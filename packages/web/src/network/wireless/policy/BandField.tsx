import { formatBand } from '@northlight/contract';
import { type Band, BANDS } from '@northlight/contract/device-protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckboxesField } from '../../../kit/form/fields.tsx';
import { EditOnly } from '../../../kit/form/read-only.tsx';
import { formatPlural } from '../../../kit/format/index.ts';
import { useNetworkDraft } from '../../../draft/index.ts';
import type { PolicyPart } from './form-parts.ts';

/** Bands of a policy. Devices with two 5 GHz radios can use one of them, which the field offers on demand. */
export function BandField({ form }: PolicyPart) {
  const { devices } = useNetworkDraft().scope.wireless;
  const [hasSingles, setHasSingles] = useState(() => form.values.bands.some(isSingle));
  const countDevices = (band: Band) =>
    devices.filter(({ radios }) => radios.some((radio) => isOnRadio(band, radio.band))).length;
  const canChoose = !hasSingles && devices.some(({ radios }) => radios.some(({ band }) => isSingle(band)));
  return (
    <div>
      <CheckboxesField
        label="Bands"
        options={BANDS.filter((band) => hasSingles || !isSingle(band)).map((band) => ({
          value: band,
          label: formatBand(band),
          description: formatPlural(countDevices(band), 'device'),
        }))}
        optionsClass="field-columns"
        {...form.getInputProps('bands')}
      />
      {canChoose && (
        <EditOnly>
          <Button variant="subtle" size="compact-xs" mt={6} onClick={() => setHasSingles(true)}>
            Use only one 5 GHz radio
          </Button>
        </EditOnly>
      )}
    </div>
  );
}

/** True for one of the two 5 GHz radios of a device. */
const isSingle = (band: Band): boolean => band === '5G-1' || band === '5G-2';

const isOnRadio = (band: Band, radio: Band): boolean => band === radio || (band === '5G' && isSingle(radio));
