import {
  type BulkSettings,
  describeChanges,
  describeDeviceChanges,
  type DeviceSettings,
  DomainError,
  type DraftDevice,
  type NetworkConfig,
  type NetworkDraft,
  type ProjectContent,
  type RefusedDevice,
  STAGED_DEVICES_MAX,
  type StagedConfig,
  type StagedDevice,
} from '@northlight/contract';
import type { DbOrTx } from '../../platform/db/database.ts';
import { createDraftStore, type Draft, type DraftKey } from '../../platform/documents/drafts.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { readVersion } from './history.ts';
import { storeSecrets } from './secrets.ts';
import { readBulk } from '../settings/proposals.ts';
import { readConfig } from '../state.ts';
import { loadSettingsDevices, presentFacts, type SettingsDevice } from '../settings/settings-devices.ts';

export type StoredDevice = StagedDevice & { readonly base: DeviceSettings };
interface StoredContent extends ProjectContent {
  readonly devices: readonly StoredDevice[];
}

/** Drafts of the configuration of a project with the settings of its devices. */
export const networkDrafts = createDraftStore<StoredContent, NetworkConfig>('network');

export const getDraftKey = (context: RequestContext): DraftKey => ({
  projectId: getProjectAccess(context).projectId,
  accountId: getAccount(context).id,
});

async function presentDraft(
  db: DbOrTx,
  projectId: number,
  { base, baseVersion, content, updatedAt, version }: Draft<StoredContent, NetworkConfig>,
): Promise<NetworkDraft> {
  return {
    version,
    baseVersion,
    base,
    config: content.config,
    devices: await presentDraftDevices(db, projectId, content.devices),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Adds the facts of the devices to their staged settings; omits devices that have left the project. */
export async function presentDraftDevices(
  db: DbOrTx,
  projectId: number,
  staged: readonly StoredDevice[],
): Promise<DraftDevice[]> {
  const devices = await readStagedDevices(db, projectId, staged);
  return staged.flatMap((own) => {
    const device = devices.get(own.deviceId);
    return device ? [{ ...own, ...presentFacts(device) }] : [];
  });
}

const readStagedDevices = async (
  db: DbOrTx,
  projectId: number,
  staged: readonly StagedDevice[],
): Promise<ReadonlyMap<string, SettingsDevice>> =>
  staged.length === 0
    ? new Map()
    : loadSettingsDevices(
        db,
        projectId,
        staged.map(({ deviceId }) => deviceId),
      );

/** Returns the number of changes in an account's draft of a project; 0 without a draft. */
export async function countDraftChanges(db: DbOrTx, projectId: number, accountId: string): Promise<number> {
  const draft = await db
    .selectFrom('document_drafts')
    .select('changes')
    .where('document', '=', networkDrafts.document)
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return draft?.changes ?? 0;
}

export async function readDraft(context: RequestContext): Promise<{ draft?: NetworkDraft }> {
  const { db } = context.services;
  const key = getDraftKey(context);
  const draft = await networkDrafts.read(db, key);
  return draft ? { draft: await presentDraft(db, key.projectId, draft) } : {};
}

/**
 * Replaces the version of the draft that the edits are based on; without `devices`, the staged settings of devices stay.
 * Throws a conflict when another version is stored, so that two windows of one account never overwrite each other's edits.
 */
export const saveDraft = (
  context: RequestContext,
  { baseVersion, config, devices, version }: StagedConfig & { readonly version: number },
): Promise<{ draft?: NetworkDraft }> =>
  commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const base = await readBaseVersion(tx, projectId, baseVersion);
    const kept = await storeSecrets(work, config, false);
    const before = (await networkDrafts.read(tx, getDraftKey(context)))?.content.devices ?? [];
    const staged = devices ? await findBases(tx, projectId, devices, before) : before;
    return storeDraft(work, version, { base, baseVersion, content: { config: kept, devices: staged } });
  });

/** Changes fields of many devices in the caller's draft, without the devices that would refuse the change. */
export const changeDraftInBulk = (
  context: RequestContext,
  bulk: BulkSettings,
): Promise<{ draft?: NetworkDraft; refused: RefusedDevice[] }> =>
  commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const draft = (await networkDrafts.read(tx, getDraftKey(context))) ?? (await createDraft(tx, projectId));
    const staged = new Map(draft.content.devices.map((device) => [device.deviceId, device] as const));
    const getStaged = ({ id, settings, version }: SettingsDevice): StoredDevice =>
      staged.get(id) ?? { deviceId: id, baseVersion: version, base: settings, settings };
    const { proposals, refused } = await readBulk(
      tx,
      projectId,
      bulk,
      (device) => getStaged(device).settings,
    );
    for (const { after, device } of proposals)
      staged.set(device.id, { ...getStaged(device), settings: after });
    const content = { ...draft.content, devices: [...staged.values()] };
    return { ...(await storeDraft(work, draft.version, { ...draft, content })), refused };
  });

/** Returns a draft of the applied configuration without edits. */
export async function createDraft(db: DbOrTx, projectId: number) {
  const { config, version: baseVersion } = await readConfig(db, projectId);
  return { version: 0, baseVersion, base: config, content: { config, devices: [] as StoredDevice[] } };
}

/** Stores the edits as the caller's draft, without devices whose settings are not edited; deletes a draft without edits. */
export async function storeDraft(
  work: RequestWork,
  version: number,
  {
    base,
    baseVersion,
    content,
  }: Pick<Draft<StoredContent, NetworkConfig>, 'base' | 'baseVersion' | 'content'>,
): Promise<{ draft?: NetworkDraft }> {
  const { now: updatedAt, projectId, tx } = work;
  const key = getDraftKey(work.context);
  const changed = (await presentDraftDevices(tx, projectId, content.devices)).map((device) => ({
    ...device,
    changes: describeDeviceChanges(device, device.base, device.settings).length,
  }));
  const edited = new Set(changed.flatMap(({ changes, deviceId }) => (changes > 0 ? [deviceId] : [])));
  if (edited.size > STAGED_DEVICES_MAX)
    throw new DomainError('invalidParameters', {
      fields: {
        deviceIds: `A draft can change at most ${STAGED_DEVICES_MAX} devices. Apply it, then change the other devices.`,
      },
    });
  const changes = changed.reduce(
    (sum, device) => sum + device.changes,
    describeChanges(base, content.config).length,
  );
  work.live('networkDraft');
  if (changes === 0) {
    await networkDrafts.remove(tx, key, version);
    return {};
  }
  const saved = await networkDrafts.save(tx, key, version, {
    baseVersion,
    base,
    content: { ...content, devices: content.devices.filter(({ deviceId }) => edited.has(deviceId)) },
    changes,
    updatedAt,
  });
  return { draft: await presentDraft(tx, projectId, saved) };
}

/** Adds the settings that staged settings are based on: the stored ones, or those of an earlier save of the draft. */
async function findBases(
  db: DbOrTx,
  projectId: number,
  staged: readonly StagedDevice[],
  before: readonly StoredDevice[],
): Promise<readonly StoredDevice[]> {
  const devices = await readStagedDevices(db, projectId, staged);
  const fields: Record<string, string> = {};
  const found = staged.flatMap((device, index): StoredDevice[] => {
    const { baseVersion, deviceId } = device;
    const stored = devices.get(deviceId);
    if (!stored) return [];
    const saved = before.find((each) => each.deviceId === deviceId && each.baseVersion === baseVersion);
    const base = stored.version === baseVersion ? stored.settings : saved?.base;
    if (base) return [{ ...device, base }];
    fields[`devices.${index}.baseVersion`] =
      `Version ${baseVersion} of the settings of ${stored.name} is not kept. Reload the page.`;
    return [];
  });
  if (Object.keys(fields).length > 0) throw new DomainError('invalidParameters', { fields });
  return found;
}

async function readBaseVersion(db: DbOrTx, projectId: number, version: number): Promise<NetworkConfig> {
  const base = await readVersion(db, projectId, version);
  if (!base)
    throw new DomainError('invalidParameters', {
      fields: { baseVersion: `Version ${version} was never applied in this project.` },
    });
  return base;
}

/**
 * Deletes the caller's draft after it was applied. A draft with staged settings of devices stays if these were not applied
 * with it.
 */
export async function endDraft({ context, tx }: RequestWork, withDevices: boolean): Promise<void> {
  const key = getDraftKey(context);
  const left = withDevices ? undefined : await networkDrafts.read(tx, key);
  if (!left || left.content.devices.length === 0) await networkDrafts.discard(tx, key);
}

export async function discardDraft(context: RequestContext): Promise<void> {
  await commitRequest(context, async (work) => {
    await networkDrafts.discard(work.tx, getDraftKey(context));
    work.live('networkDraft');
  });
}
