import {
  type BrokenPath,
  canRollBack,
  checkNetworkConfig,
  type ConfigChange,
  describeChanges,
  type DeviceDrift,
  getDevicePermission,
  getDeviceRefusal,
  isBroadcastRole,
  DomainError,
  type DriftCause,
  ERRORS,
  type Job,
  networkConfig,
  type NetworkConfig,
  type Permission,
  mergeLocalSettings,
} from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { createMissingDeviceError, queueConfiguration } from '../../jobs/index.ts';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { BOTH_ACCESS, getPermissionFor } from '../../platform/http/principal.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { readNetworkProject } from '../../projects/index.ts';
import { buildDesiredConfiguration } from '../desired/desired.ts';
import { readDraft, saveDraft } from '../document/drafts.ts';
import { listRecentVersions } from '../document/history.ts';
import {
  lockDevices,
  createDeviceNamer,
  type ProjectDevice,
  listProjectDevices,
  readConfig,
  buildScope,
} from '../state.ts';
import {
  type AffectedDevices,
  setDesiredConfigurations,
  listProjectParts,
  type ProjectTx,
  listAffectedDevices,
} from '../desired/affected-devices.ts';
import { findUnprotected, refuseCutOff } from '../consequences/reachability.ts';

/** Number of versions that are compared with the configuration of a drifted device. */
const MAX_VERSIONS_COMPARED = 30;
const NO_DRIFT = 'The device runs its desired configuration.';

/** Configuration of a drifted device, in the form of the project's configuration. */
interface DeviceVersion {
  readonly config: NetworkConfig;
  /**
   * Version that the device runs; absent for changes made on its local page on top of the applied version.
   */
  readonly version?: number;
}

interface Drift {
  readonly cause: DriftCause;
  readonly current: { readonly version: number; readonly config: NetworkConfig };
  readonly changes: ConfigChange[];
  readonly deviceVersion: DeviceVersion | undefined;
  /** Reason why the device's configuration cannot be kept. */
  readonly obstacle: string | undefined;
  readonly device: DriftedDevice;
  /** Changes with which a push can cut the device off. */
  readonly broken: readonly BrokenPath[];
}

export async function presentDrift(
  context: RequestContext,
  deviceId: string,
): Promise<{ drift?: DeviceDrift }> {
  const drift = await findDrift(context, deviceId);
  if (!drift) return {};
  const { broken, cause, changes, deviceVersion } = drift;
  const { version } = deviceVersion ?? {};
  const [write, may] = [mayWrite(context), pushPermission(drift, context)];
  const stage = drift.device.managed === 'local' ? may : write;
  return {
    drift: {
      cause,
      changes,
      ...(version !== undefined && { version }),
      keep: stage.allowed && drift.obstacle !== undefined ? off(drift.obstacle) : stage,
      push: may,
      ...(broken.length > 0 && { broken: [...broken] }),
    },
  };
}

/**
 * Puts the device's configuration into the caller's draft, to be reviewed and applied like any other change.
 */
export async function keepDeviceSettings(context: RequestContext, deviceId: string): Promise<void> {
  const drift = await findDrift(context, deviceId);
  if (!drift) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  const { current, device, deviceVersion, obstacle } = drift;
  if (!deviceVersion || obstacle !== undefined)
    throw new DomainError('invalidParameters', { message: obstacle ?? NO_DRIFT });
  const { draft } = await readDraft(context);
  if (draft && deviceVersion.version !== undefined)
    throw new DomainError('configConflict', {
      message: `Apply or discard your staged changes first: version ${deviceVersion.version} would take their place.`,
    });
  const { local_change: change } = device;
  const config = draft && change ? mergeLocalSettings(draft.config, change) : deviceVersion.config;
  const staged = draft ?? { baseVersion: current.version, version: 0 };
  await saveDraft(context, { baseVersion: staged.baseVersion, version: staged.version, config });
}

/**
 * Pushes the desired configuration again, also a revision marked as bad, because the requester asks for it.
 */
export async function pushProjectSettings(
  context: RequestContext,
  deviceId: string,
  { confirmName }: { readonly confirmName?: string | undefined },
): Promise<{ job: Job }> {
  const drift = await findDrift(context, deviceId);
  if (!drift) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  const may = pushPermission(drift, context);
  if (!may.allowed) throw new DomainError(getDeviceRefusal(may.code), { message: may.reason });
  const job = await commitRequest(context, async (work) => {
    const { projectId, services, tx } = work;
    const project = await readNetworkProject(tx, projectId);
    const device = (await lockDevices(tx, projectId)).find(({ id }) => id === deviceId);
    if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
    if (isBroadcastRole(device.role)) await services.refuseRadioEdits(tx, projectId);
    const affected = await planPush(work, device);
    refuseCutOff(await findUnprotected(services, tx, affected), confirmName, project.name);
    return queuePush(work, device, affected);
  });
  return { job };
}

/** Returns the desired configuration of one device, to be sent under a new revision. */
async function planPush(project: ProjectTx, device: ProjectDevice): Promise<AffectedDevices> {
  const { config } = await readConfig(project.tx, project.projectId);
  const parts = await listProjectParts(project, config);
  return listAffectedDevices([{ ...device, desired_hash: null }], parts);
}

async function queuePush(work: RequestWork, device: ProjectDevice, affected: AffectedDevices): Promise<Job> {
  const revisions = await setDesiredConfigurations(work, affected);
  const rev = revisions.get(device.id);
  if (rev === undefined) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  await work.audit({
    action: 'device.push-again',
    object: `device ${device.name}`,
    after: `revision ${rev}`,
  });
  return queueConfiguration(work, {
    title: `Push the project’s configuration to ${device.name}`,
    devices: [device],
    revisions,
  });
}

const mayWrite = (context: RequestContext): Permission =>
  getPermissionFor(context.principal, {
    need: 'write',
    access: BOTH_ACCESS,
    project: getProjectAccess(context),
  });

function pushPermission({ device }: Drift, context: RequestContext): Permission {
  const write = mayWrite(context);
  return write.allowed ? getDevicePermission(device.state, 'configure', device.managed) : write;
}

async function findDrift(context: RequestContext, deviceId: string): Promise<Drift | undefined> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  const device = await readDriftedDevice(services.db, projectId, deviceId);
  if (!device) throw await createMissingDeviceError(services.db, projectId, [deviceId]);
  const cause = getDriftCause(device);
  if (!cause) return undefined;
  const [current, devices] = await Promise.all([
    readConfig(services.db, projectId),
    listProjectDevices(services.db, projectId),
  ]);
  const { local_change: change } = device;
  const deviceVersion = change
    ? findLocalVersion(mergeLocalSettings(current.config, change))
    : await findVersion(context, device);
  const changes = deviceVersion
    ? describeChanges(current.config, deviceVersion.config, createDeviceNamer(devices))
    : [];
  const obstacle = await findObstacle(services.db, projectId, {
    change: change !== null,
    changes,
    current,
    devices,
    deviceVersion,
  });
  const present = devices.find(({ id }) => id === deviceId);
  const broken =
    present && !canRollBack(present)
      ? await services.db
          .transaction()
          .execute(async (tx) =>
            findUnprotected(services, tx, await planPush({ projectId, services, tx }, present)),
          )
      : [];
  return { cause, current, changes, deviceVersion, obstacle, device, broken };
}

/** Parses changes made on the local page; undefined when the device reported an invalid configuration. */
function findLocalVersion(config: NetworkConfig): DeviceVersion | undefined {
  const parsed = networkConfig.safeParse(config);
  return parsed.success ? { config: parsed.data } : undefined;
}

interface FitInput {
  readonly change: boolean;
  readonly changes: readonly ConfigChange[];
  readonly current: Drift['current'];
  readonly devices: readonly ProjectDevice[];
  readonly deviceVersion: DeviceVersion | undefined;
}

async function findObstacle(
  db: Db,
  projectId: number,
  { change, changes, current, devices, deviceVersion }: FitInput,
): Promise<string | undefined> {
  if (!deviceVersion)
    return change
      ? 'The settings made at the device are not valid for the project.'
      : `The device runs none of the last ${MAX_VERSIONS_COMPARED} versions of the project.`;
  if (changes.length === 0)
    return 'The project’s network settings are the same; only the device’s own settings differ.';
  const [broken] = checkNetworkConfig(
    deviceVersion.config,
    buildScope(devices, await readNetworkProject(db, projectId)),
    current.config,
  );
  return broken && `The configuration of the device violates a rule of the project: ${broken.message}`;
}

/** Returns the latest version of the project whose desired configuration has the hash that the device reported. */
async function findVersion(
  context: RequestContext,
  device: DriftedDevice,
): Promise<DeviceVersion | undefined> {
  if (device.reported_hash === '') return undefined;
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  return services.db.transaction().execute(async (tx) => {
    for (const { config, version } of await listRecentVersions(tx, projectId, MAX_VERSIONS_COMPARED)) {
      const { radar, ...parts } = await listProjectParts({ projectId, services, tx }, config);
      const own = { ...parts, settings: parts.settings.get(device.id)?.settings };
      // The device may have applied the version before or after radar was found.
      const documents = [own, { ...own, ...(radar && { radar }) }].map((each) =>
        buildDesiredConfiguration(device, each),
      );
      if (documents.some((desired) => desired && hashDesired(desired) === device.reported_hash))
        return { config, version };
    }
    return undefined;
  });
}

const hashDesired = (desired: DeviceConfig): string => hashSha256Hex(formatCanonicalJson(desired));

type DriftedDevice = NonNullable<Awaited<ReturnType<typeof readDriftedDevice>>>;

const readDriftedDevice = (db: Db | DbOrTx, projectId: number, deviceId: string) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select([
      'devices.id',
      'caps',
      'role',
      'state',
      'managed',
      'desired_rev',
      'reported_hash',
      'reported_status',
      'bad_rev',
    ])
    .select('device_state.local_change')
    .where('devices.project_id', '=', projectId)
    .where('devices.id', '=', deviceId)
    .executeTakeFirst();

function getDriftCause({
  bad_rev,
  desired_rev,
  local_change,
  reported_status,
}: DriftedDevice): DriftCause | undefined {
  if (reported_status === 'drifted') return local_change ? 'local' : 'restored';
  if (desired_rev === 0 || bad_rev < desired_rev) return undefined;
  return reported_status === 'rolledback' ? 'undone' : 'refused';
}

const off = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
