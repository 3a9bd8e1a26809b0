import { DomainError, type FileAnswer, type MapPicture } from '@northlight/contract';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { deleteFileRows } from '../platform/files/account-files.ts';
import { commitFile } from '../platform/http/commit-request.ts';
import {
  getProjectAccess,
  getQueueRequester,
  type RequestContext,
} from '../platform/http/request-context.ts';
import type { PlanOrder } from '../platform/images/plan-order.ts';

const PURPOSE = 'floor plan';

/** Draws an uploaded floor plan and stores its pictures. A picture that no plan uses within a day is deleted. */
export async function uploadPictures(
  context: RequestContext,
  pages: PlanOrder['pages'],
): Promise<MapPicture[]> {
  const { projectId } = getProjectAccess(context);
  if (!context.file) throw new DomainError('fileRefused');
  const { bytes, name } = context.file;
  const pictures: MapPicture[] = [];
  for (const { bytes: drawn, heightPx, paperWidthMm, widthPx } of await context.services.plans.draw(
    bytes,
    pages,
    getQueueRequester(context),
  )) {
    const file = { owner: { projectId }, purpose: PURPOSE, mediaType: 'image/webp', bytes: drawn };
    const id = await commitFile(context, file, async (work, fileId) => {
      await work.tx
        .insertInto('map_pictures')
        .values({
          id: fileId,
          project_id: projectId,
          width_px: widthPx,
          height_px: heightPx,
          created_at: work.now,
        })
        .execute();
      await work.audit({
        action: 'map.picture',
        object: name,
        after: `${widthPx} × ${heightPx} px`,
      });
    });
    pictures.push({ id, widthPx, heightPx, paperWidthMm });
  }
  return pictures;
}

/** Returns the picture of a floor. Throws 259 if the project does not have it. */
export async function readPicture(context: RequestContext, pictureId: string): Promise<FileAnswer> {
  const { db, files } = context.services;
  const row = await db
    .selectFrom('map_pictures')
    .select('id')
    .where('id', '=', pictureId)
    .where('project_id', '=', getProjectAccess(context).projectId)
    .executeTakeFirst();
  if (!row) throw new DomainError('fileMissing');
  return files.get(db, pictureId, PURPOSE);
}

/** Deletes pictures from before a time that no version and no draft of their project uses. */
export async function deleteUnusedPictures(db: Db, before: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      delete from map_pictures where created_at < ${before} and not exists (
        select from maps join map_versions on map_versions.map_id = maps.id
        where maps.project_id = map_pictures.project_id
          and map_versions.plan -> 'settings' ->> 'pictureId' = map_pictures.id::text
        union all
        select from document_drafts
        where document = 'map' and document_drafts.project_id = map_pictures.project_id
          and content -> 'settings' ->> 'pictureId' = map_pictures.id::text
      ) returning id`.execute(tx);
    await deleteFileRows(
      tx,
      rows.map(({ id }) => id),
    );
  });
}
