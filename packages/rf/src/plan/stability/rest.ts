import type { Rest, SiteRadio } from '../site/site.ts';

/** A change of a radio's channel that has happened. */
export interface PastChange {
  readonly radioId: string;
  /** Time of the change (ms). */
  readonly at: number;
  readonly cause: 'plan' | 'radar' | 'hand';
}

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** Number of changes in a week from which a radio rests. */
const FREQUENT_CHANGES = 2;

/**
 * Lists the radios that keep their channel in scheduled and automatic runs: for 24 h after a change, and after two changes in
 * 7 days until the first of them is 7 days old. Changes that radar forced do not count, because the channel that they led to
 * was not chosen.
 */
export function listRestingRadios(changes: readonly PastChange[], now: number): Map<string, Rest> {
  const chosen = changes.filter(({ at, cause }) => cause !== 'radar' && now - at < WEEK_MS);
  return new Map(
    [...Map.groupBy(chosen, ({ radioId }) => radioId)].flatMap(
      ([radioId, ofRadio]): (readonly [string, Rest])[] => {
        const times = ofRadio.map(({ at }) => at).toSorted((one, other) => other - one);
        const frequent = times[FREQUENT_CHANGES - 1];
        const recent = times[0];
        if (frequent !== undefined) {
          const until = Math.max(frequent + WEEK_MS, (recent ?? frequent) + DAY_MS);
          return [[radioId, { reason: 'frequent', until }]];
        }
        return recent !== undefined && now - recent < DAY_MS
          ? [[radioId, { reason: 'recent', until: recent + DAY_MS }]]
          : [];
      },
    ),
  );
}

/** Marks the radios that rest; radios that are pinned anyway stay as they are. */
export function letRadiosRest<Radio extends SiteRadio>(
  radios: readonly Radio[],
  changes: readonly PastChange[],
  now: number,
): Radio[] {
  const resting = listRestingRadios(changes, now);
  return radios.map((radio) => {
    const rest = radio.isPinned ? undefined : resting.get(radio.id);
    return rest ? { ...radio, rest } : radio;
  });
}
