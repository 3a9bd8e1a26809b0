import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { formatOffset } from '../../kit/format/index.ts';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
        value: zone,
        label: `${zone.replaceAll('_', ' ')} (${formatOffset(zone)})`,
      })),
    [],
  );
  return (
    <Select
      label="Time zone"
      description="Used for all times in this project"
      data={zones}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      limit={80}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
