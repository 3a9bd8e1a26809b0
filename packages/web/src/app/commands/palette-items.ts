import {
  getDeviceState,
  type Device,
  LAN_VLAN_ID,
  type NavItem,
  type NetworkConfig,
  type OnlineClient,
  type Project,
  listVisibleNav,
} from '@northlight/contract';
import { createTextSearch, parseMacPart } from '@northlight/contract/net';
import { PATHS } from '../../paths.ts';
import type { Current } from '../shell-context.tsx';

export interface PaletteItem {
  readonly id: string;
  readonly group: 'Recent' | 'Pages' | 'Actions' | 'Devices' | 'Clients' | 'Network' | 'Projects';
  /** Group of a recent choice, which selects its icon. */
  readonly origin?: PaletteItem['group'];
  readonly label: string;
  readonly hint?: string;
  /** Text that the palette searches. */
  readonly searchText: string;
  /** Flag of the page in the session, which selects its icon. */
  readonly flag?: string;
  /** Kind of the device, which selects its icon. */
  readonly kind?: Device['kind'];
  /** Reason why the item cannot be chosen; it replaces the hint. */
  readonly reason?: string;
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

/** Joins texts for the search. */
export const toSearchText = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(' ');

export function findItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const terms = query.trim().split(/\s+/).filter(Boolean);
  const searches = terms.map(createTextSearch);
  // A MAC address can have blanks between its digits.
  const wholeSearch = parseMacPart(query) === undefined ? undefined : createTextSearch(query);
  const counts = new Map<string, number>();
  const found = items.filter((item) => {
    if (terms.length === 0 && item.needsQuery) return false;
    const isMatch = searches.every((contains) => contains(item.searchText));
    if (!isMatch && wholeSearch?.(item.searchText) !== true) return false;
    const count = (counts.get(item.group) ?? 0) + 1;
    counts.set(item.group, count);
    return count <= MAX_PER_GROUP || item.group === 'Pages';
  });
  return [
    ...found,
    ...LISTS.flatMap(({ group, noun, to }): PaletteItem[] => {
      const count = counts.get(group) ?? 0;
      if (count <= MAX_PER_GROUP) return [];
      const label = `Show all ${count} ${noun}`;
      const search = terms.length === 0 ? {} : { filter: query.trim() };
      return [{ id: `all-${group}`, group, label, searchText: '', target: { to, search } }];
    }),
  ];
}

/** Lists that show every match of a group. */
const LISTS = [
  { group: 'Devices', noun: 'devices', to: PATHS.devices },
  { group: 'Clients', noun: 'clients', to: PATHS.clients },
  { group: 'Projects', noun: 'projects', to: PATHS.projects },
] as const;

/** Maximum number of items in the group of recent choices. */
export const RECENT_MAX = 5;

/** Returns the items that the user chose last, newest first, for a palette without a query. */
export function listRecentItems(items: readonly PaletteItem[], ids: readonly string[]): PaletteItem[] {
  return ids.flatMap((id) => {
    const item = items.find((each) => each.id === id && each.reason === undefined);
    return item ? [{ ...item, id: `recent-${id}`, group: 'Recent' as const, origin: item.group }] : [];
  });
}

/** Returns the ids of recent choices after another choice. */
export const addRecentId = (ids: readonly string[], id: string): string[] => {
  const own = id.replace(/^recent-/, '');
  return [own, ...ids.filter((each) => each !== own)].slice(0, RECENT_MAX);
};

export function listPageItems({ session, project }: Current): PaletteItem[] {
  const pages = listVisibleNav(session.accessType, project?.netMode, session.menu)
    .filter(({ route }) => project || !route.startsWith('/manage/'))
    .map((item): PaletteItem => ({
      id: item.route,
      group: 'Pages',
      label: item.title,
      ...nameMenuPlace(item),
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
  const write = project?.can.write;
  const reason = write && !write.allowed ? write.reason : undefined;
  for (const { flag, label, search, to } of project ? WRITING_ACTIONS : [])
    if (session.menu[flag]) actions.push({ ...createAction(label, to, search), ...(reason && { reason }) });
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

/** Returns the menu entry above a page, unless it has the name of the page. */
function nameMenuPlace({ group, parent, title }: NavItem): Pick<PaletteItem, 'hint'> {
  const hint = parent ?? group;
  return hint === title ? {} : { hint };
}

/** Actions that change the project. */
const WRITING_ACTIONS = [
  { flag: 'devices', label: 'Add devices', to: PATHS.devices, search: { dialog: 'add' } },
  { flag: 'vlan', label: 'Add VLAN', to: PATHS.vlan, search: { open: 'new' } },
  { flag: 'dhcp', label: 'Add DHCP pool', to: PATHS.dhcp, search: { open: 'new' } },
  { flag: 'staticRoute', label: 'Add static route', to: PATHS.staticRoute, search: { open: 'new' } },
  { flag: 'portMapping', label: 'Add port mapping', to: PATHS.portMapping, search: { open: 'new' } },
] as const;

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
    kind: device.kind,
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

/** Returns the Wi-Fi networks, VLANs, pools, routes and mappings of a configuration. */
export function listNetworkItems(config: NetworkConfig): PaletteItem[] {
  const { dhcpPools, lan, portMappings = [], staticRoutes = [], vlans } = config;
  const { policies = [] } = config.wireless ?? {};
  const toItem = (
    hint: string,
    to: string,
    open: string,
    label: string,
    ...searched: readonly (string | undefined)[]
  ): PaletteItem => ({
    id: `${to} ${open}`,
    group: 'Network',
    label,
    hint,
    searchText: toSearchText(hint, label, ...searched),
    needsQuery: true,
    target: { to, search: { open } },
  });
  return [
    ...policies.map(({ id, name, ssid, ssid5g }) =>
      toItem('Wi-Fi network', PATHS.wireless, id, ssid, name, ssid5g),
    ),
    ...(lan ? [toItem('VLAN', PATHS.vlan, 'lan', `${LAN_VLAN_ID} LAN`, lan.ip)] : []),
    ...vlans.map(({ id, ip, name }) => toItem('VLAN', PATHS.vlan, String(id), `${id} ${name}`, ip)),
    ...dhcpPools.map(({ end, name, start, vlanId }) =>
      toItem('DHCP pool', PATHS.dhcp, name, name, start, end, `VLAN ${vlanId}`),
    ),
    ...staticRoutes.map(({ destination, name, nextHop }) =>
      toItem('Static route', PATHS.staticRoute, name, name, destination, nextHop),
    ),
    ...portMappings.map(({ internalIp, name }) =>
      toItem('Port mapping', PATHS.portMapping, name, name, internalIp),
    ),
  ];
}
