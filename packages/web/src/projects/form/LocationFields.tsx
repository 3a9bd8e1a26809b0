import { Autocomplete, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import { updateTimeZone } from './place-time-zone.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

export interface LocationValues {
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly timeZone: string;
}

interface LocationFieldsProps {
  readonly values: LocationValues;
  readonly onChange: (patch: Partial<LocationValues>) => void;
}

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

function usePlaces(query: { country?: string; province?: string }, enabled: boolean) {
  const { data } = useQuery({ ...createQuery('placeList', { query }), ...FOREVER, enabled });
  return data?.items ?? [];
}

const listNames = (places: readonly { readonly name: string }[]): string[] => [
  ...new Set(places.map(({ name }) => name)),
];

/** Fields for the location of a project. Users can enter provinces and cities that are not in the lists. */
export function LocationFields({ values, onChange }: LocationFieldsProps) {
  const { country, province } = values;
  const countries = usePlaces({}, true);
  const provinces = usePlaces({ country }, country !== '');
  const isListed = provinces.some(({ name }) => name === province);
  const cities = usePlaces({ country, province }, isListed);
  const countryNames = listNames(countries);
  const move = (patch: Partial<LocationValues>) => {
    const lists = { countries, provinces, cities: isListed ? cities : [] };
    onChange({ ...patch, timeZone: updateTimeZone(values.timeZone, values, { ...values, ...patch }, lists) });
  };
  // Includes a stored country that is not in the list.
  const known = country === '' || countryNames.includes(country) ? countryNames : [country, ...countryNames];
  return (
    <>
      <Select
        label="Country"
        description="Shows the project on the map"
        placeholder="Choose"
        data={known}
        searchable
        selectFirstOptionOnChange
        clearable
        limit={60}
        value={country || null}
        onChange={(next) => move({ country: next ?? '', province: '', city: '' })}
      />
      <div className="field-columns">
        <Autocomplete
          label="Province"
          data={listNames(provinces)}
          limit={80}
          value={province}
          onChange={(next) => move({ province: next })}
        />
        <Autocomplete
          label="City"
          data={listNames(cities)}
          limit={80}
          value={values.city}
          onChange={(next) => move({ city: next })}
        />
      </div>
      <TimeZoneField value={values.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
    </>
  );
}
