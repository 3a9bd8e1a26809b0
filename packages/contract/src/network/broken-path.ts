import { z } from 'zod';

/** A path that a draft would break. */
export const brokenPath = z.object({
  kind: z.enum(['cloud', 'addresses', 'internet']),
  deviceId: z.string(),
  deviceName: z.string(),
  /** VLAN of the clients, for wired clients. */
  vlanId: z.number().int().optional(),
  /** SSID of the clients, for Wi-Fi clients. */
  ssid: z.string().optional(),
  why: z.string(),
  /** True if the path works today, false if the draft adds it. */
  lost: z.boolean(),
});
export type BrokenPath = z.infer<typeof brokenPath>;

/** Returns true if a draft disconnects a device from the cloud. */
export const isCuttingOffManagement = (paths: readonly BrokenPath[]): boolean =>
  paths.some(({ kind, lost }) => lost && kind === 'cloud');

/** Formats the consequence of a broken path: `Clients of VLAN 20 at SW-1 get no address`. */
export function formatBrokenPathTitle({
  deviceName,
  kind,
  lost,
  ssid,
  vlanId,
}: Omit<BrokenPath, 'why' | 'deviceId'>): string {
  if (kind === 'cloud') return `${deviceName} loses its connection to the cloud`;
  const clients = `Clients of ${ssid === undefined ? `VLAN ${vlanId}` : `“${ssid}”`} at ${deviceName}`;
  if (kind === 'addresses') return `${clients} get no address`;
  return lost ? `${clients} lose the internet` : `${clients} do not reach the internet`;
}
