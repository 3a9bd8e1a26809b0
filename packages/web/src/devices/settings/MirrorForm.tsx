import { checkDeviceSettings, type DeviceSettings, STP_AND_MIRROR } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Button, MultiSelect, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

const DIRECTIONS = [
  { value: 'both', label: 'Both ways' },
  { value: 'in', label: 'What comes in' },
  { value: 'out', label: 'What goes out' },
];

type Direction = 'both' | 'in' | 'out';

/** A copy of what passes some ports, at another one. */
export function MirrorForm({ caps, own }: { readonly caps: Capabilities; readonly own: OwnSettings }) {
  const { settings } = own;
  const now = settings.mirror;
  const [sources, setSources] = useState<string[]>(now?.sources.map(({ port }) => port) ?? []);
  const [direction, setDirection] = useState<Direction>(now?.sources[0]?.direction ?? 'both');
  const [target, setTarget] = useState<string | null>(now?.target ?? null);
  const [error, setError] = useState<string>();
  const ports = caps.ports.map(({ id, label }) => ({ value: id, label }));
  const can = own.can.allowed && settings.spanningTree?.enabled ? off(STP_AND_MIRROR) : own.can;
  const without = (): DeviceSettings => {
    const { mirror: _mirror, ...rest } = settings;
    return rest;
  };
  const stage = (): void => {
    if (target === null || sources.length === 0) return setError('Choose the ports to copy, and where to.');
    const next = { ...settings, mirror: { sources: sources.map((port) => ({ port, direction })), target } };
    const broken = checkDeviceSettings(next, { caps, lanAddresses: [] }).find(({ path }) =>
      path.startsWith('mirror'),
    );
    setError(broken?.message);
    if (!broken) own.stage(next);
  };
  return (
    <div className={classes['form']}>
      <MultiSelect
        label="Ports to copy"
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
          label="Copy to port"
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
        {now && (
          <Button variant="default" disabled={!own.can.allowed} onClick={() => own.stage(without())}>
            Switch off
          </Button>
        )}
        <GatedButton can={can} onClick={stage}>
          Stage
        </GatedButton>
      </div>
    </div>
  );
}
