import {
  checkGatewayConfig,
  type ConfigReview,
  describeChanges,
  deviceState,
  DomainError,
  EMPTY_GATEWAY_CONFIG,
  ERRORS,
  fieldsOf,
  type GatewayConfig,
  type GatewayScope,
  type Job,
} from '@northlight/contract';
import { type Capabilities, capabilityLimits, type DeviceConfig } from '@northlight/contract/device-protocol';
import { CompiledQuery } from 'kysely';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { insertJob, readSettings, type StoredSettings, viewerOf } from '../devices/index.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { deviceVerifier } from '../projects/index.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, actorOf, projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { canariesOf } from './canaries.ts';
import { desiredFor } from './desired.ts';
import { LOCK_DEVICES, SET_DESIRED, STORE_INTENT } from './statements.ts';

interface Staged {
  readonly baseVersion: number;
  readonly config: GatewayConfig;
}

interface ProjectDevice {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly kind: string;
  readonly caps: Capabilities;
  readonly state: number;
  readonly desired_rev: number;
  readonly desired_hash: string | null;
  readonly bad_rev: number;
}

const OFFLINE_DETAIL = ERRORS.partlyOffline.message;

export async function readConfig(
  db: DbOrTx,
  projectId: number,
): Promise<{ version: number; config: GatewayConfig }> {
  const row = await db
    .selectFrom('gateway_configs')
    .select(['version', 'config'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? { version: 0, config: EMPTY_GATEWAY_CONFIG };
}

async function projectDevices(db: DbOrTx, projectId: number): Promise<ProjectDevice[]> {
  return db
    .selectFrom('devices')
    .select(['id', 'name', 'model', 'kind', 'caps', 'state', 'desired_rev', 'desired_hash', 'bad_rev'])
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();
}

const gatewayOf = (devices: readonly ProjectDevice[]): ProjectDevice | undefined =>
  devices.find((device) => device.kind === 'gateway' || device.kind === 'ac');

/** What the forms may offer: the gateway's ports and limits, or the defaults while there is none. */
export async function readScope(db: DbOrTx, projectId: number): Promise<GatewayScope> {
  return scopeOf(gatewayOf(await projectDevices(db, projectId)));
}

function scopeOf(gateway: ProjectDevice | undefined): GatewayScope {
  if (!gateway) return { lanPorts: [], wanPorts: [], features: [], limits: capabilityLimits.parse({}) };
  const { id, name, model, state, caps } = gateway;
  return {
    device: { id, name, model, state },
    lanPorts: caps.ports.filter((port) => port.role === 'lan'),
    wanPorts: caps.ports.filter((port) => port.role === 'wan'),
    features: caps.features,
    limits: caps.limits,
  };
}

/** Those that the project's network settings concern; the password alone is told when it is set. */
const takesNetwork =
  (settings: ReadonlyMap<string, StoredSettings>) =>
  ({ caps, id }: ProjectDevice): boolean =>
    caps.features.includes('vlan') || settings.has(id);

/** Every broken rule on its field at once; the answer's code is that of the first one. */
function refuseBrokenRules(config: GatewayConfig, scope: GatewayScope): void {
  const violations = checkGatewayConfig(config, scope);
  const [first] = violations;
  if (first) throw new DomainError(first.error, { fields: fieldsOf(violations), message: first.message });
}

/** Devices whose desired configuration the change alters. */
function touchedBy(
  devices: readonly ProjectDevice[],
  config: GatewayConfig,
  settings: ReadonlyMap<string, StoredSettings>,
  password: DeviceConfig['localPassword'],
) {
  return devices.flatMap((device) => {
    const desired = desiredFor(device.caps, config, settings.get(device.id)?.settings, password);
    if (!desired) return [];
    const hash = sha256Hex(canonicalJson(desired));
    // One that was refused, undone or kept back is tried again when somebody asks for it again.
    const stands = hash === device.desired_hash && device.bad_rev < device.desired_rev;
    return stands ? [] : [{ device, desired, hash }];
  });
}

export async function reviewConfig(
  services: Services,
  staged: Staged,
  context: RequestContext,
): Promise<ConfigReview> {
  const { projectId } = projectOf(context);
  const [current, devices, settings] = await Promise.all([
    readConfig(services.db, projectId),
    projectDevices(services.db, projectId),
    readSettings(services.db, projectId),
  ]);
  refuseOldVersion(staged, current.version);
  const scope = scopeOf(gatewayOf(devices));
  refuseBrokenRules(staged.config, scope);
  const password = await services.db.transaction().execute((tx) => deviceVerifier(services, tx, projectId));
  const touched = touchedBy(devices.filter(takesNetwork(settings)), staged.config, settings, password).map(
    ({ device }) => device,
  );
  const clientsTouched = await countClients(services.db, projectId, current.config, staged.config);
  const changes = describeChanges(current.config, staged.config);
  const restarting = touched.filter((device) => device.caps.restartsOn.includes('vlan'));
  return {
    changes,
    devices: touched.map((device) => ({
      id: device.id,
      name: device.name,
      model: device.model,
      online: deviceState(device.state).countsOnline,
      restarts: restarting.includes(device),
    })),
    clientsTouched,
    costs: costsOf(changes.length, touched, restarting, clientsTouched),
  };
}

function costsOf(
  changes: number,
  touched: readonly ProjectDevice[],
  restarting: readonly ProjectDevice[],
  clients: number,
): string[] {
  const offline = touched.filter((device) => !deviceState(device.state).countsOnline);
  const costs: string[] = [];
  if (changes > 0 && touched.length === 0)
    costs.push('No device of the project takes these settings yet: they are kept until one joins.');
  if (clients > 0)
    costs.push(
      `${clients} ${clients === 1 ? 'client loses its' : 'clients lose their'} network for a few seconds and may get another address.`,
    );
  if (restarting.length > 0)
    costs.push(
      `${restarting.map((device) => device.name).join(', ')}: a change of VLANs restarts this model, about 1 minute.`,
    );
  if (offline.length > 0) costs.push(`${offline.map((device) => device.name).join(', ')}: ${OFFLINE_DETAIL}`);
  return costs;
}

/** Online clients in VLANs that change or go. */
async function countClients(
  db: DbOrTx,
  projectId: number,
  now: GatewayConfig,
  after: GatewayConfig,
): Promise<number> {
  const later = new Map(after.vlans.map((vlan) => [vlan.id, canonicalJson(vlan)] as const));
  const changed = now.vlans
    .filter((vlan) => later.get(vlan.id) !== canonicalJson(vlan))
    .map((vlan) => vlan.id);
  if (changed.length === 0) return 0;
  const rows = await db
    .selectFrom('online_clients')
    .select('mac')
    .where('project_id', '=', projectId)
    .where('online', '=', true)
    .where('vlan', 'in', changed)
    .execute();
  return rows.length;
}

function refuseOldVersion(staged: Staged, version: number): void {
  if (staged.baseVersion !== version) throw new DomainError('configConflict');
}

/** Stores the configuration, the intent of every touched device, the job and the audit row together, then pushes. */
export async function applyConfig(
  services: Services,
  staged: Staged,
  context: RequestContext,
): Promise<{ version: number; job: Job }> {
  const { projectId } = projectOf(context);
  const applied = await services.db.transaction().execute(async (tx) => {
    // The project's row is the lock: two applies come one after another, and the later one sees a newer version.
    await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
    const current = await readConfig(tx, projectId);
    refuseOldVersion(staged, current.version);
    const devices = await lockedDevices(tx, projectId);
    refuseBrokenRules(staged.config, scopeOf(gatewayOf(devices)));
    return storeAndQueue(services, tx, { projectId, current, config: staged.config, devices }, context);
  });
  for (const { deviceId } of applied.job.rows) services.plane.nudge(deviceId);
  for (const resource of ['gatewayConfig', 'jobs', 'devices'] as const)
    services.live.changed(resource, projectId);
  return applied;
}

/** In the order in which a restart takes them, whatever the collation: else they would wait for each other. */
async function lockedDevices(tx: Tx, projectId: number): Promise<ProjectDevice[]> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(LOCK_DEVICES, [projectId]));
  const devices = rows as (ProjectDevice & { name_key: string })[];
  return devices.sort((one, other) => (one.name_key < other.name_key ? -1 : 1));
}

interface Application {
  readonly projectId: number;
  readonly current: { version: number; config: GatewayConfig };
  readonly config: GatewayConfig;
  readonly devices: readonly ProjectDevice[];
}

async function storeAndQueue(
  services: Services,
  tx: Tx,
  { projectId, current, config, devices }: Application,
  context: RequestContext,
) {
  const now = new Date(services.clock.now());
  const version = current.version + 1;
  const values = [version, JSON.stringify(config), actorOf(context), now];
  const settings = await readSettings(tx, projectId);
  const password = await deviceVerifier(services, tx, projectId);
  const touched = touchedBy(devices.filter(takesNetwork(settings)), config, settings, password);
  const canaries = canariesOf(touched.map(({ device }) => device));
  const revisions = await storeIntent(tx, projectId, values, touched);
  const rows = touched.map(({ device }) => ({
    deviceId: device.id,
    deviceName: device.name,
    rev: revisions.get(device.id) ?? 0,
    wave: canaries && !canaries.has(device.id) ? 1 : 0,
    ...(!deviceState(device.state).countsOnline && { detail: OFFLINE_DETAIL }),
  }));
  const changes = describeChanges(current.config, config);
  const title = changes.length === 1 ? `Apply ${changes[0]?.setting}` : `Apply ${changes.length} changes`;
  const job = await insertJob(
    tx,
    services.entropy,
    {
      projectId,
      kind: 'configure',
      title,
      createdBy: actorOf(context),
      actorId: accountOf(context).id,
      now,
      ...(canaries && { waves: [Math.max(1, Math.floor((canaries.size * 100) / touched.length)), 100] }),
    },
    rows,
    viewerOf(context),
  );
  await auditRequest(services, tx, context, {
    action: 'gateway.apply',
    object: `gateway configuration, version ${version}`,
    before: canonicalJson(current.config),
    after: canonicalJson(config),
  });
  return { version, job };
}

type Touched = ReturnType<typeof touchedBy>;

const intentOf = (touched: Touched): string =>
  JSON.stringify(touched.map(({ device, desired, hash }) => ({ id: device.id, hash, config: desired })));

/** The project's configuration and what each device is to run; the new revision of each. */
async function storeIntent(
  tx: Tx,
  projectId: number,
  values: readonly unknown[],
  touched: Touched,
): Promise<ReadonlyMap<string, number>> {
  const parameters = [intentOf(touched), projectId, ...values];
  const { rows } = await tx.executeQuery(CompiledQuery.raw(STORE_INTENT, parameters));
  return new Map((rows as { id: string; desired_rev: number }[]).map((row) => [row.id, row.desired_rev]));
}

/** `configured`: those that something was configured for; `password`: also those that have a page of their own, for its password. */
export type AssignScope = 'configured' | 'password';

/**
 * Gives devices the configuration that the project and their own settings want of them: when they join a project, and
 * when their settings change. The new revisions, by device; one whose configuration stands has none.
 */
export async function assignConfiguration(
  services: Pick<Services, 'entropy' | 'envelope'>,
  tx: Tx,
  projectId: number,
  deviceIds: readonly string[],
  scope: AssignScope = 'configured',
): Promise<ReadonlyMap<string, number>> {
  const { version, config } = await readConfig(tx, projectId);
  const settings = await readSettings(tx, projectId);
  const devices = (await lockedDevices(tx, projectId)).filter(
    ({ caps, id }) =>
      deviceIds.includes(id) &&
      (version > 0 || settings.has(id) || (scope === 'password' && caps.features.includes('local-page'))),
  );
  const password = await deviceVerifier(services, tx, projectId);
  const touched = touchedBy(devices, config, settings, password);
  if (touched.length === 0) return new Map();
  const { rows } = await tx.executeQuery(CompiledQuery.raw(SET_DESIRED, [intentOf(touched)]));
  return new Map((rows as { id: string; desired_rev: number }[]).map((row) => [row.id, row.desired_rev]));
}
