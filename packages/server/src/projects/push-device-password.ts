import { deviceState, ERRORS } from '@northlight/contract';
import { insertJob, viewerOf } from '../devices/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { accountOf, actorOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';

/** Tells every device of the project the new password, as a job; those that are told. */
export async function pushDevicePassword(
  services: Services,
  tx: Tx,
  projectId: number,
  context: RequestContext,
): Promise<readonly string[]> {
  const devices = await tx
    .selectFrom('devices')
    .select(['id', 'name', 'state'])
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();
  const revisions = await services.assignConfiguration(
    tx,
    projectId,
    devices.map(({ id }) => id),
    'password',
  );
  const rows = devices.flatMap(({ id, name, state }) => {
    const rev = revisions.get(id);
    const detail = deviceState(state).countsOnline ? {} : { detail: ERRORS.partlyOffline.message };
    return rev === undefined ? [] : [{ deviceId: id, deviceName: name, rev, ...detail }];
  });
  if (rows.length === 0) return [];
  const head = {
    projectId,
    kind: 'configure' as const,
    title: 'Change the device password',
    createdBy: actorOf(context),
    actorId: accountOf(context).id,
    now: new Date(services.clock.now()),
  };
  await insertJob(tx, services.entropy, head, rows, viewerOf(context));
  return rows.map(({ deviceId }) => deviceId);
}
