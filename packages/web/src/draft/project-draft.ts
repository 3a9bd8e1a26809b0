import {
  type DocumentVersions,
  type DraftDevice,
  type EditSide,
  getSettings,
  isSame,
  NETWORK_DOCUMENT,
  type NetworkConfig,
  PROJECT_DOCUMENT,
  type ProjectContent,
  SETTINGS_DOCUMENT,
  type StagedConfig,
} from '@northlight/contract';
import type { ListName } from './staged-lists.ts';

/** An applied configuration and its version. */
export interface Applied {
  readonly version: number;
  readonly config: NetworkConfig;
}

/** Edits of a project: its configuration, and the settings of single devices. */
export interface ProjectDraft {
  /** Version of the configuration that the edits are based on. */
  readonly baseVersion: number;
  readonly base: NetworkConfig;
  readonly config: NetworkConfig;
  readonly devices: readonly DraftDevice[];
}

export const createProjectDraft = ({ config, version }: Applied): ProjectDraft => ({
  baseVersion: version,
  base: config,
  config,
  devices: [],
});

/** Returns the part of a draft that is saved, reviewed and applied. */
export const toStagedConfig = ({ baseVersion, config, devices }: ProjectDraft): StagedConfig => ({
  baseVersion,
  config,
  devices: devices.map((device) => ({
    deviceId: device.deviceId,
    baseVersion: device.baseVersion,
    settings: device.settings,
  })),
});

export type Mark = 'new' | 'changed' | undefined;

/** Returns `new` or `changed` for an item that differs from the base; undefined for an unchanged item. */
export function getMark<T>(item: T, base: readonly T[], key: (item: T) => string | number): Mark {
  const before = base.find((each) => key(each) === key(item));
  if (!before) return 'new';
  return isSame(before, item) ? undefined : 'changed';
}

/** Returns the mark of an item by its key; `new` if the draft does not contain the item. */
export function markOfKey(
  { base, config }: Pick<ProjectDraft, 'base' | 'config'>,
  list: ListName,
  key: string,
): Mark {
  const [before, item] = [base, config].map((each) => NETWORK_DOCUMENT.find(each, { list, key }));
  if (!item || !before) return 'new';
  return isSame(before, item) ? undefined : 'changed';
}

const toContent = (
  config: NetworkConfig,
  devices: readonly DraftDevice[],
  settings: 'base' | 'settings' | 'stored',
): ProjectContent => ({
  config,
  devices: devices.map(({ deviceId, [settings]: own }) => ({ deviceId, settings: own })),
});

/** Returns the content before the edits, with the edits, and as it is applied now. */
export const getVersions = (
  { base, config, devices }: ProjectDraft,
  applied: NetworkConfig,
): DocumentVersions<ProjectContent> => ({
  base: toContent(base, devices, 'base'),
  own: toContent(config, devices, 'settings'),
  saved: toContent(applied, devices, 'stored'),
});

const onStored = (device: DraftDevice, settings: DraftDevice['settings']): DraftDevice => ({
  ...device,
  baseVersion: device.version,
  base: device.stored,
  settings,
});

/** Applies the edits to the configuration that others applied since they began; the draft wins by default. */
export function rebaseOnApplied(
  draft: ProjectDraft,
  applied: Applied,
  choose?: (address: string) => EditSide,
): ProjectDraft {
  const { content } = PROJECT_DOCUMENT.merge(getVersions(draft, applied.config), choose);
  return {
    ...createProjectDraft(applied),
    config: content.config,
    devices: draft.devices.map((device) => onStored(device, getSettings(content, device.deviceId))),
  };
}

/** Bases the settings of a device on the stored ones; leaves them if both sides have changed the same item. */
export function followStored(device: DraftDevice): DraftDevice {
  if (device.version === device.baseVersion) return device;
  const { base, settings: own, stored: saved } = device;
  const { conflicts, content } = SETTINGS_DOCUMENT.merge({ base, own, saved });
  return conflicts.length > 0 ? device : onStored(device, content);
}

/** Bases a draft without edits of the network on the applied configuration, and devices on their stored settings. */
export const followApplied = (draft: ProjectDraft, applied: Applied): ProjectDraft => ({
  ...(isSame(draft.base, draft.config) ? createProjectDraft(applied) : draft),
  devices: draft.devices.map(followStored),
});

export const isEdited = ({ base, config, devices }: ProjectDraft): boolean =>
  devices.length > 0 || !isSame(base, config);

export const isDeviceEdited = ({ base, settings }: DraftDevice): boolean =>
  SETTINGS_DOCUMENT.compare(base, settings).length > 0;

/** Returns the draft with the settings of a device; without the device if these are not edited. */
export const stageDevice = (draft: ProjectDraft, device: DraftDevice): ProjectDraft => ({
  ...draft,
  devices: [
    ...draft.devices.filter(({ deviceId }) => deviceId !== device.deviceId),
    ...(isDeviceEdited(device) ? [device] : []),
  ],
});

/** Applies the edits that lead from one draft to another to the draft of another window of the account. */
export function rebaseOnSaved(
  { before, own }: { readonly before: ProjectDraft; readonly own: ProjectDraft },
  saved: ProjectDraft,
): ProjectDraft {
  const known = [
    ...new Map(
      [...before.devices, ...own.devices, ...saved.devices].map(
        (device) => [device.deviceId, device] as const,
      ),
    ).values(),
  ];
  // A draft that does not contain a device leaves its settings as they are stored.
  const toWhole = ({ config, devices }: ProjectDraft): ProjectContent => ({
    config,
    devices: known.map(({ deviceId, stored }) => ({
      deviceId,
      settings: devices.find((each) => each.deviceId === deviceId)?.settings ?? stored,
    })),
  });
  const { content } = PROJECT_DOCUMENT.merge({
    base: toWhole(before),
    own: toWhole(own),
    saved: toWhole(saved),
  });
  return {
    ...saved,
    config: content.config,
    devices: known
      .map((device) => ({ ...device, settings: getSettings(content, device.deviceId) }))
      .filter(isDeviceEdited),
  };
}
