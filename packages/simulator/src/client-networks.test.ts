import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { ClientNetworks, type ClientPlace, type ConnectedClient } from './client-networks.ts';

const pool = (vlanId: number, size: number) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `10.0.${vlanId}.10`,
  end: `10.0.${vlanId}.${9 + size}`,
  mask: '255.255.255.0',
  gateway: `10.0.${vlanId}.1`,
  dns: [],
  leaseMinutes: 30,
});
const gateway = (...dhcpPools: DeviceConfig['dhcpPools']): DeviceConfig => ({ vlans: [], dhcpPools });
const client = (number: number, place: ClientPlace = { vlan: 20, network: 20 }): ConnectedClient => ({
  report: { mac: `02:00:00:00:00:0${number}`, ip: `10.0.20.1${number}`, vlan: 20, port: 'p1' },
  ...place,
});

describe('the addresses of clients', () => {
  it('are assigned until the pool is full, and again when a lease has expired', () => {
    const networks = new ClientNetworks();
    const [first, second, third] = [client(1), client(2), client(3)];
    networks.update(gateway(pool(20, 2)), [first, second, third], 0);
    expect([first, second, third].map((each) => networks.describe(each).ip)).toEqual([
      '10.0.20.11',
      '10.0.20.10',
      '169.254.1.3',
    ]);
    expect(networks.report()).toEqual([{ vlanId: 20, addresses: 2, used: 2 }]);
    networks.update(gateway(pool(20, 2)), [second, third], 29 * MINUTE_MS);
    expect(networks.describe(third).ip).toBe('169.254.1.3');
    networks.update(gateway(pool(20, 2)), [second, third], 30 * MINUTE_MS);
    expect(networks.describe(third).ip).toBe('10.0.20.11');
  });

  it('are assigned again when the range of the pool changes', () => {
    const networks = new ClientNetworks();
    const clients = [client(1), client(2), client(3)];
    networks.update(gateway(pool(20, 10)), clients, 0);
    expect(clients.map((each) => networks.describe(each).ip)).toEqual([
      '10.0.20.11',
      '10.0.20.12',
      '10.0.20.13',
    ]);
    networks.update(gateway(pool(20, 1)), clients, MINUTE_MS);
    expect(clients.map((each) => networks.describe(each).ip)).toEqual([
      '10.0.20.10',
      '169.254.1.2',
      '169.254.1.3',
    ]);
    expect(networks.report()).toEqual([{ vlanId: 20, addresses: 1, used: 1 }]);
  });

  it('keep their values without a DHCP pool in the VLAN', () => {
    const networks = new ClientNetworks();
    networks.update(gateway(pool(30, 2)), [client(1)], 0);
    expect(networks.describe(client(1))).toEqual(client(1).report);
    expect(networks.report()).toEqual([{ vlanId: 30, addresses: 2, used: 0 }]);
  });

  it('omit reserved addresses of other clients', () => {
    const networks = new ClientNetworks();
    const reservations = [{ mac: '02:00:00:00:00:99', ip: '10.0.20.11', name: 'printer' }];
    networks.update(gateway({ ...pool(20, 2), reservations }), [client(1), client(2)], 0);
    expect([client(1), client(2)].map((each) => networks.describe(each).ip)).toEqual([
      '10.0.20.10',
      '169.254.1.2',
    ]);
  });

  it('become the reserved ones at the next renewal', () => {
    const networks = new ClientNetworks();
    networks.update(gateway(pool(20, 9)), [client(1)], 0);
    const reservations = [{ mac: '02:00:00:00:00:01', ip: '10.0.20.15', name: 'printer' }];
    networks.update(gateway({ ...pool(20, 9), reservations }), [client(1)], MINUTE_MS);
    expect(networks.describe(client(1)).ip).toBe('10.0.20.15');
  });

  it('follow the VLAN, and that in which frames arrive at the gateway', () => {
    const networks = new ClientNetworks();
    const places = [
      { vlan: 30, network: 30 },
      { vlan: 20, network: 30 },
      { vlan: 30, network: undefined },
      { vlan: undefined, network: undefined },
    ];
    const clients = places.map((place, index) => client(index + 1, place));
    networks.update(gateway(pool(20, 4)), [client(4)], 0);
    networks.update(gateway(pool(20, 2), pool(30, 2)), clients, 0);
    expect(clients.map((each) => networks.describe(each))).toMatchObject([
      { vlan: 30, ip: '10.0.30.10' },
      { vlan: 20, ip: '10.0.30.11' },
      { vlan: 30, ip: '169.254.1.3' },
      { ip: '169.254.1.4' },
    ]);
    expect(networks.describe(clients.at(-1)!)).not.toHaveProperty('vlan');
  });

  it('end with the pool that leased them', () => {
    const networks = new ClientNetworks();
    networks.update(gateway(pool(20, 2)), [client(1)], 0);
    networks.update(gateway(pool(30, 2)), [client(1)], MINUTE_MS);
    expect(networks.describe(client(1)).ip).toBe('169.254.1.1');
  });
});
