import { BLACKLIST_LIMIT, EMPTY_WIRELESS, type NetworkConfig, type Permission } from '@northlight/contract';
import { expect, test } from 'vitest';
import { entryOf, mayBlock, WIRED_CLIENT } from './block.ts';

const MAC = '02:00:00:00:00:09';
const PHONE = { mac: MAC, name: 'Phone', band: '5G', ssid: 'Lobby' };
const can: Permission = { allowed: true };
const READ_ONLY: Permission = { allowed: false, code: 173, reason: 'You may read this project only.' };

const config = (...macs: string[]): NetworkConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: { ...EMPTY_WIRELESS, blacklist: macs.map((mac) => ({ mac })) },
});
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => `02:00:00:00:01:${index.toString(16).padStart(2, '0')}`);
const NONE: NetworkConfig = { vlans: [], dhcpPools: [] };

test.each([
  ['a wireless client', PHONE, NONE, NONE, can, undefined],
  ['the last one of the list', PHONE, NONE, config(...others(BLACKLIST_LIMIT - 1)), can, undefined],
  [
    'one more than the list takes',
    PHONE,
    NONE,
    config(...others(BLACKLIST_LIMIT)),
    can,
    'The blacklist is full: at most 100 clients are possible.',
  ],
  ['a wired one', { mac: MAC, name: 'Printer' }, NONE, NONE, can, WIRED_CLIENT],
  ['a blocked one', PHONE, config(MAC), config(MAC), can, 'The client is blocked already.'],
  ['a staged one', PHONE, NONE, config(MAC), can, 'The client is staged to be blocked.'],
  ['one that is let in again by what is staged', PHONE, config(MAC), NONE, can, undefined],
  ['a project that is only read', PHONE, NONE, NONE, READ_ONLY, READ_ONLY.reason],
] as const)('%s', (_what, client, base, staged, allowed, reason) => {
  const may = mayBlock(client, { base, config: staged, can: allowed });
  expect(may.allowed ? undefined : may.reason).toBe(reason);
});

test('the remark is the name, where a remark can be that', () => {
  expect(entryOf(PHONE)).toEqual({ mac: MAC, remark: 'Phone' });
  expect(entryOf({ ...PHONE, name: 'Télefon' })).toEqual({ mac: MAC });
  expect(entryOf({ ...PHONE, name: '' })).toEqual({ mac: MAC });
});
