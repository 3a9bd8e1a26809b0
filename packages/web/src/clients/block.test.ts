import { BLACKLIST_LIMIT, EMPTY_WIRELESS, type NetworkConfig, type Permission } from '@northlight/contract';
import { expect, test } from 'vitest';
import { toBlacklistEntry, getBlockPermission, WIRED_CLIENT } from './block.ts';

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
  ['the last free entry of the list', PHONE, NONE, config(...others(BLACKLIST_LIMIT - 1)), can, undefined],
  [
    'one client more than the limit',
    PHONE,
    NONE,
    config(...others(BLACKLIST_LIMIT)),
    can,
    'Limit of 100 blocked clients reached. Unblock one first.',
  ],
  ['a wired client', { mac: MAC, name: 'Printer' }, NONE, NONE, can, WIRED_CLIENT],
  ['a blocked client', PHONE, config(MAC), config(MAC), can, 'This client is already blocked.'],
  ['a client staged to be blocked', PHONE, NONE, config(MAC), can, 'Blocking this client is already staged.'],
  ['a blocked client that is staged to be unblocked', PHONE, config(MAC), NONE, can, undefined],
  ['a read-only project', PHONE, NONE, NONE, READ_ONLY, READ_ONLY.reason],
] as const)('decides whether a client can be blocked: %s', (_what, client, base, staged, allowed, reason) => {
  const permission = getBlockPermission(client, { base, config: staged, can: allowed });
  expect(permission.allowed ? undefined : permission.reason).toBe(reason);
});

test('uses the name of the client as remark if it is a valid remark', () => {
  expect(toBlacklistEntry(PHONE)).toEqual({ mac: MAC, remark: 'Phone' });
  expect(toBlacklistEntry({ ...PHONE, name: 'Télé  phone' })).toEqual({ mac: MAC });
  expect(toBlacklistEntry({ ...PHONE, name: '' })).toEqual({ mac: MAC });
});
