import { DomainError } from '@northlight/contract';
import { recorderStat } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../../platform/db/database.ts';
import { insertRows } from '../../platform/db/insert-rows.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { createMissingDeviceError } from '../../jobs/index.ts';
import { findDevice } from '../store.ts';

interface ChannelPromise {
  readonly number: number;
  /** Null to remove the promise. */
  readonly days: number | null;
}

/** Returns the days for which recordings of cameras of a project must be held, by the MAC address of the camera. */
export async function listPromises(
  db: DbOrTx,
  projectId: number,
  macs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (macs.length === 0) return new Map();
  const rows = await db
    .selectFrom('recording_promises')
    .select(['camera_mac', 'days'])
    .where('project_id', '=', projectId)
    .where('camera_mac', 'in', macs)
    .execute();
  return new Map(rows.map(({ camera_mac, days }) => [camera_mac, days] as const));
}

/**
 * Sets the promised days of channels of a recorder. A promise belongs to the camera of the channel, and is kept when another
 * channel records the camera.
 */
export async function setPromises(
  context: RequestContext,
  deviceId: string,
  channels: readonly ChannelPromise[],
): Promise<void> {
  await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const device = await findDevice(tx, projectId, deviceId);
    if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
    const stat = device.kind === 'nvr' ? recorderStat.safeParse(device.recorder).data : undefined;
    const macs = new Map(stat?.channels.map(({ mac, number }) => [number, mac] as const));
    const promises = channels.map(({ days, number }, index) => {
      const mac = macs.get(number);
      if (mac === undefined) throw createChannelError(index, number);
      return { project_id: projectId, camera_mac: mac, days };
    });
    await tx
      .deleteFrom('recording_promises')
      .where('project_id', '=', projectId)
      .where(
        'camera_mac',
        'in',
        promises.map(({ camera_mac }) => camera_mac),
      )
      .execute();
    const kept = new Map(
      promises.flatMap(({ days, ...row }) => (days === null ? [] : [[row.camera_mac, { ...row, days }]])),
    );
    if (kept.size > 0) await insertRows(tx, 'recording_promises', [...kept.values()]).execute();
    work.live('devices');
    await work.audit({
      action: 'device.promisedDays',
      object: `device ${device.sn}`,
      after: channels.map(({ days, number }) => `Channel ${number}: ${days ?? 'no'} days`).join(', '),
    });
  });
}

function createChannelError(index: number, number: number): DomainError {
  const message = `Channel ${number} has no camera.`;
  return new DomainError('invalidParameters', { message, fields: { [`channels.${index}.number`]: message } });
}
