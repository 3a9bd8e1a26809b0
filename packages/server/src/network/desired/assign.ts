import type { Work } from '../../platform/work.ts';
import type { AssignScope, Services } from '../../services.ts';
import { lockDevices, readConfig } from '../state.ts';
import { listProjectParts, listAffectedDevices, setDesiredConfigurations } from './affected-devices.ts';

/**
 * Sets the desired configuration of devices that join a project or whose settings change. Returns the new
 * revisions by device, without devices whose configuration stays the same.
 */
export async function assignConfiguration(
  services: Pick<Services, 'clock' | 'entropy' | 'envelope'>,
  work: Work,
  projectId: number,
  deviceIds: readonly string[],
  scope: AssignScope = 'configured',
): Promise<ReadonlyMap<string, number>> {
  const { tx } = work;
  const project = { projectId, services, tx };
  const { version, config } = await readConfig(tx, projectId);
  const parts = await listProjectParts(project, config);
  const chosen = new Set(deviceIds);
  const devices = (await lockDevices(tx, projectId)).filter(
    ({ caps, id }) =>
      chosen.has(id) &&
      (version > 0 ||
        parts.settings.has(id) ||
        (scope === 'password' && caps.features.includes('local-page'))),
  );
  const affected = listAffectedDevices(devices, parts);
  if (affected.length === 0) return new Map();
  const revisions = await setDesiredConfigurations(project, affected);
  for (const id of revisions.keys()) work.pendingWork(id);
  return revisions;
}
