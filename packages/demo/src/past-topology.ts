import { DEVICE_STATES } from '@northlight/contract';
import { DAY_MS, type Entropy, HOUR_MS, drawRandomInt } from '@northlight/runtime';
import type { PastLink, PastState, PastTopology } from '@northlight/server/extension';
import type { SiteSpec } from '@northlight/simulator';
import type { DeviceIds } from './past-events.ts';

/** Number of times that a device of a large site was moved to another port. */
const MOVES = 24;
/** Working hours of the site's installer (UTC). */
const FIRST_HOUR = 8;
const LAST_HOUR = 16;

/** A time in which a device was offline (ms). */
export interface PastOutage {
  readonly sn: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Creates the links and states of a site's simulated past between two times (ms): devices at the edge of the network were
 * connected to other switches before, until the installer moved each to its present port.
 */
export function createPastTopology(
  { devices }: SiteSpec,
  ids: DeviceIds,
  outages: readonly PastOutage[],
  entropy: Entropy,
  { end, start }: { readonly start: number; readonly end: number },
): PastTopology {
  const getId = (sn: string): string => ids.get(sn) ?? '';
  const uplinks = new Set(devices.flatMap(({ uplink }) => (uplink ? [uplink.sn] : [])));
  const switches = devices.filter(({ model, sn }) => model.startsWith('NL-SW') && uplinks.has(sn));
  const edge = devices.filter(({ model, uplink }) => uplink !== undefined && /^NL-(AP|IPC)/.test(model));
  const links: PastLink[] = [];
  for (const device of switches.length > 1 ? edge.slice(0, MOVES) : []) {
    const others = switches.filter(({ sn }) => sn !== device.uplink?.sn);
    const parent = others[drawRandomInt(entropy, 0, others.length - 1)];
    if (!parent) continue;
    const day = Math.floor(end / DAY_MS) - drawRandomInt(entropy, 2, 28);
    const hour = drawRandomInt(entropy, FIRST_HOUR * 60, LAST_HOUR * 60) / 60;
    links.push({
      deviceId: getId(device.sn),
      parentId: getId(parent.sn),
      parentPort: `p${drawRandomInt(entropy, 12, 24)}`,
      since: new Date(start),
      until: new Date(day * DAY_MS + hour * HOUR_MS),
    });
  }
  const states = outages.flatMap(({ from, sn, until }): PastState[] => [
    { deviceId: getId(sn), state: DEVICE_STATES.offline, at: new Date(from) },
    { deviceId: getId(sn), state: DEVICE_STATES.online, at: new Date(until) },
  ]);
  const beginning = devices.map(({ sn }) => ({
    deviceId: getId(sn),
    state: DEVICE_STATES.online,
    at: new Date(start),
  }));
  return { since: new Date(start), links, states: [...beginning, ...states] };
}
