import { checkDeviceSettings, type DeviceSettings, STP_AND_MIRROR } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { MultiSelectField, SelectField } from '../../kit/form/fields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

const DIRECTIONS = [
  { value: 'both', label: 'Both directions' },
  { value: 'in', label: 'Incoming' },
  { value: 'out', label: 'Outgoing' },
];

type Direction = 'both' | 'in' | 'out';

/** Form that selects ports whose traffic is mirrored to another port. */
export function MirrorForm({ caps, own }: { readonly caps: Capabilities; readonly own: OwnSettings }) {
  const { settings } = own;
  const current = settings.mirror;
  const [sources, setSources] = useState<string[]>(current?.sources.map(({ port }) => port) ?? []);
  const [direction, setDirection] = useState<Direction>(current?.sources[0]?.direction ?? 'both');
  const [target, setTarget] = useState<string | null>(current?.target ?? null);
  const [error, setError] = useState<string>();
  const ports = caps.ports.map(({ id, label }) => ({ value: id, label }));
  const without = (): DeviceSettings => {
    const { mirror: _mirror, ...rest } = settings;
    return rest;
  };
  const stage = (): void => {
    if (target === null || sources.length === 0)
      return setError('Choose source ports and a destination port.');
    const next = { ...settings, mirror: { sources: sources.map((port) => ({ port, direction })), target } };
    const violation = checkDeviceSettings(next, { caps, lanAddresses: [] }).find(({ path }) =>
      path.startsWith('mirror'),
    );
    setError(violation?.message);
    if (!violation) own.stage(next);
  };
  if (!current && !own.can.allowed) return <p className={classes['portFacts']}>Port mirroring is off.</p>;
  if (!current && settings.spanningTree?.enabled)
    return <p className={classes['portFacts']}>{STP_AND_MIRROR}</p>;
  return (
    <FieldSet>
      <MultiSelectField label="Source ports" data={ports} value={sources} onChange={setSources} />
      <FieldRow>
        <SelectField
          label="Direction"
          data={DIRECTIONS}
          allowDeselect={false}
          value={direction}
          onChange={(value) => setDirection((value ?? 'both') as Direction)}
        />
        <SelectField label="Destination port" data={ports} value={target} onChange={setTarget} />
      </FieldRow>
      {error && (
        <Text size="xs" c="error">
          {error}
        </Text>
      )}
      <EditOnly>
        <div className={classes['foot']}>
          {current && (
            <Button variant="default" onClick={() => own.stage(without())}>
              Turn off mirroring
            </Button>
          )}
          <GatedButton can={own.can} onClick={stage}>
            Add to draft
          </GatedButton>
        </div>
      </EditOnly>
    </FieldSet>
  );
}
