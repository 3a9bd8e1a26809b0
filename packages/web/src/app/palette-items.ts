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
    if (terms.length === 0 && (item.group === 'Devices' || item.group === 'Clients')) return false;
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
      to: item.route,
    }));
  const actions: PaletteItem[] = [];
  if (!session.visitor && session.accessType === 'web') {
    actions.push(
      createAction('New project', PATHS.newProject),
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
  actions.push(createAction('Help', PATHS.help), createAction('API reference', PATHS.helpApi));
  return [...pages, ...actions];
}

function createAction(label: string, to: string, search: PaletteItem['search'] = {}): PaletteItem {
  return { id: label, group: 'Actions', label, searchText: toSearchText(label), to, search };
}

export function listProjectItems(projects: readonly Project[]): PaletteItem[] {
  return projects.map((project) => ({
    id: `project-${project.id}`,
    group: 'Projects',
    label: project.name,
    hint: `${project.devicesOnline}/${project.deviceCount} online`,
    searchText: toSearchText(project.name, project.city, project.country),
    to: PATHS.devices,
    search: { project: project.id },
  }));
}

export function listDeviceItems(devices: readonly Device[]): PaletteItem[] {
  return devices.map((device) => ({
    id: device.id,
    group: 'Devices',
    label: device.name,
    hint: `${device.modelName} · ${device.waiting ? 'Waiting' : getDeviceState(device.state).label}`,
    searchText: toSearchText(device.name, device.sn, device.mac, device.ip, device.model),
    to: PATHS.devices,
    search: { open: device.id },
  }));
}

export function listClientItems(clients: readonly OnlineClient[]): PaletteItem[] {
  return clients.map((client) => ({
    id: client.mac,
    group: 'Clients',
    label: client.name || client.mac,
    hint: client.ip ?? client.mac,
    searchText: toSearchText(client.name, client.mac, client.ip),
    to: PATHS.clients,
    search: { open: client.mac },
  }));
}
