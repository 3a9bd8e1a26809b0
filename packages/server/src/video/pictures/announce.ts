import type { SnapshotAddress } from '@northlight/device-plane';
import { type Clock, createRandomId, type Entropy, HOUR_MS } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import { lockLimitKey } from '../../platform/db/limits.ts';
import type { DeviceFileUrls } from '../../platform/device-files/device-files.ts';

/** Pictures of a camera that are accepted within an hour, and those of events among them. */
const PICTURES_PER_HOUR = 240;
const EVENT_PICTURES_PER_HOUR = 30;

interface AnnounceServices {
  readonly clock: Clock;
  readonly db: Db;
  readonly entropy: Entropy;
  readonly files: DeviceFileUrls;
}

/** Gives cameras the addresses of their pictures, a limited number per hour. */
export const createSnapshotAddresses =
  ({ clock, db, entropy, files }: AnnounceServices): SnapshotAddress =>
  async (deviceId, { eid, sha256, sizeBytes }) => {
    const now = clock.now();
    const device = await db
      .selectFrom('devices')
      .select(['project_id', 'caps'])
      .where('id', '=', deviceId)
      .executeTakeFirst();
    if (!device?.caps.features.includes('snapshot')) return undefined;
    const id = createRandomId(entropy, now);
    const isAnnounced = await db.transaction().execute(async (tx) => {
      await lockLimitKey(tx, `pictures:${deviceId}`);
      const recent = await tx
        .selectFrom('picture_uploads')
        .select('event_id')
        .where('device_id', '=', deviceId)
        .where('created_at', '>', new Date(now - HOUR_MS))
        .execute();
      const events = recent.filter(({ event_id }) => event_id !== null);
      if (recent.length >= PICTURES_PER_HOUR) return false;
      if (eid !== undefined && events.length >= EVENT_PICTURES_PER_HOUR) return false;
      await tx
        .insertInto('picture_uploads')
        .values({
          id,
          project_id: device.project_id,
          device_id: deviceId,
          event_id: eid ?? null,
          sha256,
          is_received: false,
          created_at: new Date(now),
        })
        .execute();
      return true;
    });
    return isAnnounced ? files.pictureUrl({ deviceId, fileId: id, size: sizeBytes }) : undefined;
  };
