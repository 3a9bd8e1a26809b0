import { DAY_MS } from '@northlight/runtime';
import { listSeenSignals } from '../../clients/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { StoredPlaces } from './stored-places.ts';
import type { StoredRadio } from './stored-site.ts';

const PLACES_MAX = 4_000;

/** Returns the clients of the last 24 h as places, each with the level of the radio at which it was; undefined without any. */
export async function readClientPlaces(
  db: DbOrTx,
  projectId: number,
  radios: readonly Pick<StoredRadio, 'band' | 'deviceId'>[],
  now: number,
): Promise<StoredPlaces | undefined> {
  const indices = new Map(radios.map(({ band, deviceId }, index) => [`${deviceId} ${band}`, index]));
  const signals = await listSeenSignals(db, projectId, { since: new Date(now - DAY_MS), limit: PLACES_MAX });
  const places = signals.flatMap(({ band, deviceId, signalDbm }) => {
    const index = indices.get(`${deviceId} ${band}`);
    return index === undefined ? [] : [[index, Math.round(signalDbm)]];
  });
  return places.length === 0 ? undefined : { source: 'clients', places };
}
