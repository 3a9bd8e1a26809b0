import type { DeviceSettings } from '@northlight/contract';
import { expect, test } from 'vitest';
import { type SettingsValues, toSettings, toSettingsValues } from './settings-values.ts';

const MIRROR = { sources: [{ port: '1', direction: 'in' as const }], target: '2' };
const NODE = '02:00:00:00:00:01';
const LAG = { id: 'lag1', mode: 'lacp' as const, ports: ['5', '6'] };
const STORED: DeviceSettings = { ports: [], mirror: MIRROR, lags: [LAG] };

test.each<[string, Partial<SettingsValues>, Partial<DeviceSettings>]>([
  ['no edit', {}, {}],
  ['spanning tree', { tree: true }, { spanningTree: { enabled: true, priority: 32_768 } }],
  ['mirroring that is turned off', { mirrorSources: [], mirrorTarget: null }, { mirror: undefined }],
  [
    'a new aggregation',
    { lagPorts: ['7', '8'], lagMode: 'static' },
    { lags: [LAG, { id: 'lag2', mode: 'static', ports: ['7', '8'] }] },
  ],
  ['a removed aggregation', { lags: [] }, { lags: [] }],
  ['a preferred parent', { preferredParent: NODE }, { mesh: { preferredParent: NODE } }],
  ['an automatic parent', { preferredParent: '' }, {}],
  ['the management VLAN', { vlanId: '10' }, { management: { mode: 'dhcp', vlanId: 10 } }],
])('changes only the settings of the edited section: %s', (_name, edits, expected) => {
  const values = { ...toSettingsValues(STORED), ...edits };
  const next = toSettings(values, STORED, (...fields) => fields.some((field) => field in edits));
  expect(next).toEqual({ ...STORED, ...expected });
});
