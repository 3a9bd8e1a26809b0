import type { AccessType } from './kit/access.ts';
import { NET_MODES } from './projects/schema.ts';

export type NavGroup = 'Overview' | 'Network' | 'Config' | 'Data' | 'Tool';

export interface NavItem {
  /** Name of the flag in the session that shows the item; an absent flag counts as false. */
  readonly flag: string;
  readonly route: string;
  readonly title: string;
  readonly group: NavGroup;
  /** Heading of the second level, such as Visualization or Gateway. */
  readonly parent?: string;
  readonly access: readonly AccessType[];
  readonly modes: readonly number[];
  readonly beta?: true;
  /** Set for items that visitors of the demo do not see. */
  readonly accountOnly?: true;
}

const BOTH: readonly AccessType[] = ['web', 'openapi'];
const WEB: readonly AccessType[] = ['web'];
const ANY_MODE: readonly number[] = [NET_MODES.wlan, NET_MODES.mesh];
const WLAN_ONLY: readonly number[] = [NET_MODES.wlan];

/** Screens and routes of specification §2, in menu order. */
export const NAV: readonly NavItem[] = [
  {
    flag: 'overview',
    route: '/overview/preview',
    title: 'Overview',
    group: 'Overview',
    access: WEB,
    modes: ANY_MODE,
  },
  {
    flag: 'projectList',
    route: '/overview/list',
    title: 'Projects',
    group: 'Overview',
    access: WEB,
    modes: ANY_MODE,
  },
  {
    flag: 'dataScreen',
    route: '/overview/preview/datascreen',
    title: 'Data screen',
    group: 'Overview',
    access: WEB,
    modes: ANY_MODE,
  },
  {
    flag: 'templates',
    route: '/templates',
    title: 'Templates',
    group: 'Overview',
    access: WEB,
    modes: ANY_MODE,
    accountOnly: true,
  },
  {
    flag: 'status',
    route: '/manage/status',
    title: 'Status',
    group: 'Network',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'wifiMap',
    route: '/manage/visualization/td',
    title: 'Wi-Fi Map',
    group: 'Network',
    parent: 'Visualization',
    access: WEB,
    modes: ANY_MODE,
    beta: true,
  },
  {
    flag: 'topology',
    route: '/manage/visualization/topo',
    title: 'Network Topology',
    group: 'Network',
    parent: 'Visualization',
    access: WEB,
    modes: ANY_MODE,
    beta: true,
  },
  {
    flag: 'devices',
    route: '/manage/devconf',
    title: 'Device Maintenance',
    group: 'Config',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'internet',
    route: '/manage/networkconf/netset',
    title: 'Internet',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'vlan',
    route: '/manage/networkconf/vlan',
    title: 'VLAN',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'dhcp',
    route: '/manage/networkconf/dhcp',
    title: 'DHCP Policy',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'staticRoute',
    route: '/manage/networkconf/static',
    title: 'Static Route',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'routeTable',
    route: '/manage/networkconf/router',
    title: 'Route Table',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'portMapping',
    route: '/manage/networkconf/port',
    title: 'Port Mapping',
    group: 'Config',
    parent: 'Gateway',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'wireless',
    route: '/manage/wirelessconf',
    title: 'Wireless',
    group: 'Config',
    access: WEB,
    modes: ANY_MODE,
  },
  {
    flag: 'rf',
    route: '/manage/rfconf',
    title: 'RF Optimization',
    group: 'Config',
    access: WEB,
    modes: WLAN_ONLY,
  },
  {
    flag: 'deviceData',
    route: '/manage/devsrunstat',
    title: 'Device Data',
    group: 'Data',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'clientData',
    route: '/manage/onlinestat',
    title: 'Client Data',
    group: 'Data',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'clients',
    route: '/manage/onlinelist',
    title: 'Client List',
    group: 'Data',
    access: BOTH,
    modes: ANY_MODE,
  },
  {
    flag: 'sharing',
    route: '/manage/authority',
    title: 'Permission sharing',
    group: 'Tool',
    access: WEB,
    modes: ANY_MODE,
  },
  { flag: 'log', route: '/manage/runlog', title: 'Log', group: 'Tool', access: BOTH, modes: ANY_MODE },
  {
    flag: 'alarms',
    route: '/manage/alarminfo',
    title: 'Alarm',
    group: 'Tool',
    access: BOTH,
    modes: ANY_MODE,
  },
  { flag: 'backup', route: '/manage/backup', title: 'Backup', group: 'Tool', access: BOTH, modes: WLAN_ONLY },
  {
    flag: 'sandbox',
    route: '/manage/sandbox',
    title: 'Sandbox',
    group: 'Tool',
    access: WEB,
    modes: ANY_MODE,
    accountOnly: true,
  },
];

/** Flags of screens that exist. All other flags are false, and their paths return not-found. */
export const BUILT_FLAGS: readonly string[] = [
  'overview',
  'projectList',
  'dataScreen',
  'templates',
  'status',
  'topology',
  'wifiMap',
  'devices',
  'internet',
  'vlan',
  'dhcp',
  'staticRoute',
  'routeTable',
  'portMapping',
  'wireless',
  'rf',
  'backup',
  'sandbox',
  'deviceData',
  'clientData',
  'clients',
  'alarms',
  'sharing',
  'log',
];

/** Lists the visible menu items by access type, network mode and menu flag. */
export function listVisibleNav(
  access: AccessType,
  mode: number | undefined,
  flags: Readonly<Record<string, boolean>>,
): NavItem[] {
  return NAV.filter(
    (item) =>
      item.access.includes(access) &&
      (mode === undefined || item.modes.includes(mode)) &&
      flags[item.flag] === true,
  );
}

const LANDING_GROUPS: readonly NavGroup[] = ['Network', 'Config', 'Data', 'Tool'];

/**
 * Returns the first page after a sign-in (specification §2): the overview for the console, otherwise the
 * first permitted page of the four groups.
 */
export function findLandingRoute(
  access: AccessType,
  mode: number | undefined,
  flags: Readonly<Record<string, boolean>>,
): string {
  if (access === 'web') return '/overview/preview';
  const items = listVisibleNav(access, mode, flags);
  const first = LANDING_GROUPS.flatMap((group) => items.filter((item) => item.group === group))[0];
  return first?.route ?? '/help';
}
