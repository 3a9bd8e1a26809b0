import { getDeviceState, type Job, OFFLINE_MEMBERS } from '@northlight/contract';
import type { RequestWork } from '../platform/http/commit-request.ts';
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
  /** Time in which a wave must be confirmed (s); absent for the usual one. */
  readonly waveSeconds?: number | undefined;
}

/**
 * Queues new revisions as a job with a row per device. A row is pushed after the commit, or when an offline
 * device reconnects. A device that is added, or whose page is opened, receives its configuration without a
 * job (`network/desired/assign.ts`).
 */
export async function queueConfiguration(
  work: RequestWork,
  { devices, jobId, revisions, title, waves, waveSeconds }: QueuedConfiguration,
): Promise<Job> {
  const rows = devices.flatMap(({ id, name, state, wave = 0 }) => {
    const rev = revisions.get(id);
    const detail = getDeviceState(state).countsOnline ? {} : { detail: OFFLINE_MEMBERS };
    return rev === undefined ? [] : [{ deviceId: id, deviceName: name, rev, wave, ...detail }];
  });
  const head = {
    ...(jobId !== undefined && { id: jobId }),
    kind: 'configure' as const,
    title,
    ...(waves && { waves }),
    ...(waveSeconds !== undefined && { waveSeconds }),
  };
  for (const { deviceId } of rows) work.pendingWork(deviceId);
  work.live('jobs', 'devices');
  return insertJob(work, head, rows);
}
