import { Autocomplete, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../kit/api/index.ts';
import { TimeZoneField } from './TimeZoneField.tsx';
import classes from './projects.module.css';

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

function usePlaceNames(query: { country?: string; province?: string }, enabled: boolean): string[] {
  const { data } = useQuery({ ...createQuery('placeList', { query }), ...FOREVER, enabled });
  return [...new Set(data?.items.map(({ name }) => name))];
}

/** Location of a project. Provinces and cities that are not in the lists can be entered. */
export function LocationFields({ values, onChange }: LocationFieldsProps) {
  const { country, province } = values;
  const countries = usePlaceNames({}, true);
  const provinces = usePlaceNames({ country }, country !== '');
  const cities = usePlaceNames({ country, province }, provinces.includes(province));
  // Keep a stored country that is not in the list.
  const known = country === '' || countries.includes(country) ? countries : [country, ...countries];
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
