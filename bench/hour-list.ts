/** Compares the client list of the API with the simulator. */
import { sleep } from '@northlight/runtime';
import type { Attachment } from '@northlight/simulator';
import type { HourFleet, HourSite } from './hour-fleet.ts';
import type { HourWorld } from './hour-world.ts';

/** Time after which the list must be correct for a client that stays at its device. */
const SETTLED_MS = 30_000;
/** Number of faults printed per comparison. */
const SHOWN = 5;

export interface ListFaults {
  /**
   * Number of clients that did not move in the last 30 s, online or offline, and whose device is connected to
   * the cloud.
   */
  compared: number;
  /** Number of clients that the list omits, or lists at a wrong device or band. */
  missing: number;
  misplaced: number;
  /** Number of clients that are offline, but listed as online. */
  ghosts: number;
}

const offline = 'away';
/** State of a client whose device is not connected to the cloud. */
const unknown = 'unknown';
/** Location of a client and the time since then. */
interface ExpectedPresence {
  readonly place: string;
  readonly from: number;
}
const AWAY: ExpectedPresence = { place: offline, from: 0 };
const isSame = (one: ExpectedPresence, other: ExpectedPresence): boolean =>
  one.place === other.place && one.from === other.from;
const toPlaceKey = ({ band, sn }: Attachment): string => `${sn} ${band ?? ''}`;

const buildExpectedPresences = ({ site }: HourSite): ReadonlyMap<string, ExpectedPresence> =>
  new Map(
    [...site.clients()].map(([mac, stay]) => {
      const place = site.device(stay.sn).online ? toPlaceKey(stay) : unknown;
      return [mac.toLowerCase(), { place, from: stay.from }] as const;
    }),
  );

async function readClientList(
  { browser }: HourWorld,
  { project }: HourSite,
): Promise<ReadonlyMap<string, string>> {
  const serialsById = new Map(project.devices.map(({ id, sn }) => [id, sn] as const));
  const { items } = await browser.call('clientList', {
    params: { projectId: project.id },
    query: { online: 'true' },
  });
  return new Map(
    items.map(({ band, device, mac }) => [
      mac,
      `${serialsById.get(device.id) ?? 'a device of another project'} ${band ?? ''}`,
    ]),
  );
}

/**
 * Compares the client list with the simulator after 30 s of the world's clock; skips clients that moved in
 * that time.
 */
export async function compareLists(world: HourWorld, { sites }: HourFleet): Promise<ListFaults> {
  const faults: ListFaults = { compared: 0, missing: 0, misplaced: 0, ghosts: 0 };
  const before = sites.map(buildExpectedPresences);
  await sleep(world.clock, SETTLED_MS);
  for (const [index, site] of sites.entries()) {
    const start = buildExpectedPresences(site);
    const list = await readClientList(world, site);
    const end = buildExpectedPresences(site);
    const allMacs = new Set([...site.site.spec.clients.map(({ mac }) => mac.toLowerCase()), ...list.keys()]);
    for (const mac of allMacs) {
      const expected = start.get(mac) ?? AWAY;
      const isSettled = [before[index], end].every((then) => isSame(then?.get(mac) ?? AWAY, expected));
      if (isSettled && expected.place !== unknown)
        compareClient(faults, mac, expected.place, list.get(mac) ?? offline);
    }
  }
  return faults;
}

function compareClient(faults: ListFaults, mac: string, expected: string, listed: string): void {
  faults.compared++;
  if (expected === listed) return;
  if (faults.missing + faults.misplaced + faults.ghosts < SHOWN)
    console.error(`${mac} is ${expected}, but is listed as ${listed}`);
  if (listed === offline) faults.missing++;
  else if (expected === offline) faults.ghosts++;
  else faults.misplaced++;
}

export const sumFaults = (all: readonly ListFaults[]): ListFaults => ({
  compared: all.reduce((sum, { compared }) => sum + compared, 0),
  missing: all.reduce((sum, { missing }) => sum + missing, 0),
  misplaced: all.reduce((sum, { misplaced }) => sum + misplaced, 0),
  ghosts: all.reduce((sum, { ghosts }) => sum + ghosts, 0),
});
