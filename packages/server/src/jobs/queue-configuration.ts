import { deviceState, ERRORS, type Job } from '@northlight/contract';
import type { AfterCommit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  accountOf,
  actorOf,
  projectOf,
  type RequestContext,
  viewerOf,
} from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { insertJob } from './store.ts';

export interface ConfiguredDevice {
  readonly id: string;
  readonly name: string;
  readonly state: number;
  /** Waits for the waves before it; 0 unless given. */
  readonly wave?: number;
}

export interface QueuedConfiguration {
  /** When it is known before the job is stored. */
  readonly jobId?: string;
  readonly title: string;
  /** Devices without a new revision have nothing to do and get no row. */
  readonly devices: readonly ConfiguredDevice[];
  /** New revisions by device, stored in this transaction. */
  readonly revisions: ReadonlyMap<string, number>;
  /** Cumulative shares of the devices, in per cent. */
  readonly waves?: readonly number[] | undefined;
}

/**
 * Queues revisions for their devices, the one way in which a configuration reaches them: a job with a row per device,
 * which is pushed after the commit, or at the device's next contact while it is offline.
 */
export async function queueConfiguration(
  services: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  after: AfterCommit,
  { devices, jobId, revisions, title, waves }: QueuedConfiguration,
  context: RequestContext,
): Promise<Job> {
  const { projectId } = projectOf(context);
  const rows = devices.flatMap(({ id, name, state, wave = 0 }) => {
    const rev = revisions.get(id);
    const waits = deviceState(state).countsOnline ? {} : { detail: ERRORS.partlyOffline.message };
    return rev === undefined ? [] : [{ deviceId: id, deviceName: name, rev, wave, ...waits }];
  });
  const head = {
    ...(jobId !== undefined && { id: jobId }),
    projectId,
    kind: 'configure' as const,
    title,
    createdBy: actorOf(context),
    actorId: accountOf(context).id,
    now: new Date(services.clock.now()),
    ...(waves && { waves }),
  };
  for (const { deviceId } of rows) after.nudge(deviceId);
  after.live(projectId, 'jobs', 'devices');
  return insertJob(tx, services.entropy, head, rows, viewerOf(context));
}
