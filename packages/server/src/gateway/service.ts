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
import { type Capabilities, capabilityLimits } from '@northlight/contract/device-protocol';
import { CompiledQuery } from 'kysely';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { insertJob } from '../devices/index.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, actorOf, projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
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
    .select(['id', 'name', 'model', 'kind', 'caps', 'state', 'desired_rev', 'desired_hash'])
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
  if (!gateway) return { lanPorts: [], limits: capabilityLimits.parse({}) };
  const { id, name, model, state, caps } = gateway;
  return {
    device: { id, name, model, state },
    lanPorts: caps.ports.filter((port) => port.role === 'lan'),
    limits: caps.limits,
  };
}

/** Every broken rule on its field at once; the answer's code is that of the first one. */
function refuseBrokenRules(config: GatewayConfig, scope: GatewayScope): void {
  const violations = checkGatewayConfig(config, scope);
  const [first] = violations;
  if (first) throw new DomainError(first.error, { fields: fieldsOf(violations), message: first.message });
}

/** Devices whose desired configuration the change alters. */
function touchedBy(devices: readonly ProjectDevice[], config: GatewayConfig) {
  return devices.flatMap((device) => {
    const desired = desiredFor(device.caps, config);
    if (!desired) return [];
    const hash = sha256Hex(canonicalJson(desired));
    return hash === device.desired_hash ? [] : [{ device, desired, hash }];
  });
}

export async function reviewConfig(
  services: Services,
  staged: Staged,
  context: RequestContext,
): Promise<ConfigReview> {
  const { projectId } = projectOf(context);
  const [current, devices] = await Promise.all([
    readConfig(services.db, projectId),
    projectDevices(services.db, projectId),
  ]);
  refuseOldVersion(staged, current.version);
  const scope = scopeOf(gatewayOf(devices));
  refuseBrokenRules(staged.config, scope);
  const touched = touchedBy(devices, staged.config).map(({ device }) => device);
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
  const touched = touchedBy(devices, config);
  const revisions = await storeIntent(tx, projectId, values, touched);
  const rows = touched.map(({ device }) => ({
    deviceId: device.id,
    deviceName: device.name,
    rev: revisions.get(device.id) ?? 0,
    ...(!deviceState(device.state).countsOnline && { detail: OFFLINE_DETAIL }),
  }));
  const changes = describeChanges(current.config, config);
  const title = changes.length === 1 ? `Apply ${changes[0]?.setting}` : `Apply ${changes.length} changes`;
  const job = await insertJob(
    tx,
    services.entropy,
    { projectId, kind: 'configure', title, createdBy: actorOf(context), actorId: accountOf(context).id, now },
    rows,
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

/** A device that joins a project is given what the project already wants; it arrives at its first birth. */
export async function assignConfiguration(
  tx: Tx,
  projectId: number,
  deviceIds: readonly string[],
): Promise<void> {
  const { version, config } = await readConfig(tx, projectId);
  if (version === 0) return;
  const devices = (await projectDevices(tx, projectId)).filter((device) => deviceIds.includes(device.id));
  await tx.executeQuery(CompiledQuery.raw(SET_DESIRED, [intentOf(touchedBy(devices, config))]));
}
