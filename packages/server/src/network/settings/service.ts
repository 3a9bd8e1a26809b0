import {
  checkDeviceSettings,
  type BrokenPath,
  type BulkSettings,
  getDevicePermission,
  getDeviceRefusal,
  DomainError,
  deviceSettings,
  findViolations,
  nestViolations,
  refuseViolations,
  type Job,
  NO_PORT_SETTINGS,
  type SettingsReview,
  type StagedSettings,
} from '@northlight/contract';
import { formatCanonicalJson } from '@northlight/runtime';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { type AuthorisedTx, commitRequest } from '../../platform/http/commit-request.ts';
import { getActor, getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { createMissingDeviceError, queueConfiguration } from '../../jobs/index.ts';
import { previewSettings, refuseCutOff } from '../reachability.ts';
import { mergeBulkChange } from './bulk.ts';
import { presentReview, type Proposal } from './present-review.ts';
import { type SettingsDevice, loadSettingsDevices } from './settings-devices.ts';

/** Name of the project, which confirms a change that cuts a device off from its management. */
interface Confirmation {
  readonly confirmName?: string | undefined;
}

const findBrokenPathsBy = (
  services: Services,
  tx: Tx,
  projectId: number,
  proposals: readonly Proposal[],
): Promise<BrokenPath[]> =>
  previewSettings(services, tx, projectId, new Map(proposals.map(({ after, device }) => [device.id, after])));

const present = async (
  services: Services,
  projectId: number,
  proposals: readonly Proposal[],
  refused: SettingsReview['refused'],
): Promise<SettingsReview> => ({
  ...(await presentReview(services.db, projectId, proposals, refused)),
  broken: await services.db
    .transaction()
    .execute((tx) => findBrokenPathsBy(services, tx, projectId, proposals)),
});

/** Describes the changes that staged settings would make. Stores nothing. */
export async function reviewSettings(
  services: Services,
  staged: StagedSettings,
  context: RequestContext,
): Promise<SettingsReview> {
  const { projectId } = getProjectAccess(context);
  const proposals = await readProposals(services.db, projectId, staged);
  return present(services, projectId, proposals, []);
}

/**
 * Stores settings, the devices' desired configurations, job and audit records in one transaction, then
 * pushes.
 */
export async function applySettings(
  services: Services,
  { confirmName, ...staged }: StagedSettings & Confirmation,
  context: RequestContext,
): Promise<Job> {
  return apply(services, context, confirmName, async (tx, projectId) => readProposals(tx, projectId, staged));
}

export async function reviewBulkSettings(
  services: Services,
  bulk: BulkSettings,
  context: RequestContext,
): Promise<SettingsReview> {
  const { projectId } = getProjectAccess(context);
  const { able, refused } = await buildBulkProposals(services.db, projectId, bulk);
  return present(services, projectId, able, refused);
}

export async function applyBulkSettings(
  services: Services,
  { confirmName, ...bulk }: BulkSettings & Confirmation,
  context: RequestContext,
): Promise<Job> {
  return apply(services, context, confirmName, async (tx, projectId) => {
    const { able, refused } = await buildBulkProposals(tx, projectId, bulk);
    const [first] = refused;
    if (able.length === 0)
      throw new DomainError('unsupportedFeature', first && { message: `${first.name}: ${first.reason}` });
    return able;
  });
}

/** Checks version, rules and state of every staged device. Throws all violated rules of all devices together. */
async function readProposals(
  db: DbOrTx,
  projectId: number,
  { changes }: StagedSettings,
): Promise<readonly Proposal[]> {
  const devices = await loadSettingsDevices(
    db,
    projectId,
    changes.map(({ deviceId }) => deviceId),
  );
  const missing = changes.flatMap(({ deviceId }) => (devices.has(deviceId) ? [] : [deviceId]));
  if (missing.length > 0) throw await createMissingDeviceError(db, projectId, missing);
  const proposals = changes.flatMap(({ baseVersion, deviceId, settings }, index): Proposal[] => {
    const device = devices.get(deviceId);
    if (!device) return [];
    if (device.version !== baseVersion) throw new DomainError('configConflict');
    return [{ device, after: settings, path: `changes.${index}.settings` }];
  });
  const broken = proposals.flatMap(({ device, after, path }) =>
    nestViolations(
      findViolations(deviceSettings, after, (settings) => checkDeviceSettings(settings, device)),
      path,
    ),
  );
  refuseViolations(broken);
  for (const { device } of proposals) refuseState(device, proposals.length > 1);
  return proposals;
}

/**
 * Refuses devices that are offline, busy or locally managed, because changing settings requires an online
 * device (docs/decisions/0081).
 */
function refuseState({ managed, name, state }: SettingsDevice, several: boolean): void {
  const may = getDevicePermission(state, 'configure', managed);
  if (may.allowed) return;
  throw new DomainError(getDeviceRefusal(may.code), {
    message: several ? `${name}: ${may.reason}` : may.reason,
  });
}

async function buildBulkProposals(db: DbOrTx, projectId: number, bulk: BulkSettings) {
  const devices = await loadSettingsDevices(db, projectId, bulk.deviceIds);
  if (devices.size < new Set(bulk.deviceIds).size)
    throw await createMissingDeviceError(db, projectId, bulk.deviceIds);
  const able: Proposal[] = [];
  const refused: SettingsReview['refused'] = [];
  for (const device of devices.values()) {
    const may = getDevicePermission(device.state, 'configure', device.managed);
    const after = mergeBulkChange(device.caps, device.settings, bulk);
    const [broken] = findViolations(deviceSettings, after, (settings) =>
      checkDeviceSettings(settings, device),
    );
    const unsupported =
      bulk.ports && !device.caps.features.includes('port-mode') ? NO_PORT_SETTINGS : undefined;
    const reason = may.allowed ? (unsupported ?? broken?.message) : may.reason;
    if (reason === undefined) able.push({ device, after, path: '' });
    else refused.push({ id: device.id, name: device.name, reason });
  }
  return { able, refused };
}

async function apply(
  services: Services,
  context: RequestContext,
  confirmName: string | undefined,
  propose: (tx: Tx, projectId: number) => Promise<readonly Proposal[]>,
): Promise<Job> {
  const { projectId } = getProjectAccess(context);
  return commitRequest(services, context, async (tx, after) => {
    // Locks the project's row, so that settings and the project's configuration are applied one after
    // another.
    const project = await tx
      .selectFrom('projects')
      .select('name')
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const proposals = await propose(tx, projectId);
    if (confirmName !== project.name)
      refuseCutOff(await findBrokenPathsBy(services, tx, projectId, proposals), confirmName, project.name);
    for (const proposal of proposals) await store(services, tx, projectId, proposal, context);
    const devices = proposals.map(({ device }) => device);
    const ids = devices.map(({ id }) => id);
    const revisions = await services.assignConfiguration(after, projectId, ids);
    const [only] = proposals;
    const title =
      proposals.length === 1 && only
        ? `Settings of ${only.device.name}`
        : `Settings of ${proposals.length} devices`;
    after.liveIn(projectId, 'deviceSettings');
    return queueConfiguration(after, { title, devices, revisions });
  });
}

async function store(
  services: Services,
  tx: AuthorisedTx,
  projectId: number,
  { after, device }: Proposal,
  context: RequestContext,
): Promise<void> {
  const row = {
    version: device.version + 1,
    settings: JSON.stringify(after),
    changed_by: getActor(context),
    changed_at: new Date(services.clock.now()),
  };
  await tx
    .insertInto('device_settings')
    .values({ device_id: device.id, project_id: projectId, ...row })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute();
  await auditRequest(services, tx, context, {
    action: 'device.configure',
    object: `device ${device.sn}`,
    before: formatCanonicalJson(device.settings),
    after: formatCanonicalJson(after),
  });
}
