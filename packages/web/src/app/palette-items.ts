import { deviceState, type Device, type OnlineClient, type Project, visibleNav } from '@northlight/contract';
import { PATHS } from '../paths.ts';
import type { Current } from './current.tsx';

export interface PaletteItem {
  readonly id: string;
  readonly group: 'Pages' | 'Actions' | 'Devices' | 'Clients' | 'Projects';
  readonly label: string;
  readonly hint?: string;
  /** What else finds it. */
  readonly words: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
}

const PER_GROUP = 6;

/** Text for finding: lower case, and addresses without their separators beside the written form. */
export function wordsOf(...parts: readonly (string | undefined)[]): string {
  const text = parts.filter(Boolean).join(' ').toLowerCase();
  return `${text} ${text.replaceAll(/[:-]/g, '')}`;
}

export function findItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const wanted = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map<string, number>();
  return items.filter((item) => {
    if (wanted.length === 0 && (item.group === 'Devices' || item.group === 'Clients')) return false;
    if (!wanted.every((word) => item.words.includes(word))) return false;
    const count = (counts.get(item.group) ?? 0) + 1;
    counts.set(item.group, count);
    return count <= PER_GROUP || item.group === 'Pages';
  });
}

export function pageItems({ session, project }: Current): PaletteItem[] {
  const pages = visibleNav(session.accessType, project?.netMode, session.menu)
    .filter(({ route }) => project || !route.startsWith('/manage/'))
    .map((item): PaletteItem => ({
      id: item.route,
      group: 'Pages',
      label: item.title,
      hint: item.parent ?? item.group,
      words: wordsOf(item.title, item.group, item.parent),
      to: item.route,
    }));
  const actions: PaletteItem[] = [];
  if (!session.visitor && session.accessType === 'web') {
    actions.push(
      action('New project', PATHS.newProject),
      action('Save as template', PATHS.templates, { dialog: 'save' }),
    );
    if (session.accessType === 'web')
      actions.push(action('Messages', PATHS.messages), action('Pending devices', PATHS.verifyDevices));
  }
  if (project && session.menu['devices']) {
    actions.push(
      action('Add a device', PATHS.devices, { dialog: 'add' }),
      action('Import devices', PATHS.devices, { dialog: 'import' }),
    );
  }
  if (project && session.menu['vlan']) actions.push(action('Add a VLAN', PATHS.vlan, { open: 'new' }));
  if (project && session.menu['dhcp']) actions.push(action('Add a DHCP pool', PATHS.dhcp, { open: 'new' }));
  if (project && session.menu['staticRoute'])
    actions.push(action('Add a static route', PATHS.staticRoute, { open: 'new' }));
  if (project && session.menu['portMapping'])
    actions.push(action('Add a port mapping', PATHS.portMapping, { open: 'new' }));
  if (project && session.menu['devices'])
    actions.push(action('Show offline devices', PATHS.devices, { filter: 'Status = Offline' }));
  actions.push(action('Help', PATHS.help), action('API reference', PATHS.helpApi));
  return [...pages, ...actions];
}

function action(label: string, to: string, search: PaletteItem['search'] = {}): PaletteItem {
  return { id: label, group: 'Actions', label, words: wordsOf(label), to, search };
}

export function projectItems(projects: readonly Project[]): PaletteItem[] {
  return projects.map((project) => ({
    id: `project-${project.id}`,
    group: 'Projects',
    label: project.name,
    hint: `${project.devicesOnline}/${project.deviceCount} online`,
    words: wordsOf(project.name, project.city, project.country),
    to: PATHS.devices,
    search: { project: project.id },
  }));
}

export function deviceItems(devices: readonly Device[]): PaletteItem[] {
  return devices.map((device) => ({
    id: device.id,
    group: 'Devices',
    label: device.name,
    hint: `${device.modelName} · ${device.waiting ? 'Waiting' : deviceState(device.state).label}`,
    words: wordsOf(device.name, device.sn, device.mac, device.ip, device.model),
    to: PATHS.devices,
    search: { open: device.id },
  }));
}

export function clientItems(clients: readonly OnlineClient[]): PaletteItem[] {
  return clients.map((client) => ({
    id: client.mac,
    group: 'Clients',
    label: client.name || client.mac,
    hint: client.ip ?? client.mac,
    words: wordsOf(client.name, client.mac, client.ip),
    to: PATHS.clients,
    search: { open: client.mac },
  }));
}
