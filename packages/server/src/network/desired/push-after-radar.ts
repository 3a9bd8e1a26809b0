import { MINUTE_MS } from '@northlight/runtime';
import { listDueRadar, type RadarDue, setRadarDue } from '../../devices/index.ts';
import { moveQueuedRevisions } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { commit, type Work } from '../../platform/work.ts';
import { lockProject } from '../../projects/index.ts';
import type { Services } from '../../services.ts';
import { lockDevices, type ProjectDevice, readConfig } from '../state.ts';
import {
  type AffectedDevices,
  listAffectedDevices,
  listProjectParts,
  setDesiredConfigurations,
} from './affected-devices.ts';

/** Time after which a device is tried again that may not be sent a configuration now. */
const RETRY_MS = 10 * MINUTE_MS;

/** Work of one project. */
interface DueProject {
  readonly projectId: number;
  run(): Promise<void>;
}

/**
 * Lists the projects in which the desired configuration of a device may have changed because of radar: a ban has begun, and a
 * channel is replaced, or a ban has ended, and the configured channel returns. The times are stored with the finds, so that
 * any process continues.
 */
export async function listRadarPushes(services: Services): Promise<DueProject[]> {
  const due = await listDueRadar(services.db, new Date(services.clock.now()));
  return [...Map.groupBy(due, ({ projectId }) => projectId)].map(([projectId, devices]) => ({
    projectId,
    run: () => commit(services, (work) => pushDevices(services, work, projectId, devices)),
  }));
}

async function pushDevices(
  services: Services,
  work: Work,
  projectId: number,
  due: readonly RadarDue[],
): Promise<void> {
  const { tx } = work;
  // Serialises with changes of the configuration, which lock the project as well.
  await lockProject(tx, projectId);
  const { config, version } = await readConfig(tx, projectId);
  const ids = due.map(({ deviceId }) => deviceId);
  const project = { projectId, services, tx };
  const devices = (await lockDevices(tx, projectId)).filter(({ id }) => ids.includes(id));
  const parts = await listProjectParts(project, config);
  const changed = version === 0 ? [] : listChanged(devices, listAffectedDevices(devices, parts));
  const free = await listFreeDevices(tx, changed);
  const waiting = changed.filter(({ device }) => !free.has(device.id));
  await setRadarDue(tx, ids, work.now, {
    ids: waiting.map(({ device }) => device.id),
    at: new Date(work.now.getTime() + RETRY_MS),
  });
  const pushed = changed.filter(({ device }) => free.has(device.id));
  if (pushed.length === 0) return;
  const revisions = await setDesiredConfigurations(project, pushed);
  const moves = pushed.flatMap(({ device }) => {
    const to = revisions.get(device.id);
    return to === undefined ? [] : [{ deviceId: device.id, from: device.desired_rev, to }];
  });
  await moveQueuedRevisions(tx, moves);
  for (const { deviceId } of moves) work.pendingWork(deviceId);
  work.liveIn(projectId, 'devices', 'jobs');
}

/** Leaves out configurations that stay the same: those that a device refused are not sent again. */
const listChanged = (devices: readonly ProjectDevice[], affected: AffectedDevices): AffectedDevices => {
  const present = new Map(devices.map(({ desired_hash: hash, id }) => [id, hash] as const));
  return affected.filter(({ device, hash }) => hash !== present.get(device.id));
};

/**
 * Returns the devices that may be sent a configuration without a request: not those that are managed locally, that wait for
 * a decision about other settings, or that refused or undid the last one.
 */
async function listFreeDevices(tx: Tx, affected: AffectedDevices): Promise<ReadonlySet<string>> {
  if (affected.length === 0) return new Set();
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'bad_rev', 'desired_rev', 'managed', 'reported_status'])
    .where(
      'id',
      'in',
      affected.map(({ device }) => device.id),
    )
    .execute();
  return new Set(
    rows
      .filter(
        ({ bad_rev: bad, desired_rev: rev, managed, reported_status: status }) =>
          managed === 'cloud' && status !== 'drifted' && rev > 0 && bad < rev,
      )
      .map(({ id }) => id),
  );
}
