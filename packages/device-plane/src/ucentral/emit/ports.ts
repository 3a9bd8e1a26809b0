import { ALL_VLANS, type ConfigPort, type PortCapability } from '@northlight/contract/device-protocol';
import type { DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';

/** VLAN of what nobody put into another one. */
export const NATIVE_VLAN = 1;

/** One port in one VLAN, and where that was said. */
export interface Membership {
  readonly port: string;
  readonly tag: 'tagged' | 'un-tagged';
  readonly path: string;
}

/**
 * Ports as their settings say, else as such a port comes: uplinks carry every VLAN, others the native one. A device that
 * names no uplink carries every VLAN at every port, since nobody knows which one leads on.
 */
function settingOf(
  port: PortCapability,
  uplinkKnown: boolean,
): Pick<ConfigPort, 'mode' | 'pvid' | 'tagged' | 'untagged'> {
  const carries = port.role === 'uplink' || port.role === 'wan' || !uplinkKnown;
  return {
    mode: carries ? 'trunk' : 'access',
    pvid: NATIVE_VLAN,
    tagged: carries ? ALL_VLANS : [],
    untagged: [],
  };
}

/** Which ports are in which VLAN, in the order of ports; every VLAN of the device is a key, and so are `further` ones. */
export function membersByVlan(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  origins: EmissionBuilder,
  further: readonly number[] = [],
): ReadonlyMap<number, readonly Membership[]> {
  const ids = [...new Set([NATIVE_VLAN, ...config.vlans.map(({ id }) => id), ...further])];
  const members = new Map<number, Membership[]>(ids.map((id) => [id, []]));
  const uplinkKnown = ports.some(({ role }) => role === 'uplink' || role === 'wan');
  const join = (vlan: number, membership: Membership): void => {
    const list = members.get(vlan) ?? [];
    members.set(vlan, list);
    if (!list.some(({ port }) => port === membership.port)) list.push(membership);
  };
  for (const port of ports) {
    const index = config.ports?.findIndex(({ id }) => id === port.id) ?? -1;
    const setting = config.ports?.[index] ?? settingOf(port, uplinkKnown);
    const path = index < 0 ? 'vlans' : `ports.${index}`;
    join(setting.pvid, { port: port.id, tag: 'un-tagged', path: index < 0 ? path : `${path}.pvid` });
    if (setting.mode === 'access') continue;
    const tagged = setting.tagged === ALL_VLANS ? ids : setting.tagged;
    for (const vlan of tagged)
      join(vlan, { port: port.id, tag: 'tagged', path: index < 0 ? path : `${path}.tagged` });
    const bare = setting.mode === 'hybrid' ? setting.untagged.filter((id) => id !== setting.pvid) : [];
    if (bare.length > 0)
      origins.refuse(
        `${path}.untagged`,
        'A port of this model leaves one VLAN untagged.',
        `only VLAN ${setting.pvid}`,
      );
  }
  return members;
}

/** Settings of ports that the device does not have. */
export function refuseUnknownPorts(
  config: DeviceConfig,
  ports: readonly PortCapability[],
  origins: EmissionBuilder,
): void {
  const known = new Set(ports.map(({ id }) => id));
  config.ports?.forEach(({ id }, index) => {
    if (!known.has(id)) origins.refuse(`ports.${index}`, `The device has no port ${id}.`);
  });
}
