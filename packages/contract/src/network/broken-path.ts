import { z } from 'zod';

/** A way that would not work under a draft. */
export const brokenWay = z.object({
  kind: z.enum(['cloud', 'addresses', 'internet']),
  deviceId: z.string(),
  deviceName: z.string(),
  /** Of clients at a port. */
  vlanId: z.number().int().optional(),
  /** Of clients in the air. */
  ssid: z.string().optional(),
  why: z.string(),
  /** Works today; else it begins with the draft. */
  lost: z.boolean(),
});
export type BrokenWay = z.infer<typeof brokenWay>;

/** Whether a draft cuts a device off from its management. */
export const cutsOff = (ways: readonly BrokenWay[]): boolean =>
  ways.some(({ kind, lost }) => lost && kind === 'cloud');

/** What becomes of a way, for a list: `Clients of VLAN 20 at SW-1 get no address`. */
export function brokenWayTitle({
  deviceName,
  kind,
  lost,
  ssid,
  vlanId,
}: Omit<BrokenWay, 'why' | 'deviceId'>): string {
  if (kind === 'cloud') return `${deviceName} loses its way to the cloud`;
  const clients = `Clients of ${ssid === undefined ? `VLAN ${vlanId}` : `“${ssid}”`} at ${deviceName}`;
  if (kind === 'addresses') return `${clients} get no address`;
  return lost ? `${clients} lose the internet` : `${clients} do not reach the internet`;
}
