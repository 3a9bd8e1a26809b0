import { z } from 'zod';

/** A path that a draft would break. */
export const brokenPath = z.object({
  /**
   * `cloud` is the connection of a device itself, `addresses` and `internet` are those of its clients. `management` is
   * a change of the uplink port, the management IP or the management VLAN of a device that cannot roll back: it may
   * lose its connection.
   */
  kind: z.enum(['cloud', 'addresses', 'internet', 'management']),
  deviceId: z.string(),
  deviceName: z.string(),
  /** VLAN of the clients, for wired clients. */
  vlanId: z.number().int().optional(),
  /** SSID of the clients, for Wi-Fi clients. */
  ssid: z.string().optional(),
  why: z.string(),
  /** True if the path works today, false if the draft adds it. */
  lost: z.boolean(),
  /** True for a path of a device itself that cannot roll back a configuration with which it loses the cloud. */
  cannotRollBack: z.boolean().optional(),
});
export type BrokenPath = z.infer<typeof brokenPath>;

const isCutOff = ({ kind, lost }: BrokenPath): boolean => lost && (kind === 'cloud' || kind === 'management');

/** Returns true if a draft disconnects a device from the cloud, or may do so and the device cannot roll back. */
export const isCuttingOffManagement = (paths: readonly BrokenPath[]): boolean => paths.some(isCutOff);

/** Formats the consequence of a broken path: `Clients of VLAN 20 at SW-1 get no address`. */
export function formatBrokenPathTitle({
  deviceName,
  kind,
  lost,
  ssid,
  vlanId,
}: Omit<BrokenPath, 'why' | 'deviceId'>): string {
  if (kind === 'cloud') return `${deviceName} loses its connection to the cloud`;
  if (kind === 'management') return `${deviceName} can lose its connection to the cloud`;
  const clients = `Clients of ${ssid === undefined ? `VLAN ${vlanId}` : `“${ssid}”`} at ${deviceName}`;
  if (kind === 'addresses') return `${clients} get no address`;
  return lost ? `${clients} lose the internet` : `${clients} do not reach the internet`;
}

/** Describes which of the devices that a draft cuts off roll back, and which need a person on site. */
export function describeRollback(paths: readonly BrokenPath[]): string {
  const cutOff = paths.filter(isCutOff);
  const names = new Set(cutOff.flatMap((path) => (path.cannotRollBack ? [path.deviceName] : [])));
  if (names.size === 0) return 'A device that cannot reach the cloud afterwards rolls back automatically.';
  const [subject, pronoun] = [new Intl.ListFormat('en').format(names), names.size === 1 ? 'it' : 'they'];
  const needed = `${subject} cannot roll back: if ${pronoun} cannot reach the cloud afterwards, a person on site is needed.`;
  return cutOff.every(({ deviceName }) => names.has(deviceName))
    ? needed
    : `${needed} Other devices roll back automatically.`;
}
