import {
  type ConfigChange,
  describeChanges,
  describeDeviceChanges,
  EMPTY_WIRELESS,
  isSame,
  type Job,
  type NetworkConfig,
  type StagedConfig,
} from '@northlight/contract';
import { formatCanonicalJson } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import { setDeviceRole } from '../devices/index.ts';
import { queueConfiguration } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { readNetworkProject } from '../projects/index.ts';
import { withLinkRoles } from './desired/bridge-config.ts';
import { chooseCanaryWaves, type DeviceWaves, divideIntoWaves } from './desired/device-waves.ts';
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
import { endDraft } from './document/drafts.ts';
import { readLatestVersion } from './document/history.ts';
import { type Proposal, readStaged, refuseUnready } from './settings/proposals.ts';
import { presentFacts } from './settings/settings-devices.ts';
import { readSettings, storeSettings, withProposals } from './settings/store.ts';
import { previewPaths, refuseCutOff } from './consequences/reachability.ts';
import { storeSecrets } from './document/secrets.ts';
import { STORE_DESIRED_CONFIGURATIONS } from './desired/statements.ts';
import type { AppliedDevice } from './tables.ts';
import {
  readRevisions,
  serializeDesiredConfigurations,
  type AffectedDevices,
  listProjectParts,
  isConfigKept,
  listReplacementTakers,
  listTakers,
  listAffectedDevices,
} from './desired/affected-devices.ts';

/** Source of a change other than the requester's draft, which then stays. */
interface ApplyOrigin {
  /** Returns the title of the job and the version; `changes` is the usual one, which lists the changes. */
  readonly formatTitle: (changes: string, proposals: readonly Proposal[]) => string;
}

export interface ConfigurationChange {
  /** Returns the new configuration, by default the present one. Throws an error to refuse the change. */
  readonly change?: (current: AppliedConfig, work: RequestWork) => NetworkConfig | Promise<NetworkConfig>;
  /** Returns the new settings of devices beside this configuration. Throws an error to refuse the change. */
  readonly propose?: (tx: Tx, projectId: number, config: NetworkConfig) => Promise<readonly Proposal[]>;
  /** Name of the project, which confirms a change that cuts a device off. */
  readonly confirmName?: string | undefined;
  readonly origin?: ApplyOrigin | undefined;
  /** Divides the devices that get a new configuration into waves, by default canaries and the others. */
  readonly chooseWaves?: (devices: readonly ProjectDevice[]) => DeviceWaves | undefined;
  /**
   * Id of a device whose hardware `change` replaces. Its configuration is stored again although it is offline, and reaches the
   * other end of its bridge link too. The rules were checked before, because no user can mend them at its first contact.
   */
  readonly replaces?: string | undefined;
  /** Stores what belongs to the change, in its transaction. */
  readonly complete?: (
    work: RequestWork,
    applied: { readonly version: number; readonly job: Job },
  ) => Promise<void>;
}

export interface AppliedConfig {
  readonly version: number;
  readonly config: NetworkConfig;
}

/** Applies a staged configuration with staged settings of devices; refuses one that is based on older versions. */
export const applyConfig = (
  context: RequestContext,
  { confirmName, devices, ...staged }: StagedConfig & Pick<ConfigurationChange, 'confirmName'>,
  origin?: ApplyOrigin,
): Promise<{ version: number; job: Job }> =>
  applyChange(context, {
    confirmName,
    origin,
    change: ({ version }) => {
      refuseOldVersion(staged, version);
      return staged.config;
    },
    ...(devices && {
      propose: (tx, projectId, config) => readStaged(tx, projectId, devices, { config, path: 'devices' }),
    }),
  });

/**
 * Stores a new configuration and new settings of devices, the desired configurations of affected devices, job and audit
 * records in one transaction, then pushes. A change of device settings alone reaches these devices alone.
 */
export const applyChange = (
  context: RequestContext,
  { change, chooseWaves, complete, confirmName, origin, propose, replaces }: ConfigurationChange,
): Promise<{ version: number; job: Job }> =>
  commitRequest(context, async (work) => {
    const { projectId, services, tx } = work;
    // `commitRequest` has locked the project's row: of two concurrent applies, the later one sees the newer version
    // and is rejected.
    const project = await readNetworkProject(tx, projectId);
    const current = await readConfig(tx, projectId);
    const proposed = (await change?.(current, work)) ?? current.config;
    const locked = await lockDevices(tx, projectId);
    const proposals = (await propose?.(tx, projectId, proposed)) ?? [];
    if (replaces === undefined) refuseUnready(proposals);
    const settings = await readSettings(tx, projectId);
    const settingsAfter = withProposals(settings, proposals);
    const before = withManagementIps(locked, settingsAfter);
    const isKept =
      replaces === undefined
        ? isConfigKept({ now: current.config, after: proposed, proposals })
        : isSame(current.config, proposed);
    if (!isKept && replaces === undefined)
      refuseBrokenRules(proposed, buildScope(before, project), current.config);
    const after = withLinkRoles(before, proposed);
    if (changesRadios(current.config, proposed) || after.some((device) => !before.includes(device)))
      await services.refuseRadioEdits(tx, projectId);
    const config = isKept ? current.config : await storeSecrets(work, proposed, true);
    const parts = await listProjectParts(work, config, {
      project,
      settings: settingsAfter,
    });
    const devices = isKept ? before : await storeLinkRoles(tx, before, config);
    const takenChange = { now: current.config, after: proposed, proposals };
    const takers =
      replaces === undefined
        ? listTakers(devices, parts, takenChange)
        : listReplacementTakers(devices, parts, { ...takenChange, replaces });
    const affected = listAffectedDevices(takers, parts);
    if (replaces === undefined && confirmName !== project.name) {
      const paths = { devices, affected, settings, settingsAfter, now: current.config, after: config };
      refuseCutOff(await previewPaths(services, tx, projectId, paths), confirmName, project.name);
    }
    await services.orderBackups(work, {
      cause: 'before-change',
      // The backup of replaced hardware was ordered before the replacement.
      deviceIds: affected.map(({ device }) => device.id).filter((id) => id !== replaces),
      before: { version: current.version, devices: locked, settings },
    });
    for (const proposal of proposals) await storeSettings(work, proposal);
    if (!origin) await endDraft(work, propose !== undefined);
    work.live('devices', 'networkConfig', 'networkDraft');
    if (proposals.length > 0) work.live('deviceSettings');
    const application = { current, config, isKept, proposals, devices, affected };
    const applied = await storeAndQueue(work, application, { origin, chooseWaves });
    await complete?.(work, applied);
    return applied;
  });

/** Returns true if a change reaches what an RF optimization plans with. */
const changesRadios = ({ wireless: now }: NetworkConfig, { wireless: after }: NetworkConfig): boolean =>
  (['policies', 'radios', 'countries'] as const).some(
    (part) => !isSame((now ?? EMPTY_WIRELESS)[part], (after ?? EMPTY_WIRELESS)[part]),
  );

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
  readonly current: AppliedConfig;
  readonly config: NetworkConfig;
  /** True if the settings of devices change alone. */
  readonly isKept: boolean;
  readonly proposals: readonly Proposal[];
  readonly devices: readonly ProjectDevice[];
  readonly affected: AffectedDevices;
}

const NAMED_MAX = 3;

/** Returns a title such as `Apply VLAN 20, settings of Switch and 4 more`, `Remove VLAN 40` or `Apply VLAN 20, remove VLAN 40`. */
function formatJobTitle(changes: readonly ConfigChange[]): string {
  const isRemoval = ({ after, label }: ConfigChange): boolean => label === undefined && after === undefined;
  const nameItem = ({ device, item }: ConfigChange): string => (device ? `settings of ${device.name}` : item);
  const [only] = changes;
  if (only && changes.length === 1)
    return `${isRemoval(only) ? 'Remove' : 'Apply'} ${only.device ? `${only.device.name}: ` : ''}${only.setting}`;
  const removed = new Set(changes.filter(isRemoval).map(nameItem));
  const applied = [...new Set(changes.map(nameItem))].filter((item) => !removed.has(item));
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
  work: RequestWork,
  { current, config, isKept, proposals, devices, affected }: Application,
  { chooseWaves, origin }: Pick<ConfigurationChange, 'chooseWaves' | 'origin'>,
) {
  const version = (await readLatestVersion(work.tx, work.projectId)) + 1;
  const applied = proposals.flatMap(({ after: settings, device }): AppliedDevice[] => {
    const facts = { ...presentFacts(device), deviceId: device.id };
    const changes = describeDeviceChanges(facts, device.settings, settings);
    return changes.length === 0
      ? []
      : [{ deviceId: device.id, before: device.settings, after: settings, changes }];
  });
  const changes = [
    ...describeChanges(current.config, config, createDeviceNamer(devices)),
    ...applied.flatMap((device) => device.changes),
  ];
  const listed = formatJobTitle(changes);
  const title = origin ? origin.formatTitle(listed, proposals) : listed;
  const jobId = work.createId();
  const values = [
    version,
    isKept ? null : JSON.stringify(config),
    work.actor,
    work.now,
    title,
    jobId,
    applied.length > 0 ? JSON.stringify(applied) : null,
  ];
  const revisions = await storeDesiredConfigurations(
    work,
    values,
    serializeDesiredConfigurations(work.services, affected),
  );
  const receivers = affected.map(({ device }) => device);
  const order = isKept ? undefined : (chooseWaves?.(receivers) ?? chooseCanaryWaves(receivers, config));
  const job = await queueConfiguration(work, {
    jobId,
    title,
    revisions,
    ...divideIntoWaves(receivers, order),
  });
  if (!isKept)
    await work.audit({
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
  { projectId, tx }: RequestWork,
  values: readonly unknown[],
  intent: string,
): Promise<ReadonlyMap<string, number>> {
  const parameters = [intent, projectId, ...values];
  return readRevisions(await tx.executeQuery(CompiledQuery.raw(STORE_DESIRED_CONFIGURATIONS, parameters)));
}
