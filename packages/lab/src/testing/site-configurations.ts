/** Configurations of the lab's site: a gateway with a switch at lan2. */
import {
  type DeviceSettings,
  getDefaultPort,
  type Job,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import { expect } from 'vitest';
import { createCapabilities } from './lab-driver.ts';

export const vlan = (id: number, own: Partial<NetworkConfig['vlans'][number]> = {}) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...own,
});
export const pool = (vlanId: number, own: Partial<NetworkConfig['dhcpPools'][number]> = {}) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `192.168.${vlanId}.100`,
  end: `192.168.${vlanId}.199`,
  dns: [],
  leaseMinutes: 60,
  ...own,
});
/** VLAN 10 contains the switch itself, untagged; the other VLANs are tagged. */
const STAFF = vlan(10, { ports: ['lan2'] });
const GUESTS = vlan(30, { taggedPorts: ['lan2'] });
const OFFICE = vlan(40, { taggedPorts: ['lan2'] });
export const FIRST: NetworkConfig = { vlans: [STAFF, GUESTS], dhcpPools: [pool(10), pool(30)] };
export const BOTH: NetworkConfig = {
  vlans: [STAFF, GUESTS, OFFICE],
  dhcpPools: [pool(10), pool(30), pool(40)],
};
export const LAST: NetworkConfig = {
  vlans: [...BOTH.vlans, vlan(60, { taggedPorts: ['lan2'] })],
  dhcpPools: [...BOTH.dhcpPools, pool(60)],
};

const model = createCapabilities('NL-LSW');
function port(id: string, own: Partial<PortSetting> = {}): PortSetting {
  const known = model.ports.find((each) => each.id === id);
  if (!known) throw new Error(`There is no port ${id}.`);
  // Omits PoE from ports other than p1 and p2, because only these have it on this machine.
  const { poe: _poe, ...rest } = getDefaultPort(known);
  return { ...rest, ...own };
}
export const access = (id: string, pvid: number, own: Partial<PortSetting> = {}): PortSetting =>
  port(id, { mode: 'access', pvid, tagged: [], ...own });
export const trunk = (id: string): PortSetting => port(id, { mode: 'trunk', pvid: 1, tagged: 'all' });
export const PORTS: DeviceSettings = { ports: [access('p1', 40), access('p2', 30), access('p5', 40)] };

/** Expects a successful job. A failure message contains the devices' answers. */
export function expectDone(job: Job): void {
  expect(
    job.rows.map(({ deviceName, detail, issues, state }) => ({ deviceName, detail, issues, state })),
  ).toEqual(job.rows.map(({ deviceName }) => ({ deviceName, detail: undefined, issues: [], state: 'done' })));
}
