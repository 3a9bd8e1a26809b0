import { checkDeviceSettings, type DeviceSettings, STP_AND_MIRROR } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Button, MultiSelect, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
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
  const can = own.can.allowed && settings.spanningTree?.enabled ? deny(STP_AND_MIRROR) : own.can;
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
  return (
    <div className={classes['form']}>
      <MultiSelect
        label="Source ports"
        data={ports}
        value={sources}
        onChange={setSources}
        disabled={!can.allowed}
      />
      <div className={classes['two']}>
        <Select
          label="Direction"
          data={DIRECTIONS}
          allowDeselect={false}
          value={direction}
          disabled={!can.allowed}
          onChange={(value) => setDirection((value ?? 'both') as Direction)}
        />
        <Select
          label="Destination port"
          data={ports}
          value={target}
          onChange={setTarget}
          disabled={!can.allowed}
        />
      </div>
      {error && (
        <Text size="xs" c="error">
          {error}
        </Text>
      )}
      <div className={classes['foot']}>
        {current && (
          <Button variant="default" disabled={!own.can.allowed} onClick={() => own.stage(without())}>
            Turn off mirroring
          </Button>
        )}
        <GatedButton can={can} onClick={stage}>
          Add to draft
        </GatedButton>
      </div>
    </div>
  );
}
