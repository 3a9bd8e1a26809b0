import {
  describeProjectChanges,
  DomainError,
  getSettings,
  isSame,
  PROJECT_DOCUMENT,
  type ProjectContent,
} from '@northlight/contract';
import type { RequestWork } from '../../platform/http/commit-request.ts';
import { loadSettingsDevices, presentFacts } from '../settings/settings-devices.ts';
import { getDraftKey, networkDrafts, storeDraft, type StoredDevice } from './drafts.ts';

/** Edits of a project that were made elsewhere, such as in a sandbox. */
export interface ForeignEdits {
  /** Version of the configuration that the edits began with, and its content with the settings of all devices. */
  readonly baseVersion: number;
  readonly base: ProjectContent;
  /** Versions of these settings by device; 0 for a device without settings. */
  readonly settingVersions: Readonly<Record<string, number>>;
  /** Content with the edits; its secrets are stored. */
  readonly own: ProjectContent;
}

/** Number of items that a conflict names. */
const SHOWN_CONFLICTS = 3;

/**
 * Adds edits to the caller's draft of the request's project, so that they can be reviewed and merged like other edits.
 * Throws `configConflict` if the draft changes the same items in another way. Returns the number of edited items.
 */
export async function addEdits(work: RequestWork, edits: ForeignEdits): Promise<number> {
  const { projectId, tx } = work;
  const { own } = edits;
  const changes = PROJECT_DOCUMENT.compare(edits.base, own);
  if (changes.length === 0) return 0;
  const present = await loadSettingsDevices(tx, projectId, [
    ...new Set([...edits.base.devices, ...own.devices].map(({ deviceId }) => deviceId)),
  ]);
  const draft = await networkDrafts.read(tx, getDraftKey(work.context));
  const staged = new Map(draft?.content.devices.map((device) => [device.deviceId, device] as const));
  const changedIds = [...present.keys()].filter(
    (id) => !isSame(getSettings(edits.base, id), getSettings(own, id)),
  );
  const stage = (id: string): StoredDevice =>
    staged.get(id) ?? {
      deviceId: id,
      baseVersion: edits.settingVersions[id] ?? 0,
      base: getSettings(edits.base, id),
      settings: getSettings(edits.base, id),
    };
  const saved = {
    config: draft?.content.config ?? edits.base.config,
    devices: changedIds.map((id) => ({ deviceId: id, settings: stage(id).settings })),
  };
  const only = (content: ProjectContent): ProjectContent => ({
    config: content.config,
    devices: changedIds.map((id) => ({ deviceId: id, settings: getSettings(content, id) })),
  });
  const { conflicts, content } = PROJECT_DOCUMENT.merge({ base: only(edits.base), own: only(own), saved });
  if (conflicts.length > 0) {
    const facts = [...present.values()].map((each) => ({ ...presentFacts(each), deviceId: each.id }));
    const mine = PROJECT_DOCUMENT.apply(
      only(edits.base),
      conflicts.map((conflict) => conflict.mine),
    );
    const items = describeProjectChanges(only(edits.base), mine, facts).map(
      ({ item, setting }) => item || setting,
    );
    throw createEditConflict([...new Set(items)]);
  }
  const merged = new Map(staged);
  for (const id of changedIds) merged.set(id, { ...stage(id), settings: getSettings(content, id) });
  await storeDraft(work, draft?.version ?? 0, {
    base: draft?.base ?? edits.base.config,
    baseVersion: draft?.baseVersion ?? edits.baseVersion,
    content: { config: content.config, devices: [...merged.values()] },
  });
  return changes.length;
}

const createEditConflict = (items: readonly string[]): DomainError =>
  new DomainError('configConflict', {
    message: `Your draft changes the same items in another way: ${items.slice(0, SHOWN_CONFLICTS).join(', ')}${
      items.length > SHOWN_CONFLICTS ? ` and ${items.length - SHOWN_CONFLICTS} more` : ''
    }. Apply or discard it first.`,
  });
