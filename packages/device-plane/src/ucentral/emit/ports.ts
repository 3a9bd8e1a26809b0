import { ALL_VLANS, type ConfigPort, type PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';

/** VLAN of ports and clients that are not assigned to another VLAN. */
export const NATIVE_VLAN = 1;

/** Membership of one port in one VLAN. `path` is the setting that assigns it. */
export interface Membership {
  readonly port: string;
  readonly tag: 'tagged' | 'un-tagged';
  readonly path: string;
}

/**
 * Returns the default setting of a port. Uplinks carry every VLAN, other ports the native VLAN. On a device
 * without a known uplink, every port carries every VLAN, because any port may be the uplink.
 */
function buildDefaultSetting(
  port: PortCapability,
  uplinkKnown: boolean,
): Pick<ConfigPort, 'mode' | 'pvid' | 'tagged' | 'untagged'> {
  const isTrunk = port.role === 'uplink' || port.role === 'wan' || !uplinkKnown;
  return {
    mode: isTrunk ? 'trunk' : 'access',
    pvid: NATIVE_VLAN,
    tagged: isTrunk ? ALL_VLANS : [],
    untagged: [],
  };
}

/**
 * Returns the members of each VLAN in the order of the ports. All VLANs of the device and `additional` ones, such as
 * that of its management address, are keys, and ports of all VLANs carry them.
 */
export function groupMembersByVlan(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  builder: EmissionBuilder,
  additional: readonly number[],
): ReadonlyMap<number, readonly Membership[]> {
  const ids = [...new Set([NATIVE_VLAN, ...config.vlans.map(({ id }) => id), ...additional])];
  const members = new Map<number, Membership[]>(ids.map((id) => [id, []]));
  const uplinkKnown = ports.some(({ role }) => role === 'uplink' || role === 'wan');
  const addMember = (vlan: number, membership: Membership): void => {
    const list = members.get(vlan) ?? [];
    members.set(vlan, list);
    if (!list.some(({ port }) => port === membership.port)) list.push(membership);
  };
  for (const port of ports) {
    const index = config.ports?.findIndex(({ id }) => id === port.id) ?? -1;
    const setting = config.ports?.[index] ?? buildDefaultSetting(port, uplinkKnown);
    const path = index < 0 ? 'vlans' : `ports.${index}`;
    addMember(setting.pvid, { port: port.id, tag: 'un-tagged', path: index < 0 ? path : `${path}.pvid` });
    if (setting.mode === 'access') continue;
    const tagged = setting.tagged === ALL_VLANS ? ids : setting.tagged;
    for (const vlan of tagged)
      addMember(vlan, { port: port.id, tag: 'tagged', path: index < 0 ? path : `${path}.tagged` });
    const otherUntagged =
      setting.mode === 'hybrid' ? setting.untagged.filter((id) => id !== setting.pvid) : [];
    if (otherUntagged.length > 0)
      builder.addIssue(
        `${path}.untagged`,
        'A port of this model supports one untagged VLAN.',
        `only VLAN ${setting.pvid}`,
      );
  }
  return members;
}

/** Adds an issue for each setting of a port that the device does not have. */
export function checkUnknownPorts(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  builder: EmissionBuilder,
): void {
  const known = new Set(ports.map(({ id }) => id));
  config.ports?.forEach(({ id }, index) => {
    if (!known.has(id)) builder.addIssue(`ports.${index}`, `The device has no port ${id}.`);
  });
}
