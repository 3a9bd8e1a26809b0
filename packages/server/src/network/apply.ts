import {
  type ConfigChange,
  describeChanges,
  type Job,
  listMembers,
  type NetworkConfig,
  type StagedConfig,
} from '@northlight/contract';
import { formatCanonicalJson, createRandomId } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import { setDeviceRole } from '../devices/index.ts';
import { queueConfiguration } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { type AuthorisedTx, commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import {
  getAccount,
  getActor,
  getProjectAccess,
  type RequestContext,
} from '../platform/http/request-context.ts';
import { readNetworkProject } from '../projects/index.ts';
import type { Services } from '../services.ts';
import { withLinkRoles } from './bridge-config.ts';
import { chooseCanaries } from './canaries.ts';
import {
  lockDevices,
  createDeviceNamer,
  type ProjectDevice,
  readConfig,
  refuseBrokenRules,
  refuseOldVersion,
  buildScope,
  withManagementIps,
} from './state.ts';
import { readSettings } from './settings/store.ts';
import { previewPaths, refuseCutOff } from './reachability.ts';
import { storeSecrets } from './secrets.ts';
import { STORE_DESIRED_CONFIGURATIONS } from './statements.ts';
import {
  readRevisions,
  serializeDesiredConfigurations,
  type AffectedDevices,
  listProjectParts,
  takesNetworkSettings,
  listAffectedDevices,
} from './affected-devices.ts';

/**
 * Source of a configuration other than the requester's draft. The draft then keeps its changes and its base.
 */
interface ApplyOrigin {
  /** Returns the title of the job and the version; `changes` is the usual one, which lists the changes. */
  readonly formatTitle: (changes: string) => string;
}

interface ConfigurationChange {
  /** Returns the new configuration. Throws an error to refuse the change. */
  readonly change: (current: { readonly version: number; readonly config: NetworkConfig }) => NetworkConfig;
  /** Name of the project, which confirms a change that cuts a device off. */
  readonly confirmName?: string | undefined;
  readonly origin?: ApplyOrigin | undefined;
}

/** Applies a staged configuration; refuses one that is based on an older version. */
export const applyConfig = (
  services: Services,
  { confirmName, ...staged }: StagedConfig & Pick<ConfigurationChange, 'confirmName'>,
  context: RequestContext,
  origin?: ApplyOrigin,
): Promise<{ version: number; job: Job }> =>
  applyChange(services, context, {
    confirmName,
    origin,
    change: ({ version }) => {
      refuseOldVersion(staged, version);
      return staged.config;
    },
  });

/**
 * Stores a new configuration, the desired configurations of affected devices, job and audit record in one
 * transaction, then pushes.
 */
export async function applyChange(
  services: Services,
  context: RequestContext,
  { change, confirmName, origin }: ConfigurationChange,
): Promise<{ version: number; job: Job }> {
  const { projectId } = getProjectAccess(context);
  return commitRequest(services, context, async (tx, after) => {
    // `commitRequest` has locked the project's row: of two concurrent applies, the later one sees the newer version
    // and is rejected.
    const project = await readNetworkProject(tx, projectId);
    const current = await readConfig(tx, projectId);
    const proposed = change(current);
    const locked = await lockDevices(tx, projectId);
    const settings = await readSettings(tx, projectId);
    const before = withManagementIps(locked, settings);
    refuseBrokenRules(proposed, buildScope(before, project), current.config);
    const config = await storeSecrets(services, tx, projectId, proposed, true);
    const parts = await listProjectParts(services, tx, projectId, config, { project, settings });
    const devices = await storeLinkRoles(tx, before, config);
    const affected = listAffectedDevices(devices.filter(takesNetworkSettings(parts)), parts);
    const application = { projectId, current, config, devices, affected };
    if (confirmName !== project.name) {
      const paths = { devices, affected, settings, now: current.config, after: config };
      refuseCutOff(await previewPaths(services, tx, projectId, paths), confirmName, project.name);
    }
    after.liveIn(projectId, 'devices', 'networkConfig', 'networkDraft');
    return storeAndQueue(services, tx, after, application, context, origin);
  });
}

/** Stores the roles that the bridge links require. Returns the devices with their roles. */
async function storeLinkRoles(
  tx: Tx,
  before: readonly ProjectDevice[],
  config: NetworkConfig,
): Promise<readonly ProjectDevice[]> {
  const devices = withLinkRoles(before, config);
  for (const device of devices)
    if (!before.includes(device)) await setDeviceRole(tx, device.id, device.role, device.caps);
  return devices;
}

interface Application {
  readonly projectId: number;
  readonly current: { version: number; config: NetworkConfig };
  readonly config: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  readonly affected: AffectedDevices;
}

const NAMED_MAX = 3;

/** Returns a title such as `Apply VLAN 20, VLAN 30 and 4 more`, `Remove VLAN 40` or `Apply VLAN 20, remove VLAN 40`. */
function formatJobTitle(changes: readonly ConfigChange[]): string {
  const isRemoval = ({ after, label }: ConfigChange): boolean => label === undefined && after === undefined;
  const [only] = changes;
  if (only && changes.length === 1) return `${isRemoval(only) ? 'Remove' : 'Apply'} ${only.setting}`;
  const removed = new Set(changes.filter(isRemoval).map(({ item }) => item));
  const applied = [...new Set(changes.map(({ item }) => item))].filter((item) => !removed.has(item));
  const names = [...applied, ...removed].slice(0, NAMED_MAX);
  const more = applied.length + removed.size - NAMED_MAX;
  const list = (verb: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${verb} ${items.join(', ')}`];
  const parts = [
    ...list('apply', names.slice(0, applied.length)),
    ...list('remove', names.slice(applied.length)),
  ].join(', ');
  if (parts === '') return 'Apply again';
  return `${parts[0]?.toUpperCase()}${parts.slice(1)}${more > 0 ? ` and ${more} more` : ''}`;
}

async function storeAndQueue(
  services: Services,
  tx: AuthorisedTx,
  after: RequestWork,
  { projectId, current, config, devices, affected }: Application,
  context: RequestContext,
  origin: ApplyOrigin | undefined,
) {
  const now = new Date(services.clock.now());
  const version = current.version + 1;
  const changes = describeChanges(current.config, config, createDeviceNamer(devices));
  const listed = formatJobTitle(changes);
  const title = origin ? origin.formatTitle(listed) : listed;
  const jobId = createRandomId(services.entropy, now.getTime());
  const { id: accountId } = getAccount(context);
  const drafter = origin ? null : accountId;
  const values = [version, JSON.stringify(config), getActor(context), now, title, jobId, drafter];
  const canaries = chooseCanaries(
    affected.map(({ device }) => device),
    config.bridgeLinks?.map(listMembers),
  );
  const revisions = await storeDesiredConfigurations(
    tx,
    projectId,
    values,
    serializeDesiredConfigurations(services, affected),
  );
  const queued = {
    jobId,
    title,
    devices: affected.map(({ device }) => ({
      ...device,
      wave: canaries && !canaries.has(device.id) ? 1 : 0,
    })),
    revisions,
    waves: canaries && [Math.max(1, Math.floor((canaries.size * 100) / affected.length)), 100],
  };
  const job = await queueConfiguration(after, queued);
  await auditRequest(services, tx, context, {
    action: 'network.apply',
    object: `network configuration, version ${version}`,
    before: formatCanonicalJson(current.config),
    after: formatCanonicalJson(config),
  });
  return { version, job };
}

/**
 * Stores the project's configuration and the devices' desired configurations. Returns the new revision of
 * each device.
 */
async function storeDesiredConfigurations(
  tx: Tx,
  projectId: number,
  values: readonly unknown[],
  intent: string,
): Promise<ReadonlyMap<string, number>> {
  const parameters = [intent, projectId, ...values];
  return readRevisions(await tx.executeQuery(CompiledQuery.raw(STORE_DESIRED_CONFIGURATIONS, parameters)));
}
