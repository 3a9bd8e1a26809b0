import { DAY_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import { deleteFileRows, listFileIds } from '../../platform/files/account-files.ts';
import type { Db } from '../../platform/db/database.ts';
import { PICTURE_PURPOSE } from './receive.ts';

/** Time in which the files of a picture are written before its row. */
const WRITING_MS = DAY_MS;
/** Signatures are compared within this time. */
const SIGNATURES_KEPT_MS = 2 * DAY_MS;

/**
 * Deletes pictures of events that are older than the retention of the logs of their project, files of pictures whose camera
 * has left its project, old announcements, and old signatures.
 */
export async function deleteOldPictures(db: Db, now: number): Promise<void> {
  await sql`
    delete from camera_pictures using projects
    where projects.id = camera_pictures.project_id and camera_pictures.event_id is not null
      and camera_pictures.taken_at < ${new Date(now)}::timestamptz - projects.log_days * interval '1 day'`.execute(
    db,
  );
  await deleteUnusedFiles(db, new Date(now - WRITING_MS));
  await db
    .deleteFrom('picture_uploads')
    .where('created_at', '<', new Date(now - DAY_MS))
    .execute();
  await db
    .deleteFrom('picture_signatures')
    .where('taken_at', '<', new Date(now - SIGNATURES_KEPT_MS))
    .execute();
}

async function deleteUnusedFiles(db: Db, before: Date): Promise<void> {
  const ids = await listFileIds(db, PICTURE_PURPOSE, before);
  if (ids.length === 0) return;
  const used = await db.selectFrom('camera_pictures').select(['large_file', 'small_file']).execute();
  const isUsed = new Set(used.flatMap(({ large_file, small_file }) => [large_file, small_file]));
  const unused = ids.filter((id) => !isUsed.has(id));
  await db.transaction().execute((tx) => deleteFileRows(tx, unused));
}
