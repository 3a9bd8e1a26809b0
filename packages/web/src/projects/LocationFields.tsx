import { Autocomplete, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../kit/api/index.ts';
import { TimeZoneField } from './TimeZoneField.tsx';
import classes from './projects.module.css';

export interface PlaceValues {
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly timeZone: string;
}

interface PlaceFieldsProps {
  readonly values: PlaceValues;
  readonly onChange: (patch: Partial<PlaceValues>) => void;
}

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

function usePlaces(query: { country?: string; province?: string }, enabled: boolean): string[] {
  const { data } = useQuery({ ...q('placeList', { query }), ...FOREVER, enabled });
  return [...new Set(data?.items.map(({ name }) => name))];
}

/** Where the project is: lists in the order of letters; a province or city that no list has can be typed. */
export function PlaceFields({ values, onChange }: PlaceFieldsProps) {
  const { country, province } = values;
  const countries = usePlaces({}, true);
  const provinces = usePlaces({ country }, country !== '');
  const cities = usePlaces({ country, province }, provinces.includes(province));
  // One that was entered before the list was there stays what it is.
  const known = country === '' || countries.includes(country) ? countries : [country, ...countries];
  return (
    <>
      <Select
        label="Country"
        description="Puts the project on the map"
        placeholder="Choose"
        data={known}
        searchable
        selectFirstOptionOnChange
        clearable
        limit={60}
        value={country || null}
        onChange={(next) => onChange({ country: next ?? '', province: '', city: '' })}
      />
      <div className={classes['two']}>
        <Autocomplete
          label="Province"
          data={provinces}
          limit={80}
          value={province}
          onChange={(next) => onChange({ province: next })}
        />
        <Autocomplete
          label="City"
          data={cities}
          limit={80}
          value={values.city}
          onChange={(next) => onChange({ city: next })}
        />
      </div>
      <TimeZoneField value={values.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
    </>
  );
}
