import {
  type CameraPicture,
  DomainError,
  ERRORS,
  formatPictureUrl,
  type FileAnswer,
  type Job,
  type Permission,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import { findDevice, presentDevice } from '../../devices/index.ts';
import { createCommandJob, createMissingDeviceError } from '../../jobs/index.ts';
import { getProjectAccess, getViewer, type RequestContext } from '../../platform/http/request-context.ts';
import { PICTURE_PURPOSE } from './receive.ts';
import type { CameraPictureTable } from './tables.ts';

interface CameraPictures {
  readonly newest?: CameraPicture;
  readonly events: CameraPicture[];
  readonly can: { readonly take: Permission };
}

/** Returns the newest picture of a camera, and those of its events with the text of the event. */
export async function listPictures(context: RequestContext, deviceId: string): Promise<CameraPictures> {
  const { clock, db } = context.services;
  const { projectId } = getProjectAccess(context);
  const device = await findDevice(db, projectId, deviceId);
  if (!device) throw await createMissingDeviceError(db, projectId, [deviceId]);
  const rows = await db
    .selectFrom('camera_pictures')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('project_id', '=', projectId)
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const newest = rows.find(({ event_id }) => event_id === null);
  return {
    ...(newest && { newest: presentPicture(newest) }),
    events: rows.filter(({ event_id }) => event_id !== null).map(presentPicture),
    can: {
      take: getTakePermission(device.caps.features, presentDevice(device, getViewer(context), clock.now())),
    },
  };
}

const getTakePermission = (
  features: readonly string[],
  { can }: ReturnType<typeof presentDevice>,
): Permission =>
  features.includes('snapshot')
    ? can.configure
    : {
        allowed: false,
        code: ERRORS.unsupportedFeature.code,
        reason: 'This model sends no pictures.',
      };

const presentPicture = (row: Selectable<CameraPictureTable>): CameraPicture => ({
  id: row.id,
  url: formatPictureUrl(row.project_id, row.id),
  smallUrl: formatPictureUrl(row.project_id, row.id, 'small'),
  takenAt: row.taken_at.toISOString(),
  widthPx: row.width_px,
  heightPx: row.height_px,
  ...(row.event !== null && { event: row.event }),
});

/** Returns a picture of a camera of the project. Throws 259 if the project does not have it. */
export async function readPicture(
  context: RequestContext,
  pictureId: string,
  size: 'large' | 'small',
): Promise<FileAnswer> {
  const { db, files } = context.services;
  const row = await db
    .selectFrom('camera_pictures')
    .select(['large_file', 'small_file'])
    .where('id', '=', pictureId)
    .where('project_id', '=', getProjectAccess(context).projectId)
    .executeTakeFirst();
  if (!row) throw new DomainError('fileMissing');
  return { ...(await files.get(db, row[`${size}_file`], PICTURE_PURPOSE)), fresh: true };
}

/** Asks a camera for its present picture. */
export const takePicture = (context: RequestContext, deviceId: string): Promise<Job> =>
  createCommandJob(context, { kind: 'snapshot', deviceIds: [deviceId] });
