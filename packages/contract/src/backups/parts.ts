import { z } from 'zod';
import type { ProjectItems } from '../network/index.ts';

/** Lists of the configuration of a project. */
export type ListName = keyof ProjectItems;

export interface PartDefinition {
  readonly title: string;
  readonly lists: readonly ListName[];
  /** Set if other devices get these items too: a restoration adds and replaces them, and removes none. */
  readonly isShared?: true;
}

/** Parts of a backup, which can be restored one by one. */
export const BACKUP_PARTS = {
  internet: { title: 'Internet and LAN', lists: ['wan', 'lan'] },
  vlans: { title: 'VLANs and DHCP', lists: ['vlans', 'dhcpPools'] },
  routes: { title: 'Static routes', lists: ['staticRoutes'] },
  mappings: { title: 'Port mappings', lists: ['portMappings'] },
  limits: { title: 'Limits of clients', lists: ['clientLimits'] },
  policies: {
    title: 'Wi-Fi networks and blacklist',
    lists: ['wireless.policies', 'wireless.blacklist'],
    isShared: true,
  },
  radios: { title: 'Radios and country', lists: ['wireless.radios', 'wireless.countries'] },
  links: { title: 'Bridge links', lists: ['bridgeLinks'] },
  ports: { title: 'Ports', lists: ['devices.ports', 'devices.lags', 'devices.mirror'] },
  spanningTree: { title: 'Spanning tree', lists: ['devices.spanningTree'] },
  management: { title: 'Management address', lists: ['devices.management'] },
  mesh: { title: 'Preferred parent', lists: ['devices.mesh'] },
} as const satisfies Readonly<Record<string, PartDefinition>>;
export type BackupPart = keyof typeof BACKUP_PARTS;
export const BACKUP_PART_NAMES = Object.keys(BACKUP_PARTS) as [BackupPart, ...BackupPart[]];
export const backupPart = z.enum(BACKUP_PART_NAMES);
