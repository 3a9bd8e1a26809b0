import {
  type ConfigChange,
  type DeviceSettings,
  isGatewayRole,
  listEffectivePorts,
  type PortSetting,
} from '@northlight/contract';
import { ALL_VLANS, type Capabilities } from '@northlight/contract/device-protocol';
import type { ClientPlaces } from '../../clients/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readCables } from '../cables.ts';
import type { ReachLink } from '../reach/world.ts';
import { listProjectDevices } from '../state.ts';

/** A device whose own settings change. */
export interface ChangedDevice {
  readonly id: string;
  readonly lines: readonly ConfigChange[];
  readonly restarts: boolean;
  /** Settings whose difference `lines` describes; absent without lines. */
  readonly settings?: {
    readonly caps: Capabilities;
    readonly before: DeviceSettings;
    readonly after: DeviceSettings;
  };
}

/** Fields of a port whose change interrupts connected devices and clients. */
const INTERRUPTING_FIELDS = new Set(['enabled', 'vlans', 'speed', 'poe']);

/**
 * Returns the places of the clients that changes of ports interrupt: those on a changed port, those of a restarting device,
 * and those of devices that reach the gateway through one of both only.
 */
export async function listInterruptedPlaces(
  db: DbOrTx,
  projectId: number,
  changed: readonly ChangedDevice[],
): Promise<ClientPlaces> {
  const ports = changed.flatMap((device) =>
    listInterruptedPorts(device).map((port) => ({ device: device.id, port })),
  );
  const restarting = changed.filter(({ restarts }) => restarts).map(({ id }) => id);
  if (ports.length + restarting.length === 0) return {};
  const devices = await listProjectDevices(db, projectId);
  const gateway = devices.find(({ role }) => isGatewayRole(role))?.id;
  const links = await readCables(db, projectId);
  const separated = listSeparatedDevices(links, gateway, { devices: restarting, ports });
  return { devices: [...new Set([...restarting, ...separated])], ports };
}

/** Returns the ids of the ports that these changes interrupt. */
function listInterruptedPorts({ lines, settings }: ChangedDevice): string[] {
  if (!settings) return [];
  const { after, before, caps } = settings;
  const [old, next] = [before, after].map(
    (each) => new Map(listEffectivePorts(caps, each).map((port) => [port.id, port] as const)),
  );
  const found = lines.flatMap(({ path: [list, port, field = ''] }) => {
    if (list !== 'ports' || port === undefined || !INTERRUPTING_FIELDS.has(field)) return [];
    return field === 'vlans' && keepsVlans(old?.get(port), next?.get(port)) ? [] : [port];
  });
  return [...new Set(found)];
}

/** Returns whether a port still carries what it carried: frames of further VLANs interrupt no client. */
function keepsVlans(before: PortSetting | undefined, after: PortSetting | undefined): boolean {
  if (!before || !after || before.pvid !== after.pvid) return false;
  const tagged = new Set(after.tagged === ALL_VLANS ? [] : after.tagged);
  const untagged = new Set(after.untagged);
  const keepsTagged =
    after.tagged === ALL_VLANS ||
    (before.tagged !== ALL_VLANS && before.tagged.every((vlan) => tagged.has(vlan)));
  return keepsTagged && before.untagged.every((vlan) => untagged.has(vlan));
}

/** Parts of a network that do not forward frames during a change. */
interface Interruption {
  readonly devices: readonly string[];
  readonly ports: readonly { readonly device: string; readonly port: string }[];
}

/** Returns the devices that reach the gateway over these cables, but not during the interruption. */
export function listSeparatedDevices(
  links: readonly ReachLink[],
  gateway: string | undefined,
  { devices, ports }: Interruption,
): string[] {
  if (gateway === undefined) return [];
  const isInterrupted = ({ device, port }: ReachLink['from']): boolean =>
    devices.includes(device) || ports.some((each) => each.device === device && each.port === port);
  const left = links.filter(({ from, to }) => !isInterrupted(from) && !isInterrupted(to));
  const reached = listConnected(left, gateway);
  return [...listConnected(links, gateway)].filter((id) => !reached.has(id));
}

/** Returns all devices that these cables connect with a device, itself included. */
function listConnected(links: readonly ReachLink[], start: string): Set<string> {
  const found = new Set([start]);
  for (const device of found)
    for (const { from, to } of links) {
      if (from.device === device) found.add(to.device);
      if (to.device === device) found.add(from.device);
    }
  return found;
}
