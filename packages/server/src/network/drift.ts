import {
  checkNetworkConfig,
  type ConfigChange,
  describeChanges,
  type DeviceDrift,
  deviceMay,
  deviceRefusal,
  DomainError,
  type DriftCause,
  ERRORS,
  type Job,
  networkConfig,
  type NetworkConfig,
  type Permission,
  withLocalSettings,
} from '@northlight/contract';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import { queueConfiguration } from '../jobs/index.ts';
import { type AfterCommit, commit } from '../platform/commit.ts';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { BOTH_ACCESS, permissionFor } from '../platform/http/principal.ts';
import { projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { desiredFor } from './desired.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { recentVersions } from './history.ts';
import {
  lockedDevices,
  namesOf,
  type ProjectDevice,
  projectDevices,
  readConfig,
  readProject,
  scopeOf,
} from './state.ts';
import { SET_DESIRED } from './statements.ts';
import { intentOf, projectParts, type ProjectParts, touchedBy } from './touched.ts';

/** How far back it is looked which version a device may run. */
const VERSIONS_LOOKED_AT = 30;
const NO_DRIFT = 'The device runs what its project wants.';
const MISSING = { status: 404, message: 'The project has no such device.' } as const;

/** What a device has, as a configuration of the project. */
interface Theirs {
  readonly config: NetworkConfig;
  /** Absent: what was set at its own page, on top of what is applied. */
  readonly version?: number;
}

interface Drift {
  readonly cause: DriftCause;
  readonly current: { readonly version: number; readonly config: NetworkConfig };
  readonly changes: ConfigChange[];
  readonly theirs: Theirs | undefined;
  /** Why it cannot be kept. */
  readonly unfit: string | undefined;
  readonly device: Strayed;
}

export async function presentDrift(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<{ drift?: DeviceDrift }> {
  const drift = await findDrift(services, deviceId, context);
  if (!drift) return {};
  const { cause, changes, theirs } = drift;
  const { version } = theirs ?? {};
  const [write, may] = [mayWrite(context), mayPush(drift, context)];
  const stage = drift.device.managed === 'local' ? may : write;
  return {
    drift: {
      cause,
      changes,
      ...(version !== undefined && { version }),
      keep: stage.allowed && drift.unfit !== undefined ? off(drift.unfit) : stage,
      push: may,
    },
  };
}

/** Stages what the device has: in the caller's draft it is reviewed and applied like any other change. */
export async function keepTheirs(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<void> {
  const drift = await findDrift(services, deviceId, context);
  if (!drift) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  const { current, device, theirs, unfit } = drift;
  if (!theirs || unfit !== undefined)
    throw new DomainError('invalidParameters', { message: unfit ?? NO_DRIFT });
  const { draft } = await readDraft(services, context);
  if (draft && theirs.version !== undefined)
    throw new DomainError('configConflict', {
      message: `Apply or discard your staged changes first: version ${theirs.version} would take their place.`,
    });
  const { local_change: change } = device;
  const config = draft && change ? withLocalSettings(draft.config, change) : theirs.config;
  const staged = draft ?? { baseVersion: current.version, version: 0 };
  await saveDraft(services, { baseVersion: staged.baseVersion, version: staged.version, config }, context);
}

/** Sends what the project wants once more: a person has looked at it, so that a revision that was bad may be tried again. */
export async function pushOurs(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<{ job: Job }> {
  const { projectId } = projectOf(context);
  const drift = await findDrift(services, deviceId, context);
  if (!drift) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  const may = mayPush(drift, context);
  if (!may.allowed) throw new DomainError(deviceRefusal(may.code), { message: may.reason });
  const job = await commit(services, async (tx, after) => {
    const { config } = await readConfig(tx, projectId);
    const parts = await projectParts(services, tx, projectId, config);
    const device = (await lockedDevices(tx, projectId)).find(({ id }) => id === deviceId);
    if (!device) throw new DomainError('invalidParameters', MISSING);
    return queueAgain(services, tx, after, device, parts, context);
  });
  return { job };
}

async function queueAgain(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  device: ProjectDevice,
  parts: ProjectParts,
  context: RequestContext,
): Promise<Job> {
  const touched = touchedBy([{ ...device, desired_hash: null }], parts);
  const { rows } = await tx.executeQuery(CompiledQuery.raw(SET_DESIRED, [intentOf(services, touched)]));
  const rev = (rows as { desired_rev: number }[])[0]?.desired_rev;
  if (rev === undefined) throw new DomainError('invalidParameters', { message: NO_DRIFT });
  await auditRequest(services, tx, context, {
    action: 'device.push-again',
    object: `device ${device.name}`,
    after: `revision ${rev}`,
  });
  const queued = {
    title: `Push the project’s configuration to ${device.name}`,
    devices: [device],
    revisions: new Map([[device.id, rev]]),
  };
  return queueConfiguration(services, tx, after, queued, context);
}

const mayWrite = (context: RequestContext): Permission =>
  permissionFor(context.principal, { need: 'write', access: BOTH_ACCESS, project: projectOf(context) });

function mayPush({ device }: Drift, context: RequestContext): Permission {
  const write = mayWrite(context);
  return write.allowed ? deviceMay(device.state, 'configure', device.managed) : write;
}

async function findDrift(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<Drift | undefined> {
  const { projectId } = projectOf(context);
  const device = await readStrayed(services.db, projectId, deviceId);
  if (!device) throw new DomainError('invalidParameters', MISSING);
  const cause = causeOf(device);
  if (!cause) return undefined;
  const [current, devices] = await Promise.all([
    readConfig(services.db, projectId),
    projectDevices(services.db, projectId),
  ]);
  const { local_change: change } = device;
  const theirs = change
    ? localTheirs(withLocalSettings(current.config, change))
    : await versionOf(services, projectId, device);
  const changes = theirs ? describeChanges(current.config, theirs.config, namesOf(devices)) : [];
  const unfit = await whyUnfit(services, projectId, {
    change: change !== null,
    changes,
    current,
    devices,
    theirs,
  });
  return { cause, current, changes, theirs, unfit, device };
}

/** What was set at a device's page, once it has the shape of a configuration: a device may tell anything. */
function localTheirs(config: NetworkConfig): Theirs | undefined {
  const parsed = networkConfig.safeParse(config);
  return parsed.success ? { config: parsed.data } : undefined;
}

interface Fitting {
  readonly change: boolean;
  readonly changes: readonly ConfigChange[];
  readonly current: Drift['current'];
  readonly devices: readonly ProjectDevice[];
  readonly theirs: Theirs | undefined;
}

async function whyUnfit(
  { db }: Services,
  projectId: number,
  { change, changes, current, devices, theirs }: Fitting,
): Promise<string | undefined> {
  if (!theirs)
    return change
      ? 'What was set at the device is no configuration that the project could have.'
      : `None of the last ${VERSIONS_LOOKED_AT} versions of the project is what the device runs.`;
  if (changes.length === 0)
    return 'The project’s network settings are the same: only the device’s own differ.';
  const [broken] = checkNetworkConfig(
    theirs.config,
    scopeOf(devices, await readProject(db, projectId)),
    current.config,
  );
  return broken && `It breaks a rule of the project: ${broken.message}`;
}

/** The latest version of the project's history under which the device would run just what it says that it runs. */
async function versionOf(
  services: Services,
  projectId: number,
  device: Strayed,
): Promise<Theirs | undefined> {
  if (device.reported_hash === '') return undefined;
  return services.db.transaction().execute(async (tx) => {
    for (const { config, version } of await recentVersions(tx, projectId, VERSIONS_LOOKED_AT)) {
      const parts = await projectParts(services, tx, projectId, config);
      const desired = desiredFor(device, { ...parts, settings: parts.settings.get(device.id)?.settings });
      if (desired && sha256Hex(canonicalJson(desired)) === device.reported_hash) return { config, version };
    }
    return undefined;
  });
}

type Strayed = NonNullable<Awaited<ReturnType<typeof readStrayed>>>;

const readStrayed = (db: Db | DbOrTx, projectId: number, deviceId: string) =>
  db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select([
      'devices.id',
      'caps',
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

function causeOf({ bad_rev, desired_rev, local_change, reported_status }: Strayed): DriftCause | undefined {
  if (reported_status === 'drifted') return local_change ? 'local' : 'restored';
  if (desired_rev === 0 || bad_rev < desired_rev) return undefined;
  return reported_status === 'rolledback' ? 'undone' : 'refused';
}

const off = (reason: string): Permission => ({
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason,
});
