import { BACKUP_INTERVAL_MINUTES, DEVICE_STATES, DomainError, type MissingPart } from '@northlight/contract';
import { DEVICE_PART_SECONDS, type DevicePart, devicePart } from '@northlight/contract/device-protocol';
import { createRandomId, MINUTE_MS } from '@northlight/runtime';
import { createCommandJob, listEndedDevices } from '../../jobs/index.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { expectParts, takeParts } from './transfers.ts';

/** The part of a device, or the reason why there is none. */
export type CollectedPart = { readonly part: DevicePart } | { readonly missingPart: MissingPart };

type Collected = ReadonlyMap<string, CollectedPart>;

/** Asks devices for their parts of a backup, and waits until each has sent it or cannot, for 30 s at most. */
export async function collectParts(
  context: RequestContext,
  deviceIds: readonly string[],
): Promise<Collected> {
  const { clock, db } = context.services;
  const { projectId } = getProjectAccess(context);
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'model', 'state', 'caps'])
    .where('project_id', '=', projectId)
    .where('id', 'in', [...new Set(deviceIds)])
    .where((where) =>
      // Devices that get no backup now are not asked.
      where.not(
        where.exists(
          where
            .selectFrom('backups')
            .select('backups.id')
            .whereRef('backups.device_id', '=', 'devices.id')
            .where('kind', '!=', 'automatic')
            .where('taken_at', '>', new Date(clock.now() - BACKUP_INTERVAL_MINUTES * MINUTE_MS)),
        ),
      ),
    )
    .execute();
  const collected = new Map<string, CollectedPart>();
  const asked = devices.filter(({ caps, id, state }) => {
    const missingPart = !caps.features.includes('backup')
      ? 'unsupported'
      : state === DEVICE_STATES.offline
        ? 'offline'
        : undefined;
    if (missingPart) collected.set(id, { missingPart });
    return !missingPart;
  });
  if (asked.length === 0) return collected;
  const { documents, failed } = await askDevices(
    context,
    asked.map(({ id }) => id),
  );
  for (const { id, model, sn } of asked) {
    const document = documents.get(id);
    if (!document) collected.set(id, { missingPart: failed.has(id) ? 'failed' : 'timeout' });
    else collected.set(id, readPart(document, { model, sn }));
  }
  return collected;
}

interface Answers {
  readonly documents: ReadonlyMap<string, Buffer>;
  /** Devices that refused the command, or could not run it. */
  readonly failed: ReadonlySet<string>;
}

async function askDevices(context: RequestContext, deviceIds: readonly string[]): Promise<Answers> {
  const { bus, clock, db, entropy } = context.services;
  const { projectId } = getProjectAccess(context);
  const now = clock.now();
  const parts = deviceIds.map((deviceId) => ({
    id: createRandomId(entropy, now),
    projectId,
    deviceId,
    createdAt: new Date(now),
  }));
  const deviceOf = new Map(parts.map(({ deviceId, id }) => [id, deviceId] as const));
  const open = new Set(deviceIds);
  const failed = new Set<string>();
  await expectParts(db, parts);
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const settle = (deviceId: string | undefined): void => {
    if (deviceId !== undefined) open.delete(deviceId);
    if (open.size === 0) finish();
  };
  const cancel = clock.after(DEVICE_PART_SECONDS * 1000, finish);
  const unsubscribe = [bus.subscribe('backupParts', ({ id }) => settle(deviceOf.get(id)))];
  try {
    const job = await createCommandJob(context, { kind: 'backup', deviceIds });
    const fail = (ids: readonly string[]): void => {
      for (const id of ids)
        if (open.has(id)) {
          failed.add(id);
          settle(id);
        }
    };
    fail(job.rows.flatMap(({ deviceId, state }) => (state === 'skipped' ? [deviceId] : [])));
    unsubscribe.push(
      bus.subscribe('live', ({ resource, to }) => {
        if (resource !== 'jobs' || !('projectId' in to) || to.projectId !== projectId) return;
        // A lost read costs at most the rest of the time.
        listEndedDevices(db, job.id).then(fail, () => undefined);
      }),
    );
    await finished;
  } catch (error) {
    // None of the devices can run the command.
    if (!(error instanceof DomainError)) throw error;
    for (const id of deviceIds) failed.add(id);
  } finally {
    cancel();
    for (const end of unsubscribe) end();
  }
  const contents = await takeParts(
    db,
    parts.map(({ id }) => id),
  );
  return {
    documents: new Map(
      parts.flatMap(({ deviceId, id }) => {
        const content = contents.get(id);
        return content ? [[deviceId, content] as const] : [];
      }),
    ),
    failed,
  };
}

/** Reads the document of a device. One of another device is unreadable. */
function readPart(
  document: Buffer,
  { model, sn }: { readonly model: string; readonly sn: string },
): CollectedPart {
  try {
    const part = devicePart.parse(JSON.parse(document.toString('utf8')));
    if (part.sn === sn && part.model === model) return { part };
  } catch {
    // The document is not JSON, or not of this form.
  }
  return { missingPart: 'unreadable' };
}
