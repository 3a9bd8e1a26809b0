/** Whether the client list through the API says what the simulator knows. */
import { sleep } from '@northlight/runtime';
import type { Attachment } from '@northlight/simulator';
import type { HourFleet, HourSite } from './hour-fleet.ts';
import type { HourWorld } from './hour-world.ts';

/** A client list is right about everybody who has been where he is for so long. */
const SETTLED_MS = 30_000;
/** Faults that are named, of each look. */
const SHOWN = 5;

export interface ListFaults {
  /** Clients whose place did not change for the last half minute, here or away, and whose device reaches the cloud. */
  judged: number;
  /** Who is here and not in the list, or at another device or band than in truth. */
  missing: number;
  misplaced: number;
  /** Who is in the list and not here. */
  ghosts: number;
}

const nowhere = 'away';
/** At a device that does not reach the cloud now. */
const unheard = 'unheard';
/** Where somebody is, and since when. */
interface Truth {
  readonly place: string;
  readonly from: number;
}
const AWAY: Truth = { place: nowhere, from: 0 };
const isSame = (one: Truth, other: Truth): boolean => one.place === other.place && one.from === other.from;
const placeOf = ({ band, sn }: Attachment): string => `${sn} ${band ?? ''}`;

const truthOf = ({ site }: HourSite): ReadonlyMap<string, Truth> =>
  new Map(
    [...site.clients()].map(([mac, stay]) => {
      const place = site.device(stay.sn).online ? placeOf(stay) : unheard;
      return [mac.toLowerCase(), { place, from: stay.from }] as const;
    }),
  );

async function listed({ browser }: HourWorld, { project }: HourSite): Promise<ReadonlyMap<string, string>> {
  const serialOf = new Map(project.devices.map(({ id, sn }) => [id, sn] as const));
  const { items } = await browser.call('clientList', {
    params: { projectId: project.id },
    query: { online: 'true' },
  });
  return new Map(
    items.map(({ band, device, mac }) => [
      mac,
      `${serialOf.get(device.id) ?? 'a device of another project'} ${band ?? ''}`,
    ]),
  );
}

/** Looks half a minute of the world's clock later; who moves meanwhile is not judged. */
export async function compareLists(world: HourWorld, { sites }: HourFleet): Promise<ListFaults> {
  const faults: ListFaults = { judged: 0, missing: 0, misplaced: 0, ghosts: 0 };
  const before = sites.map(truthOf);
  await sleep(world.clock, SETTLED_MS);
  for (const [index, site] of sites.entries()) {
    const start = truthOf(site);
    const list = await listed(world, site);
    const end = truthOf(site);
    const everybody = new Set([
      ...site.site.spec.clients.map(({ mac }) => mac.toLowerCase()),
      ...list.keys(),
    ]);
    for (const mac of everybody) {
      const truth = start.get(mac) ?? AWAY;
      const isSettled = [before[index], end].every((then) => isSame(then?.get(mac) ?? AWAY, truth));
      if (isSettled && truth.place !== unheard) judge(faults, mac, truth.place, list.get(mac) ?? nowhere);
    }
  }
  return faults;
}

function judge(faults: ListFaults, mac: string, truth: string, said: string): void {
  faults.judged++;
  if (truth === said) return;
  if (faults.missing + faults.misplaced + faults.ghosts < SHOWN)
    console.error(`${mac} is ${truth}, and the list says ${said}`);
  if (said === nowhere) faults.missing++;
  else if (truth === nowhere) faults.ghosts++;
  else faults.misplaced++;
}

export const sumOf = (all: readonly ListFaults[]): ListFaults => ({
  judged: all.reduce((sum, { judged }) => sum + judged, 0),
  missing: all.reduce((sum, { missing }) => sum + missing, 0),
  misplaced: all.reduce((sum, { misplaced }) => sum + misplaced, 0),
  ghosts: all.reduce((sum, { ghosts }) => sum + ghosts, 0),
});
