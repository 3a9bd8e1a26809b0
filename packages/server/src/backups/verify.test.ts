import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { addAnswers, countSettings, type VerifiedDevice, verifyDevice } from './verify.ts';

const DOCUMENT = {
  vlans: [
    { id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: ['lan1', 'lan2'] },
    { id: 30, name: 'Staff', ip: '10.0.30.1', prefix: 24, ports: [] },
  ],
  dhcpPools: [],
} as unknown as DeviceConfig;

const DEVICE: VerifiedDevice = {
  state: 1,
  status: 'applied',
  revision: 4,
  hash: 'a',
  reportedRevision: 4,
  reportedHash: 'a',
  badRevision: 0,
  issues: [],
  document: DOCUMENT,
  isOpaque: false,
  localChanges: [],
};
const verify = (device: Partial<VerifiedDevice>) => verifyDevice({ ...DEVICE, ...device }, () => undefined);
const issue = (path: string) => ({ path, reason: 'No such port.', substitution: 'It is left out.' });

test('counts each value as a setting, and a list of values as one', () => {
  expect(countSettings(DOCUMENT)).toBe(11);
  expect(countSettings({ a: undefined, b: null, c: [1, 2], d: { e: false } })).toBe(3);
});

test.each<[string, Partial<VerifiedDevice>, object]>([
  ['all settings of an applied document', {}, { state: 'verified', settings: 11, verified: 11 }],
  [
    'all but those that the device could not take over',
    { status: 'partial', reportedHash: 'b', issues: [issue('vlans.0.ports')] },
    {
      state: 'partial',
      verified: 10,
      unverified: [
        {
          path: 'vlans.0.ports',
          setting: 'vlans Guests, ports',
          reason: 'No such port. It is left out.',
        },
      ],
    },
  ],
  [
    'all but those of an item that the device left out',
    { status: 'partial', issues: [issue('vlans.1')] },
    { state: 'partial', verified: 6 },
  ],
  ['none of a refused document', { status: 'rejected', badRevision: 4 }, { state: 'failed', verified: 0 }],
  [
    'none of a document that was rolled back',
    { status: 'rolledback', badRevision: 4 },
    { note: 'The device has undone the configuration.' },
  ],
  ['none before the device has reported', { status: 'sent', reportedRevision: 3 }, { state: 'waiting' }],
  [
    'none of a device that is offline',
    { state: 0, status: 'applied', reportedRevision: 3 },
    { state: 'waiting', note: expect.stringContaining('offline') },
  ],
  ['none of another content', { reportedHash: 'b' }, { state: 'failed' }],
  ['none of an OpenWiFi device', { isOpaque: true }, { state: 'unavailable', verified: 0 }],
  [
    'all but those that were changed on the local page',
    {
      status: 'drifted',
      localChanges: [
        { path: ['wan', 'wan1', 'mode'], item: 'WAN1', setting: 'WAN1, mode', now: 'DHCP', after: 'static' },
      ],
    },
    {
      state: 'partial',
      verified: 10,
      unverified: [{ setting: 'WAN1, mode', reason: expect.stringContaining('DHCP → static') }],
    },
  ],
  ['none of a device that went back', { status: 'drifted' }, { state: 'failed' }],
])('verifies %s', (_, device, expected) => expect(verify(device)).toMatchObject(expected));

test('marks items as adapted or skipped by the answers of the device', () => {
  const item = { part: 'vlans' as const, outcome: 'restored' as const };
  const items = ['20', '30', '40'].map((id) => ({ ...item, path: ['vlans', id], name: `VLAN ${id}` }));
  const answers = [
    { address: 'vlans/20', issue: issue('vlans.0.ports') },
    { address: 'vlans/30', issue: { path: 'vlans.1', reason: 'Too many VLANs.' } },
  ];
  expect(addAnswers(items, answers).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['adapted', 'No such port. It is left out.'],
    ['skipped', 'Too many VLANs.'],
    ['restored', undefined],
  ]);
});
