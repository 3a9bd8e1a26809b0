import { getDeviceState, type Job, OFFLINE_MEMBERS } from '@northlight/contract';
import type { AfterCommit } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  getAccount,
  getActor,
  getProjectAccess,
  type RequestContext,
  getViewer,
} from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { insertJob } from './store.ts';

export interface ConfiguredDevice {
  readonly id: string;
  readonly name: string;
  readonly state: number;
  /** Wave of the device; 0 by default. */
  readonly wave?: number;
}

export interface QueuedConfiguration {
  /** Id of the job; absent to create one. */
  readonly jobId?: string;
  readonly title: string;
  /** Devices to push to; those without a new revision get no row. */
  readonly devices: readonly ConfiguredDevice[];
  /** New revisions by device, stored in this transaction. */
  readonly revisions: ReadonlyMap<string, number>;
  /** Cumulative shares of the devices by wave, in per cent. */
  readonly waves?: readonly number[] | undefined;
}

/**
 * Queues new revisions as a job with a row per device. A row is pushed after the commit, or when an offline
 * device reconnects. A device that is added, or whose page is opened, receives its configuration without a
 * job (`network/assign.ts`).
 */
export async function queueConfiguration(
  services: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  after: AfterCommit,
  { devices, jobId, revisions, title, waves }: QueuedConfiguration,
  context: RequestContext,
): Promise<Job> {
  const { projectId } = getProjectAccess(context);
  const rows = devices.flatMap(({ id, name, state, wave = 0 }) => {
    const rev = revisions.get(id);
    const detail = getDeviceState(state).countsOnline ? {} : { detail: OFFLINE_MEMBERS };
    return rev === undefined ? [] : [{ deviceId: id, deviceName: name, rev, wave, ...detail }];
  });
  const head = {
    ...(jobId !== undefined && { id: jobId }),
    projectId,
    kind: 'configure' as const,
    title,
    createdBy: getActor(context),
    actorId: getAccount(context).id,
    now: new Date(services.clock.now()),
    ...(waves && { waves }),
  };
  for (const { deviceId } of rows) after.pendingWork(deviceId);
  after.liveIn(projectId, 'jobs', 'devices');
  return insertJob(tx, services.entropy, head, rows, getViewer(context));
}
