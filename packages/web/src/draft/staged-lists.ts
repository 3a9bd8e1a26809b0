/** Lists of the network configuration, as its document defines them, and changes of single items. */
import {
  type DocumentChange,
  type DraftDevice,
  NETWORK_DOCUMENT,
  type NetworkConfig,
  type NetworkItems,
  SETTINGS_DOCUMENT,
  type SettingsItems,
} from '@northlight/contract';
import type { ItemChanges } from '../review/index.ts';
import type { ProjectDraft } from './project-draft.ts';

export type ListName = keyof NetworkItems;
export type ItemOf<L extends ListName> = NetworkItems[L];
export const LIST_NAMES = Object.keys(NETWORK_DOCUMENT.lists) as readonly ListName[];

/** Returns the key of an item, which identifies it in its list and in the URL of the page. */
export const getKey = <L extends ListName>(list: L, item: ItemOf<L>): string =>
  NETWORK_DOCUMENT.lists[list].key(item);

/** Returns the items of a list; empty when the project has none. */
export const getItems = <L extends ListName>(config: NetworkConfig, list: L): readonly ItemOf<L>[] =>
  NETWORK_DOCUMENT.lists[list].read(config);

export const replaceItems = <L extends ListName>(
  config: NetworkConfig,
  list: L,
  items: readonly ItemOf<L>[],
): NetworkConfig => NETWORK_DOCUMENT.lists[list].write(config, items);

/**
 * Returns the configuration with `next` instead of the item with the key `replaced`; adds `next` if that key
 * is undefined.
 */
export function replaceItem<L extends ListName>(
  config: NetworkConfig,
  list: L,
  next: ItemOf<L>,
  replaced: string | undefined,
): NetworkConfig {
  const items = getItems(config, list);
  const exists = items.some((item) => getKey(list, item) === replaced);
  return replaceItems(
    config,
    list,
    exists ? items.map((item) => (getKey(list, item) === replaced ? next : item)) : [...items, next],
  );
}

export const omitItem = (config: NetworkConfig, list: ListName, key: string): NetworkConfig =>
  NETWORK_DOCUMENT.apply(config, [NETWORK_DOCUMENT.remove(list, key)]);

/** Undoes the edit of one item: returns the configuration with the item and its position from the base. */
export function revertItem(
  config: NetworkConfig,
  base: NetworkConfig,
  list: ListName,
  key: string,
): NetworkConfig {
  const isOwn = (item: ItemOf<ListName>): boolean => getKey(list, item as never) === key;
  const before = getItems(base, list);
  const restored = before.find(isOwn);
  const others = getItems(config, list).filter((item) => !isOwn(item));
  if (!restored) return replaceItems(config, list, others as never);
  const position = new Map(before.map((item, index) => [getKey(list, item as never), index] as const));
  const rank = (item: ItemOf<ListName>): number => position.get(getKey(list, item as never)) ?? before.length;
  const items = [...others, restored].toSorted((one, other) => rank(one) - rank(other));
  return replaceItems(config, list, items as never);
}

/** Undoes the edits of the item whose list and key a change of the review contains. */
export function revertChange(draft: ProjectDraft, { device, path }: ItemChanges): ProjectDraft {
  if (device) return { ...draft, devices: draft.devices.map((own) => revertDevice(own, device.id, path)) };
  const [part = '', key = ''] = path;
  const list = LIST_NAMES.find((name) => name === part);
  return list ? { ...draft, config: revertItem(draft.config, draft.base, list, key) } : draft;
}

/** Undoes the edits of one port of a device, or of everything but its ports. */
function revertDevice(own: DraftDevice, id: string, [list, key]: readonly string[]): DraftDevice {
  if (own.deviceId !== id) return own;
  const isOfItem = (change: DocumentChange<SettingsItems>): boolean =>
    list === 'devices.ports'
      ? change.list === 'ports' && `${id}/${change.key}` === key
      : change.list !== 'ports';
  const undone = SETTINGS_DOCUMENT.compare(own.settings, own.base).filter(isOfItem);
  return { ...own, settings: SETTINGS_DOCUMENT.apply(own.settings, undone) };
}
