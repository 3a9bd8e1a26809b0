import type { BrokenWay } from './broken-way.ts';
import { wayKey, waysOf } from './ways.ts';
import type { ReachWorld } from './world.ts';

/**
 * Ways that a draft would break, or make broken. What does not work today is none of its doing, and what goes as a whole
 * is not missed.
 */
export function brokenWays(before: ReachWorld, after: ReachWorld): BrokenWay[] {
  const now = new Map(waysOf(before).map((way) => [wayKey(way), way.why === undefined] as const));
  return waysOf(after).flatMap((way): BrokenWay[] => {
    const { why } = way;
    const works = now.get(wayKey(way));
    return why === undefined || works === false ? [] : [{ ...way, why, lost: works === true }];
  });
}

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
