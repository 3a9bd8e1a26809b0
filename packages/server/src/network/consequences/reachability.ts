import {
  type BrokenPath,
  canRollBack,
  DomainError,
  ERRORS,
  isCuttingOffManagement,
  type NetworkConfig,
} from '@northlight/contract';
import { readRunningConfigs } from '../../devices/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import type { AffectedDevices } from '../desired/affected-devices.ts';
import { type ReachSource, createReachWorld } from '../reach/world.ts';
import { findBrokenPaths } from '../reach/broken-paths.ts';
import { readCables } from '../cables.ts';
import type { StoredSettings } from '../settings/store.ts';
import type { ProjectDevice } from '../state.ts';
import { findUnprotectedChanges } from './unprotected-changes.ts';

interface ReachParts {
  readonly devices: readonly ProjectDevice[];
  /** Devices with their roles after the change; absent if roles stay the same. */
  readonly devicesAfter?: readonly ProjectDevice[];
  readonly settings: ReadonlyMap<string, StoredSettings>;
  /** Settings of devices after the change; absent if they stay the same. */
  readonly settingsAfter?: ReadonlyMap<string, StoredSettings>;
  readonly now: NetworkConfig;
  readonly after: NetworkConfig;
  /** Devices that receive a new configuration. */
  readonly affected: AffectedDevices;
}

/** Returns the paths that a change would break, over the cables of the network topology. */
export async function previewPaths(
  services: Pick<Services, 'envelope'>,
  db: DbOrTx,
  projectId: number,
  { affected, after, devices, devicesAfter = devices, now, settings, settingsAfter = settings }: ReachParts,
): Promise<BrokenPath[]> {
  const links = devices.length > 1 ? await readCables(db, projectId) : [];
  const broken = findBrokenPaths(
    createReachWorld(now, toReachSources(devices, settings), links),
    createReachWorld(after, toReachSources(devicesAfter, settingsAfter), links),
  );
  return [...markUnprotected(broken, devices), ...(await findUnprotected(services, db, affected))];
}

/** Returns the changes with which devices that cannot roll back may lose the cloud. */
export async function findUnprotected(
  { envelope }: Pick<Services, 'envelope'>,
  db: DbOrTx,
  affected: AffectedDevices,
): Promise<BrokenPath[]> {
  const unprotected = affected.filter(({ device }) => !canRollBack(device));
  const running = await readRunningConfigs(
    db,
    envelope,
    unprotected.map(({ device }) => device.id),
  );
  return findUnprotectedChanges(
    unprotected.map(({ desired, device }) => ({ device, desired, running: running.get(device.id) })),
  );
}

/** Throws 714 for a change that cuts a device off, or may do so, unless the project's name confirms it. */
export function refuseCutOff(
  broken: readonly BrokenPath[],
  confirmName: string | undefined,
  projectName: string,
): void {
  if (confirmName === projectName || !isCuttingOffManagement(broken)) return;
  throw new DomainError('managementCutOff', { fields: { confirmName: ERRORS.managementCutOff.message } });
}

/** Marks the paths of devices that cannot roll back. */
function markUnprotected(broken: readonly BrokenPath[], devices: readonly ProjectDevice[]): BrokenPath[] {
  const unprotected = new Set(devices.filter((device) => !canRollBack(device)).map(({ id }) => id));
  return broken.map((path) =>
    path.kind === 'cloud' && unprotected.has(path.deviceId) ? { ...path, cannotRollBack: true } : path,
  );
}

const toReachSources = (
  devices: readonly ProjectDevice[],
  settings: ReadonlyMap<string, StoredSettings>,
): ReachSource[] =>
  devices.map(({ caps, id, name, role }) => ({
    id,
    name,
    role,
    caps,
    settings: settings.get(id)?.settings ?? {},
  }));
