import { type Backup, BACKUP_INTERVAL_MINUTES, type BackupKind } from '@northlight/contract';
import { hashSha256Hex, MINUTE_MS } from '@northlight/runtime';
import type { ReviewSnapshot } from '../network/index.ts';
import { commitFile, type RequestWork } from '../platform/http/commit-request.ts';
import { getActor, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { type CollectedPart, collectParts } from './device-part/collect-parts.ts';
import { BACKUP_PURPOSE, getBackupKey, writeBackup } from './format.ts';
import { hashContent } from './content-hash.ts';
import { formatFileName } from './file-name.ts';
import { contentOf, readSnapshot, type SnapshotDevice } from './snapshot.ts';
import { BackupRefusal, refuseCount } from './limits.ts';
import { readBackups } from './store.ts';

const LEFT = 'The device is no longer in this project.';

interface BackupOrder {
  readonly deviceIds: readonly string[];
  readonly kind: Exclude<BackupKind, 'automatic'>;
  readonly remark?: string | undefined;
}

interface TakenBackups {
  readonly items: Backup[];
  readonly refused: { id: string; name: string; reason: string }[];
}

/**
 * Takes backups of devices, each in its own transaction. Devices without one are listed with their reason. Throws the
 * reason if no device gets one for the same reason.
 */
export async function takeBackups(
  context: RequestContext,
  { deviceIds, kind, remark }: BackupOrder,
): Promise<TakenBackups> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const parts = await collectParts(context, deviceIds);
  // The configuration is read after the devices have answered, which can take 30 s.
  const snapshot = await readSnapshot(db, projectId);
  const devices = new Map(snapshot.devices.map((device) => [device.id, device] as const));
  const ids: string[] = [];
  const refusals: { readonly id: string; readonly name: string; readonly error: BackupRefusal }[] = [];
  for (const id of new Set(deviceIds)) {
    const device = devices.get(id);
    try {
      if (!device) throw new BackupRefusal(LEFT);
      ids.push(
        await takeBackup(context, snapshot, device, { kind, remark, collected: parts.get(device.id) }),
      );
    } catch (error) {
      if (!(error instanceof BackupRefusal)) throw error;
      refusals.push({ id, name: device?.name ?? id, error });
    }
  }
  const [first] = refusals;
  const isSameReason = refusals.every(({ error }) => error.message === first?.error.message);
  if (first && ids.length === 0 && isSameReason) throw first.error;
  return {
    items: await readBackups(db, projectId, ids),
    refused: refusals.map(({ error, id, name }) => ({ id, name, reason: error.message })),
  };
}

async function takeBackup(
  context: RequestContext,
  snapshot: ReviewSnapshot,
  device: SnapshotDevice,
  { collected, kind, remark }: Omit<BackupOrder, 'deviceIds'> & { collected: CollectedPart | undefined },
): Promise<string> {
  const { clock, db, envelope } = context.services;
  const takenAt = new Date(clock.now());
  const stored = await db
    .selectFrom('devices')
    .select('software')
    .where('id', '=', device.id)
    .executeTakeFirst();
  if (!stored) throw new BackupRefusal(LEFT);
  const { software } = stored;
  const { desired_rev: revision, id, model, name, role, sn } = device;
  const content = contentOf(snapshot, device);
  const bytes = await writeBackup(
    {
      content,
      ...(collected && 'part' in collected && { part: collected.part }),
      manifest: {
        takenAt: takenAt.toISOString(),
        kind,
        projectId: snapshot.projectId,
        configVersion: snapshot.version,
        device: { id, sn, name, model, role, revision, ...(software !== null && { software }) },
        ...(collected && 'missingPart' in collected && collected),
      },
    },
    getBackupKey(envelope),
  );
  const file = {
    owner: { projectId: snapshot.projectId },
    purpose: BACKUP_PURPOSE,
    mediaType: 'application/zip',
    bytes,
  };
  return commitFile(context, file, async (work, fileId) => {
    await refuseLeft(work, device.id);
    await refuseInterval(work, device.id);
    await refuseCount(work, device.id, kind);
    await work.tx
      .insertInto('backups')
      .values({
        id: fileId,
        project_id: work.projectId,
        device_id: id,
        device_name: name,
        device_sn: sn,
        model,
        software,
        kind,
        name: formatFileName(name, takenAt),
        bytes: bytes.length,
        sha256: hashSha256Hex(bytes),
        remark: remark ?? null,
        revision,
        taken_at: takenAt,
        taken_by: getActor(context),
        content_hash: hashContent(content),
      })
      .execute();
    work.live('backups');
    await work.audit({ action: 'backup.take', object: `device ${sn}`, after: kind });
  });
}

/** Throws the reason if a device has left the project since its configuration was read. */
async function refuseLeft({ projectId, tx }: RequestWork, deviceId: string): Promise<void> {
  const device = await tx
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device) throw new BackupRefusal(LEFT);
}

/** Throws the reason if the last backup of a device is too young. */
async function refuseInterval({ now, tx }: RequestWork, deviceId: string): Promise<void> {
  const latest = await tx
    .selectFrom('backups')
    .select('taken_at')
    .where('device_id', '=', deviceId)
    .where('kind', '!=', 'automatic')
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const waitMs = (latest?.taken_at.getTime() ?? 0) + BACKUP_INTERVAL_MINUTES * MINUTE_MS - now.getTime();
  if (waitMs > 0)
    throw new BackupRefusal(
      `The last backup of this device is less than ${BACKUP_INTERVAL_MINUTES} min old. Try again in ${formatWait(waitMs)}.`,
    );
}

/** Formats a time to wait: `2 min`, `40 s`. */
function formatWait(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
}
