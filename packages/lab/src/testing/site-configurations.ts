/** Configurations of the lab's site: a gateway with a switch at lan2. */
import {
  type DeviceSettings,
  getDefaultPort,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import { createCapabilities } from './lab-driver.ts';

export const createVlan = (id: number, own: Partial<NetworkConfig['vlans'][number]> = {}) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...own,
});
export const createPool = (vlanId: number, own: Partial<NetworkConfig['dhcpPools'][number]> = {}) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `192.168.${vlanId}.100`,
  end: `192.168.${vlanId}.199`,
  dns: [],
  leaseMinutes: 60,
  ...own,
});
/** VLAN 10 contains the switch itself, untagged; the other VLANs are tagged. */
const STAFF = createVlan(10, { ports: ['lan2'] });
const GUESTS = createVlan(30, { taggedPorts: ['lan2'] });
const OFFICE = createVlan(40, { taggedPorts: ['lan2'] });
export const TWO_VLANS: NetworkConfig = {
  vlans: [STAFF, GUESTS],
  dhcpPools: [createPool(10), createPool(30)],
};
export const THREE_VLANS: NetworkConfig = {
  vlans: [STAFF, GUESTS, OFFICE],
  dhcpPools: [createPool(10), createPool(30), createPool(40)],
};
export const FOUR_VLANS: NetworkConfig = {
  vlans: [...THREE_VLANS.vlans, createVlan(60, { taggedPorts: ['lan2'] })],
  dhcpPools: [...THREE_VLANS.dhcpPools, createPool(60)],
};

const model = createCapabilities('NL-LSW');
function createPort(id: string, own: Partial<PortSetting> = {}): PortSetting {
  const known = model.ports.find((each) => each.id === id);
  if (!known) throw new Error(`There is no port ${id}.`);
  // Omits PoE from ports other than p1 and p2, because only these have it on this machine.
  const { poe: _poe, ...rest } = getDefaultPort(known);
  return { ...rest, ...own };
}
export const createAccessPort = (id: string, pvid: number, own: Partial<PortSetting> = {}): PortSetting =>
  createPort(id, { mode: 'access', pvid, tagged: [], ...own });
export const createTrunkPort = (id: string): PortSetting =>
  createPort(id, { mode: 'trunk', pvid: 1, tagged: 'all' });
export const CLIENT_PORTS: DeviceSettings = {
  ports: [createAccessPort('p1', 40), createAccessPort('p2', 30), createAccessPort('p5', 40)],
};
