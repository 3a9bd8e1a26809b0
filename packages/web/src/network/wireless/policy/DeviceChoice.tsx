import { formatBands, listBandsOn } from '@northlight/contract';
import { useMemo } from 'react';
import { FieldSet } from '../../../kit/form/FieldSet.tsx';
import { ChoiceField, MultiSelectField } from '../../../kit/form/fields.tsx';
import { formatPlural } from '../../../kit/format/index.ts';
import { useNetworkDraft } from '../../../draft/index.ts';
import type { PolicyPart } from './form-parts.ts';

/** Selects all devices with radios, including devices added later, or single devices. */
export function DeviceChoice({ form }: PolicyPart) {
  const { scope } = useNetworkDraft();
  const { devices: known } = scope.wireless;
  const { bands, devices, everywhere } = form.values;
  const options = useMemo(
    () =>
      known.map((device) => {
        const fits = listBandsOn({ bands, devices: 'all' }, device).length > 0;
        const chosen = devices.includes(device.id);
        return {
          value: device.id,
          label: fits ? device.name : `${device.name}: no radio on ${formatBands(bands) || 'any band'}`,
          disabled: !fits && !chosen,
        };
      }),
    [bands, devices, known],
  );
  const reached = known.filter(
    (device) => listBandsOn({ bands, devices: everywhere ? 'all' : devices }, device).length > 0,
  ).length;
  return (
    <FieldSet>
      <ChoiceField
        label="Devices that broadcast the policy"
        isLabelHidden
        value={everywhere ? 'all' : 'some'}
        onChange={(next) => form.setValues({ everywhere: next === 'all' })}
        data={[
          { value: 'all', label: 'All devices' },
          { value: 'some', label: 'Selected devices' },
        ]}
      />
      {everywhere ? (
        <>
          <p className="mut above">{formatPlural(reached, 'device')} now, plus devices added later.</p>
          {form.errors['devices'] !== undefined && (
            <p className="err" role="alert">
              {form.errors['devices']}
            </p>
          )}
        </>
      ) : (
        <MultiSelectField
          label="Devices"
          description={`${formatPlural(reached, 'device')} of ${known.length} with radios`}
          placeholder={devices.length === 0 ? 'Choose devices' : undefined}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={240}
          limit={200}
          data={options}
          {...form.getInputProps('devices')}
        />
      )}
    </FieldSet>
  );
}
