import { type NetworkConfig } from '@northlight/contract';
import { expect, test } from 'vitest';
import { explainMissingAddress } from './missing-address.ts';

const pool = {
  name: 'guests',
  vlanId: 20,
  start: '10.0.20.10',
  end: '10.0.20.19',
  dns: [],
  leaseMinutes: 720,
};
const config: NetworkConfig = {
  vlans: [
    { id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] },
    { id: 40, name: 'Cameras', ip: '10.0.40.1', prefix: 24, ports: [] },
  ],
  dhcpPools: [pool],
};
const full = { vlanId: 20, addresses: 10, used: 10 };
const client = { online: true, vlan: 20 };

test.each([
  ['a client with an address', { ...client, ip: '10.0.20.10' }, [full], undefined],
  ['an offline client', { ...client, online: false }, [full], undefined],
  ['a client of unknown VLAN', { online: true }, [full], undefined],
  ['a pool with free addresses', client, [{ ...full, used: 9 }], undefined],
  ['a gateway without a report', client, undefined, undefined],
  [
    'a self-assigned address with a full pool',
    { ...client, ip: '169.254.7.9' },
    [full],
    { reason: 'pool-full', pool, use: full },
  ],
  [
    'a self-assigned address with free addresses',
    { ...client, ip: '169.254.7.9' },
    [],
    { reason: 'self-assigned' },
  ],
  ['a full pool', client, [full], { reason: 'pool-full', pool, use: full }],
  ['a VLAN without a pool', { ...client, vlan: 40 }, [full], { reason: 'no-pool' }],
  ['a VLAN that the gateway does not have', { ...client, vlan: 99 }, [full], { reason: 'no-network' }],
])('finds the reason for a missing address: %s', (_title, one, pools, expected) => {
  expect(explainMissingAddress(one, config, pools)).toEqual(expected);
});
