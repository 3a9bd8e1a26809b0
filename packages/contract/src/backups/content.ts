import { z } from 'zod';
import type { Capabilities } from '../device-protocol/capabilities.ts';
import { deviceSettings } from '../device-settings/index.ts';
import { type DeviceRole, isBroadcastRole, isGatewayRole } from '../devices/index.ts';
import { type DocumentList, isSame } from '../kit/document/index.ts';
import { networkConfig, PROJECT_DOCUMENT, type ProjectContent, type ProjectItems } from '../network/index.ts';
import {
  BACKUP_PART_NAMES,
  BACKUP_PARTS,
  type BackupPart,
  type ListName,
  type PartDefinition,
} from './parts.ts';

/** Content of a backup: the part of the project's configuration that its device gets, and the settings of the device. */
export const backupContent = z.object({
  config: networkConfig,
  devices: z.array(z.object({ deviceId: z.string(), settings: deviceSettings })).max(1),
});
export type BackupContent = z.infer<typeof backupContent>;

/** A device as far as it decides which items are its own. */
export interface BackedUpDevice {
  readonly id: string;
  readonly role: DeviceRole;
  readonly caps: Pick<Capabilities, 'radios'>;
}

type OwnItem = { readonly [L in ListName]?: (item: ProjectItems[L], deviceId: string) => boolean };

/** Items of one device in lists that contain those of all devices. */
const OWN_ITEMS: OwnItem = {
  'wireless.radios': (radio, id) => radio.deviceId === id,
  'wireless.countries': (country, id) => country.deviceId === id,
  bridgeLinks: ({ baseId, clientIds }, id) => baseId === id || clientIds.includes(id),
};

/** Returns true if a device gets items of a list. */
function getsList(name: ListName, { caps, role }: BackedUpDevice): boolean {
  if (name.startsWith('devices.')) return true;
  if (name === 'bridgeLinks') return role === 'bridge-base' || role === 'bridge-client';
  const broadcasts = isBroadcastRole(role) && caps.radios.length > 0;
  return name.startsWith('wireless.') ? broadcasts : isGatewayRole(role);
}

function isOwnItem(name: ListName, item: Item, deviceId: string): boolean {
  if (name.startsWith('devices.')) return (item as { readonly deviceId: string }).deviceId === deviceId;
  const isOwn = OWN_ITEMS[name] as ((item: Item, deviceId: string) => boolean) | undefined;
  return isOwn?.(item, deviceId) ?? true;
}

type Item = ProjectItems[ListName];

/** Returns a list by its name. Callers read and write items of one list only, whose type follows from the name. */
const getList = (name: ListName) => PROJECT_DOCUMENT.lists[name] as DocumentList<ProjectContent, Item>;

const listParts = (names: readonly BackupPart[] = BACKUP_PART_NAMES) =>
  names.map((name) => [name, BACKUP_PARTS[name] as PartDefinition] as const);

export const WITHOUT_ITEMS: ProjectContent = { config: { vlans: [], dhcpPools: [] }, devices: [] };

/** Returns true if a device gets items of a part. */
export const getsPart = (part: BackupPart, device: BackedUpDevice): boolean =>
  BACKUP_PARTS[part].lists.some((name) => getsList(name, device));

/** Returns a content without all other parts. */
export const selectPart = (content: ProjectContent, part: BackupPart): ProjectContent =>
  BACKUP_PARTS[part].lists.reduce((selected: ProjectContent, name) => {
    const { read, write } = getList(name);
    const items = read(content);
    return items.length === 0 ? selected : write(selected, items);
  }, WITHOUT_ITEMS);

/** Returns the items of a project that a backup of a device contains. Secrets stay named by their ids. */
export function selectContent(content: ProjectContent, device: BackedUpDevice): ProjectContent {
  const copy = (selected: ProjectContent, name: ListName): ProjectContent => {
    const { read, write } = getList(name);
    const items = getsList(name, device)
      ? read(content).filter((item) => isOwnItem(name, item, device.id))
      : [];
    return items.length === 0 ? selected : write(selected, items);
  };
  return listParts()
    .flatMap(([, { lists }]) => lists)
    .reduce(copy, WITHOUT_ITEMS);
}

/**
 * Counts the items of each part that a device gets. A part of its own without items counts too: its restoration removes
 * what the device has now.
 */
export const countParts = (
  content: ProjectContent,
  device: BackedUpDevice,
): { readonly part: BackupPart; readonly items: number }[] =>
  listParts().flatMap(([part, { isShared = false, lists }]) => {
    const items = lists.reduce((sum, name) => sum + getList(name).read(content).length, 0);
    const isGot = lists.some((name) => getsList(name, device));
    return items > 0 || (isGot && !isShared) ? [{ part, items }] : [];
  });

/**
 * Returns a project with parts of a backup of a device instead of the present ones. Items of a shared part that the backup
 * does not have stay.
 */
export function restoreContent(
  present: ProjectContent,
  backup: ProjectContent,
  device: BackedUpDevice,
  parts: readonly BackupPart[] = BACKUP_PART_NAMES,
): ProjectContent {
  const restore = (content: ProjectContent, name: ListName, isShared: boolean): ProjectContent => {
    if (!getsList(name, device)) return content;
    const { key, read, write } = getList(name);
    const before = read(content);
    const restored = new Map(read(backup).map((item) => [key(item), item] as const));
    const kept = before.filter(
      (item) => restored.has(key(item)) || isShared || !isOwnItem(name, item, device.id),
    );
    // The items of the backup keep its order; they take the places of the present ones, and the others come last.
    const queue = [...restored.values()];
    const items = kept.map((item) => (restored.has(key(item)) ? (queue.shift() ?? item) : item));
    return isSame(before, [...items, ...queue]) ? content : write(content, [...items, ...queue]);
  };
  return listParts(parts)
    .flatMap(([, { isShared = false, lists }]) => lists.map((name) => [name, isShared] as const))
    .reduce((content, [name, isShared]) => restore(content, name, isShared), present);
}
