import { Autocomplete, Select } from '@mantine/core';
import type { LocationValues } from './LocationFields.tsx';
import classes from './project-form.module.css';
import { TimeZoneField } from './TimeZoneField.tsx';
import type { FoundPlace } from './use-found-place.ts';

interface CityFieldsProps {
  /** Values of the fields; an empty time zone follows the location. */
  readonly values: LocationValues;
  readonly place: FoundPlace;
  readonly onChange: (patch: Partial<LocationValues>) => void;
}

/** Fields for the country, city and time zone of a new project. */
export function CityFields({ values: { city, country, timeZone }, place, onChange }: CityFieldsProps) {
  return (
    <div className={`grid gap-12 ${classes['place']}`}>
      <Select
        label="Country"
        description="Shows the project on the map"
        // Disables the field until the list is loaded: Enter chooses the first match only if the list was
        // there when the user typed.
        disabled={place.countryNames.length === 0}
        placeholder={place.countryNames.length === 0 ? 'Loading…' : 'Choose'}
        data={[...place.countryNames]}
        searchable
        selectFirstOptionOnChange
        clearable
        limit={60}
        value={country || null}
        onChange={(next) => onChange({ country: next ?? '', city: '' })}
      />
      <Autocomplete
        label="City"
        description="Sets the time zone"
        data={[...place.cityNames]}
        limit={30}
        selectFirstOptionOnChange
        disabled={country === ''}
        placeholder={country === '' ? 'Choose a country first' : ''}
        value={city}
        onChange={(next) => onChange({ city: next })}
      />
      <TimeZoneField
        value={timeZone || place.timeZone}
        onChange={(chosen) => onChange({ timeZone: chosen })}
      />
    </div>
  );
}
