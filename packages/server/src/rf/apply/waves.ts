import { CANARY_SECONDS } from '@northlight/contract';
import { rankNeighbours, type Site } from '@northlight/rf/plan';
import type { StoredSite } from '../site/stored-site.ts';

/** Level from which another access point takes over clients (dBm). */
const FALLBACK_DBM = -75;
/** Number of access points that take over the clients of one. */
const FALLBACKS = 2;
/** Level from which two access points are neighbours that do not scan together (dBm). */
const NEIGHBOUR_DBM = -80;
/** Access points that scan at the same time at most. */
const SCANS_AT_ONCE = 6;

/**
 * Divides devices into waves: each one comes with the first wave that has room and none of its conflicts.
 *
 * @returns the wave of each device, from `first` on without gaps
 */
export function assignWaves(
  ids: readonly string[],
  conflicts: ReadonlyMap<string, ReadonlySet<string>>,
  { first = 0, size = Number.POSITIVE_INFINITY }: { readonly first?: number; readonly size?: number } = {},
): Map<string, number> {
  const members: string[][] = [];
  const waves = new Map<string, number>();
  for (const id of ids) {
    let wave = members.findIndex(
      (others) => others.length < size && !others.some((other) => conflicts.get(id)?.has(other)),
    );
    if (wave === -1) wave = members.push([]) - 1;
    members[wave]?.push(id);
    waves.set(id, first + wave);
  }
  return waves;
}

interface ChangedDevice {
  readonly id: string;
  readonly clients: number;
  /** Longest time without Wi-Fi (s). */
  readonly interruptionSeconds: number;
}

/**
 * Returns the waves of a plan: access points without clients first, and never two together of which one takes over the
 * clients of the other.
 */
export function chooseChangeWaves(site: StoredSite, devices: readonly ChangedDevice[]) {
  const conflicts = listConflicts(
    site,
    site.at,
    ({ levelDbm }, rank) => rank < FALLBACKS && levelDbm >= FALLBACK_DBM,
  );
  const [empty, used] = [
    devices.filter(({ clients }) => clients === 0),
    devices.filter(({ clients }) => clients > 0).toSorted((one, other) => one.clients - other.clients),
  ].map((part) => part.map(({ id }) => id));
  const before = assignWaves(empty ?? [], conflicts);
  const first = Math.max(-1, ...before.values()) + 1;
  return {
    waves: new Map([...before, ...assignWaves(used ?? [], conflicts, { first })]),
    seconds: CANARY_SECONDS + Math.max(0, ...devices.map((device) => device.interruptionSeconds)),
  };
}

/** Returns the waves of a scan: a few access points at a time, and never two neighbours together. */
export const chooseScanWaves = (site: Site, now: number, ids: readonly string[]): Map<string, number> =>
  assignWaves(
    ids,
    listConflicts(site, now, ({ levelDbm }) => levelDbm >= NEIGHBOUR_DBM),
    { size: SCANS_AT_ONCE },
  );

/** Lists the devices that each device must not be in one wave with, in both directions. */
function listConflicts(
  site: Site,
  now: number,
  isConflict: (neighbour: { readonly levelDbm: number }, rank: number) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const conflicts = new Map<string, Set<string>>();
  const add = (id: string, other: string): void => {
    conflicts.set(id, (conflicts.get(id) ?? new Set()).add(other));
  };
  for (const [id, neighbours] of rankNeighbours(site, now))
    for (const { deviceId } of neighbours.filter(isConflict)) {
      add(id, deviceId);
      add(deviceId, id);
    }
  return conflicts;
}
