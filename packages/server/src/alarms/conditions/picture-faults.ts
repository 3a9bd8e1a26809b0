import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Condition, ONLINE_STATES, type Reading } from './condition.ts';

/** Time in which a camera that sends a picture every hour has sent three. Without recent pictures nothing is known. */
const RECENT_MS = 210 * MINUTE_MS;
/** Contrast of a picture of a covered lens (standard deviation of its brightness, at most 127). */
const COVERED_CONTRAST = 5;
/** Contrast that a picture of the camera has had, so that a low one is not usual for it. */
const SEEN_CONTRAST = 10;
/** Pictures of about the same time on the day before. */
const DAY_BEFORE_MS = 24 * HOUR_MS;
const SAME_TIME_MS = 70 * MINUTE_MS;

interface LastPictures {
  readonly id: string;
  readonly project_id: number;
  readonly name: string;
  readonly taken_at: readonly Date[];
  readonly contrast: readonly number[];
  readonly unchanged: readonly boolean[];
}

/** Cameras whose last hourly pictures are all the same, or show nothing. */
export const pictureFaults: Condition = {
  kinds: ['picture-frozen', 'picture-covered'],
  read: async (db, _getLimit, since) => {
    const recentSince = new Date(since.getTime() - RECENT_MS);
    const { rows } = await sql<LastPictures>`
      select devices.id, devices.project_id, devices.name,
        array_agg(recent.taken_at order by recent.taken_at desc) as taken_at,
        array_agg(recent.contrast order by recent.taken_at desc) as contrast,
        array_agg(recent.unchanged order by recent.taken_at desc) as unchanged
      from picture_signatures recent join devices on devices.id = recent.device_id
      where recent.taken_at > ${recentSince} and devices.state = any(${[...ONLINE_STATES]})
      group by devices.id having bool_or(recent.unchanged) or min(recent.contrast) < ${COVERED_CONTRAST}`.execute(
      db,
    );
    const readings: Reading[] = [];
    for (const { id, name, project_id, ...pictures } of rows) {
      const camera = { projectId: project_id, deviceId: id, value: 0 };
      if (await isCovered(db, id, pictures))
        readings.push({
          ...camera,
          kind: 'picture-covered',
          describe: () => `The picture of ${name} shows nothing: its lens is covered or dirty.`,
        });
      else if (pictures.unchanged.slice(0, 2).length === 2 && pictures.unchanged.slice(0, 2).every(Boolean))
        readings.push({
          ...camera,
          kind: 'picture-frozen',
          describe: () => `The picture of ${name} has not changed for two hours.`,
        });
    }
    return readings;
  },
};

/**
 * Returns true if two pictures in a row show nothing although the camera has seen something. A camera that was as dark at
 * the same time of the day before looks into a dark place.
 */
async function isCovered(
  db: Db,
  deviceId: string,
  { contrast, taken_at }: Pick<LastPictures, 'contrast' | 'taken_at'>,
): Promise<boolean> {
  const [newest] = taken_at;
  if (!newest || contrast.slice(0, 2).filter((each) => each < COVERED_CONTRAST).length < 2) return false;
  const earlier = await db
    .selectFrom('picture_signatures')
    .select(['taken_at', 'contrast'])
    .where('device_id', '=', deviceId)
    .execute();
  const hasSeen = earlier.some(({ contrast: seen }) => seen >= SEEN_CONTRAST);
  const dayBefore = earlier.filter(
    ({ taken_at: at }) => Math.abs(newest.getTime() - DAY_BEFORE_MS - at.getTime()) < SAME_TIME_MS,
  );
  const isUsual = dayBefore.length > 0 && dayBefore.every(({ contrast: seen }) => seen < COVERED_CONTRAST);
  return hasSeen && !isUsual;
}
