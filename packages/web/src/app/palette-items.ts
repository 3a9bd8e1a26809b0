import {
  getDeviceState,
  type Device,
  type OnlineClient,
  type Project,
  listVisibleNav,
} from '@northlight/contract';
import { PATHS } from '../paths.ts';
import type { Current } from './shell-context.tsx';

export interface PaletteItem {
  readonly id: string;
  readonly group: 'Pages' | 'Actions' | 'Devices' | 'Clients' | 'Projects';
  readonly label: string;
  readonly hint?: string;
  /** Text that the palette searches, in lower case. */
  readonly searchText: string;
  /** Flag of the page in the session, which selects its icon. */
  readonly flag?: string;
  /** Shown for a matching query only. */
  readonly needsQuery?: boolean;
  readonly target: PaletteAddress | PaletteCommand;
}

/** Command that the palette runs itself instead of opening a page. */
export type PaletteCommand =
  | { readonly command: 'switch-scheme' | 'show-shortcuts' | 'sign-out' }
  | { readonly command: 'restart'; readonly device: Device };

export interface PaletteAddress {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
}

const MAX_PER_GROUP = 6;

/**
 * Joins texts for the search in lower case, followed by the same text without `:` and `-`, so that addresses
 * are found in any notation.
 */
export function toSearchText(...parts: readonly (string | undefined)[]): string {
  const text = parts.filter(Boolean).join(' ').toLowerCase();
  return `${text} ${text.replaceAll(/[:-]/g, '')}`;
}

export function findItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const terms = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map<string, number>();
  return items.filter((item) => {
    if (terms.length === 0 && item.needsQuery) return false;
    if (!terms.every((term) => item.searchText.includes(term))) return false;
    const count = (counts.get(item.group) ?? 0) + 1;
    counts.set(item.group, count);
    return count <= MAX_PER_GROUP || item.group === 'Pages';
  });
}

export function listPageItems({ session, project }: Current): PaletteItem[] {
  const pages = listVisibleNav(session.accessType, project?.netMode, session.menu)
    .filter(({ route }) => project || !route.startsWith('/manage/'))
    .map((item): PaletteItem => ({
      id: item.route,
      group: 'Pages',
      label: item.title,
      hint: item.parent ?? item.group,
      searchText: toSearchText(item.title, item.group, item.parent),
      flag: item.flag,
      target: { to: item.route },
    }));
  const actions: PaletteItem[] = [];
  if (!session.visitor && session.accessType === 'web') {
    actions.push(
      createAction('Create project', PATHS.newProject),
      createAction('Save as template', PATHS.templates, { dialog: 'save' }),
    );
    if (session.accessType === 'web')
      actions.push(
        createAction('Messages', PATHS.messages),
        createAction('Pending devices', PATHS.verifyDevices),
      );
  }
  if (project && session.menu['devices']) {
    actions.push(createAction('Add devices', PATHS.devices, { dialog: 'add' }));
  }
  if (project && session.menu['vlan']) actions.push(createAction('Add VLAN', PATHS.vlan, { open: 'new' }));
  if (project && session.menu['dhcp'])
    actions.push(createAction('Add DHCP pool', PATHS.dhcp, { open: 'new' }));
  if (project && session.menu['staticRoute'])
    actions.push(createAction('Add static route', PATHS.staticRoute, { open: 'new' }));
  if (project && session.menu['portMapping'])
    actions.push(createAction('Add port mapping', PATHS.portMapping, { open: 'new' }));
  if (project && session.menu['devices'])
    actions.push(createAction('Show offline devices', PATHS.devices, { filter: 'Status = Offline' }));
  const staging = (['vlan', 'wireless'] as const).find((flag) => session.menu[flag]);
  if (project && staging)
    actions.push(
      createCommand(
        'Review and apply changes',
        { to: PATHS[staging], search: { dialog: 'review' } },
        'draft staged configuration',
      ),
    );
  actions.push(createAction('Help', PATHS.help), createAction('API reference', PATHS.helpApi));
  return [...pages, ...actions];
}

const createAction = (label: string, to: string, search: PaletteAddress['search'] = {}): PaletteItem =>
  createCommand(label, { to, search });

/** Returns an action that is found by its label and by its synonyms. */
export const createCommand = (
  label: string,
  target: PaletteItem['target'],
  synonyms?: string,
): PaletteItem => ({
  id: label,
  group: 'Actions',
  label,
  searchText: toSearchText(label, synonyms),
  target,
});

/** Returns the commands that need no project. `schemeLabel` names the change of the colour scheme. */
export const listGeneralCommands = (schemeLabel: string): PaletteItem[] => [
  createCommand(schemeLabel, { command: 'switch-scheme' }, 'dark light theme colour'),
  createCommand('Keyboard shortcuts', { command: 'show-shortcuts' }),
  createCommand('Sign out', { command: 'sign-out' }, 'log out'),
];

/** Returns an action for each device that can be restarted. */
export const listRestartItems = (devices: readonly Device[]): PaletteItem[] =>
  devices
    .filter(({ can }) => can.restart.allowed)
    .map((device) => ({
      ...createCommand(`Restart ${device.name}`, { command: 'restart', device }, 'reboot'),
      id: `restart-${device.id}`,
      needsQuery: true,
    }));

export function listProjectItems(projects: readonly Project[]): PaletteItem[] {
  return projects.map((project) => ({
    id: `project-${project.id}`,
    group: 'Projects',
    label: project.name,
    hint: `${project.devicesOnline}/${project.deviceCount} online`,
    searchText: toSearchText(project.name, project.city, project.country),
    target: { to: PATHS.devices, search: { project: project.id } },
  }));
}

export function listDeviceItems(devices: readonly Device[]): PaletteItem[] {
  return devices.map((device) => ({
    id: device.id,
    group: 'Devices',
    label: device.name,
    hint: `${device.modelName} · ${device.waiting ? 'Waiting' : getDeviceState(device.state).label}`,
    searchText: toSearchText(device.name, device.sn, device.mac, device.ip, device.model),
    needsQuery: true,
    target: { to: PATHS.devices, search: { open: device.id } },
  }));
}

export function listClientItems(clients: readonly OnlineClient[]): PaletteItem[] {
  return clients.map((client) => ({
    id: client.mac,
    group: 'Clients',
    label: client.name || client.mac,
    hint: client.ip ?? client.mac,
    searchText: toSearchText(client.name, client.mac, client.ip),
    needsQuery: true,
    target: { to: PATHS.clients, search: { open: client.mac } },
  }));
}
