import { checkDeviceSettings, type LagSetting } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { Button, MultiSelect, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { EditOnly } from '../../kit/form/read-only.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import classes from './settings.module.css';
import type { OwnSettings } from './use-settings.ts';

const MODES = [
  { value: 'lacp', label: 'LACP' },
  { value: 'static', label: 'Static' },
];

/** Lists the link aggregations of a device, with the form for a new one. */
export function LagSection({ caps, own }: { readonly caps: Capabilities; readonly own: OwnSettings }) {
  const { settings } = own;
  const { lags = [] } = settings;
  const [ports, setPorts] = useState<string[]>([]);
  const [mode, setMode] = useState<LagSetting['mode']>('lacp');
  const [error, setError] = useState<string>();
  const label = (id: string): string => caps.ports.find((port) => port.id === id)?.label ?? id;
  const taken = new Set(lags.flatMap((lag) => lag.ports));
  const free = caps.ports.filter(({ id }) => !taken.has(id));
  const add = (): void => {
    const number = Array.from({ length: 64 }, (_, index) => index + 1).find(
      (each) => !lags.some(({ id }) => id === `lag${each}`),
    );
    if (ports.length < 2) return setError('Choose at least 2 ports.');
    const next = { ...settings, lags: [...lags, { id: `lag${number}`, mode, ports }] };
    const violation = checkDeviceSettings(next, { caps, lanAddresses: [] }).find(({ path }) =>
      path.startsWith('lags'),
    );
    setError(violation?.message);
    if (violation) return;
    own.stage(next);
    setPorts([]);
  };
  return (
    <div className={classes['form']}>
      {lags.length > 0 && (
        <ul className={classes['rowList']}>
          {lags.map((lag) => (
            <li key={lag.id}>
              <span>
                {lag.id}, {lag.mode === 'lacp' ? 'LACP' : 'static'}: {lag.ports.map(label).join(', ')}
              </span>
              <EditOnly>
                <Button
                  variant="default"
                  onClick={() => own.stage({ ...settings, lags: lags.filter(({ id }) => id !== lag.id) })}
                >
                  Remove aggregation
                </Button>
              </EditOnly>
            </li>
          ))}
        </ul>
      )}
      {lags.length === 0 && !own.can.allowed && (
        <p className={classes['portFacts']}>No ports are aggregated.</p>
      )}
      <EditOnly>
        <div className={classes['two']}>
          <MultiSelect
            label="Ports"
            data={free.map((port) => ({ value: port.id, label: port.label }))}
            value={ports}
            onChange={setPorts}
          />
          <Select
            label="Mode"
            data={MODES}
            allowDeselect={false}
            value={mode}
            onChange={(value) => setMode((value ?? 'lacp') as LagSetting['mode'])}
          />
        </div>
        {error && (
          <Text size="xs" c="error">
            {error}
          </Text>
        )}
        <div className={classes['foot']}>
          <GatedButton can={own.can} onClick={add}>
            Add to draft
          </GatedButton>
        </div>
      </EditOnly>
    </div>
  );
}
