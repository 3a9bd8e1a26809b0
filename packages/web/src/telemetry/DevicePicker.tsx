import { type Device, KIND_LABELS, MAX_DEVICES_COMPARED } from '@northlight/contract';
import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';

/** Maximum number of rendered options; users with more devices search by name. */
const MAX_OPTIONS = 60;

interface DevicePickerProps {
  readonly devices: readonly Device[];
  readonly chosen: readonly Device[];
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Selects one device, or up to twelve to compare. */
export function DevicePicker({ chosen, devices, onChoose }: DevicePickerProps) {
  // Computes options again only when a name or kind changes, not with every report.
  const signature = devices.map(({ id, kind, name }) => `${id} ${kind} ${name}`).join('\n');
  const data = useMemo(() => parseGroups(signature), [signature]);
  return (
    <MultiSelect
      aria-label="Devices"
      placeholder={chosen.length < MAX_DEVICES_COMPARED ? 'Add device to compare' : undefined}
      data={data}
      value={chosen.map(({ id }) => id)}
      onChange={onChoose}
      limit={MAX_OPTIONS}
      maxValues={MAX_DEVICES_COMPARED}
      searchable
      hidePickedOptions
      nothingFoundMessage="No matching device"
      size="xs"
      maxDropdownHeight={320}
    />
  );
}

function parseGroups(signature: string): { group: string; items: { value: string; label: string }[] }[] {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const line of signature === '' ? [] : signature.split('\n')) {
    const [value = '', kind = '', ...name] = line.split(' ');
    const group = (KIND_LABELS as Readonly<Record<string, string>>)[kind] ?? kind;
    const items = groups.get(group) ?? [];
    items.push({ value, label: name.join(' ') });
    groups.set(group, items);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}
