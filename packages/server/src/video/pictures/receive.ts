import { EVENT_PICTURES_MAX, PICTURE_SIZES } from '@northlight/contract';
import { type Clock, createRandomId, type Entropy, hashSha256Hex } from '@northlight/runtime';
import { attachPicture } from '../../logs/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { DeviceFileOptions } from '../../platform/device-files/device-files.ts';
import type { AccountFiles } from '../../platform/files/account-files.ts';
import { deleteFileRows } from '../../platform/files/account-files.ts';
import { keepSignature } from './compare.ts';
import type { DrawnSnapshot, SnapshotProcessor } from '../../platform/images/snapshot-processor.ts';

/** Purpose of the files of pictures. */
export const PICTURE_PURPOSE = 'camera picture';

interface ReceiveServices {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly db: Db;
  readonly entropy: Entropy;
  readonly files: AccountFiles;
  readonly snapshots: SnapshotProcessor;
}

interface Announced {
  readonly id: string;
  readonly project_id: number;
  readonly device_id: string;
  readonly event_id: string | null;
}

/** Stores the pictures that cameras send: each is drawn again, and replaces the newest one or belongs to an event. */
export function createPictureReceiver(services: ReceiveServices): DeviceFileOptions['receivePicture'] {
  const { bus, clock, db, files, snapshots } = services;
  return async ({ deviceId, fileId }, bytes) => {
    const upload = await takeUpload(db, deviceId, fileId, hashSha256Hex(bytes));
    if (!upload) return false;
    const projectId = upload.project_id;
    const drawn = await snapshots
      .draw(
        { bytes, sides: [PICTURE_SIZES.large, PICTURE_SIZES.small] },
        { id: `project ${projectId}`, isVisitor: false },
      )
      .catch(async (error: unknown) => {
        // The camera may send a picture again that waited in vain.
        await db
          .updateTable('picture_uploads')
          .set({ is_received: false })
          .where('id', '=', upload.id)
          .execute();
        throw error;
      });
    if (!drawn) return false;
    const at = new Date(clock.now());
    await files.putAll(
      db,
      { projectId },
      drawn.pictures.map((picture) => ({
        purpose: PICTURE_PURPOSE,
        mediaType: 'image/jpeg',
        bytes: picture.bytes,
      })),
      (tx, fileIds) => storePicture(tx, services, upload, drawn, fileIds, at),
    );
    for (const resource of ['pictures', ...(upload.event_id === null ? [] : (['logs'] as const))] as const)
      bus.publish({ topic: 'live', resource, to: { projectId } });
    return true;
  };
}

/** Takes an announced upload; a second use of the ticket finds none. The device may have left the project meanwhile. */
const takeUpload = (db: Db, deviceId: string, id: string, sha256: string): Promise<Announced | undefined> =>
  db
    .updateTable('picture_uploads')
    .set({ is_received: true })
    .from('devices')
    .where('picture_uploads.id', '=', id)
    .where('picture_uploads.device_id', '=', deviceId)
    .where('picture_uploads.sha256', '=', sha256)
    .where('picture_uploads.is_received', '=', false)
    .whereRef('devices.id', '=', 'picture_uploads.device_id')
    .whereRef('devices.project_id', '=', 'picture_uploads.project_id')
    .returning([
      'picture_uploads.id',
      'picture_uploads.project_id',
      'picture_uploads.device_id',
      'picture_uploads.event_id',
    ])
    .executeTakeFirst();

async function storePicture(
  tx: Tx,
  { entropy }: Pick<ReceiveServices, 'entropy'>,
  { device_id, event_id, project_id }: Announced,
  { pictures: [large], signature }: DrawnSnapshot,
  [large_file = '', small_file = '']: readonly string[],
  at: Date,
): Promise<void> {
  if (!large) throw new Error('A drawn snapshot has its large picture.');
  await deletePictures(tx, device_id, event_id);
  const id = createRandomId(entropy, at.getTime());
  const event =
    event_id === null
      ? undefined
      : await attachPicture(tx, { deviceId: device_id, eventId: event_id, pictureId: id });
  await tx
    .insertInto('camera_pictures')
    .values({
      id,
      project_id,
      device_id,
      event_id,
      event: event ?? null,
      taken_at: at,
      width_px: large.width,
      height_px: large.height,
      large_file,
      small_file,
    })
    .execute();
  if (event_id === null) await keepSignature(tx, device_id, signature, at);
}

/** Deletes the picture that a new one replaces: the newest one, or that of the same event and those beyond the limit. */
async function deletePictures(tx: Tx, deviceId: string, eventId: string | null): Promise<void> {
  const stored = await tx
    .selectFrom('camera_pictures')
    .select(['id', 'event_id', 'large_file', 'small_file'])
    .where('device_id', '=', deviceId)
    .where('event_id', eventId === null ? 'is' : 'is not', null)
    .orderBy('taken_at', 'desc')
    .execute();
  const replaced = stored.filter(
    ({ event_id }, index) => event_id === eventId || index >= EVENT_PICTURES_MAX - 1,
  );
  if (replaced.length === 0) return;
  await tx
    .deleteFrom('camera_pictures')
    .where(
      'id',
      'in',
      replaced.map(({ id }) => id),
    )
    .execute();
  await deleteFileRows(
    tx,
    replaced.flatMap(({ large_file, small_file }) => [large_file, small_file]),
  );
}
