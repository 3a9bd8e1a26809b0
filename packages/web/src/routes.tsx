import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { RootErrorPage } from './app/ErrorPage.tsx';
import { guardDataScreen, guardShell, isDisplayHash } from './app/guards.ts';
import { NotFoundPage } from './app/NotFoundPage.tsx';
import type { PageData } from './app/page-data.ts';
import { createQuery } from './kit/api/index.ts';
import { parseAppSearch } from './kit/url-state.ts';
import { PATHS } from './paths.ts';

interface RouterContext {
  readonly queryClient: QueryClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageData {}
}

const root = createRootRouteWithContext<RouterContext>()({
  validateSearch: parseAppSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
  errorComponent: RootErrorPage,
  notFoundComponent: NotFoundPage,
});

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.overview, replace: true });
  },
});

export const loadShell = () => import('./app/shell/Shell.tsx');
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ context, location, search }) =>
    guardShell({ client: context.queryClient, search, pathname: location.pathname, href: location.href }),
  component: lazyRouteComponent(loadShell, 'Shell'),
  errorComponent: RootErrorPage,
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: PATHS.overview,
  component: lazyRouteComponent(() => import('./projects/overview/OverviewPage.tsx'), 'OverviewPage'),
  staticData: { flag: 'overview', title: 'Overview' },
});
/**
 * The data screen is outside the shell, because it has no menu and displays authenticate with the token in
 * the hash.
 */
const dataScreen = createRoute({
  getParentRoute: () => root,
  path: PATHS.dataScreen,
  beforeLoad: ({ context, location }) =>
    isDisplayHash(location.hash) ? undefined : guardDataScreen(context.queryClient, location.href),
  component: lazyRouteComponent(() => import('./projects/data-screen/DataScreenPage.tsx'), 'DataScreenPage'),
  errorComponent: RootErrorPage,
  staticData: { flag: 'dataScreen', title: 'Data screen' },
});
const projects = createRoute({
  getParentRoute: () => shell,
  path: PATHS.projects,
  component: lazyRouteComponent(() => import('./projects/list/ProjectListPage.tsx'), 'ProjectListPage'),
  staticData: { flag: 'projectList', title: 'Projects' },
});
const newProject = createRoute({
  getParentRoute: () => shell,
  path: PATHS.newProject,
  component: lazyRouteComponent(() => import('./projects/form/NewProjectPage.tsx'), 'NewProjectPage'),
  staticData: { title: 'New project' },
});
const project = createRoute({
  getParentRoute: () => shell,
  path: PATHS.project,
  component: lazyRouteComponent(() => import('./projects/ProjectPage.tsx'), 'ProjectPage'),
  staticData: { title: 'Project' },
});
const templates = createRoute({
  getParentRoute: () => shell,
  path: PATHS.templates,
  component: lazyRouteComponent(() => import('./templates/TemplatesPage.tsx'), 'TemplatesPage'),
  staticData: { flag: 'templates', title: 'Templates' },
});
const topology = createRoute({
  getParentRoute: () => shell,
  path: PATHS.topology,
  component: lazyRouteComponent(() => import('./topology/TopologyPage.tsx'), 'TopologyPage'),
  staticData: { flag: 'topology', title: 'Network Topology' },
});
const wifiMap = createRoute({
  getParentRoute: () => shell,
  path: PATHS.wifiMap,
  component: lazyRouteComponent(() => import('./maps/MapsPage.tsx'), 'MapsPage'),
  staticData: { flag: 'wifiMap', title: 'Wi-Fi Map' },
});
const devices = createRoute({
  getParentRoute: () => shell,
  path: PATHS.devices,
  // Starts the read before the page is rendered.
  loader: ({ context: { projectId, queryClient } }) => {
    if (projectId === undefined) return;
    void queryClient.prefetchQuery(createQuery('deviceList', { params: { projectId } }));
  },
  component: lazyRouteComponent(() => import('./devices/list/DevicesPage.tsx'), 'DevicesPage'),
  staticData: { flag: 'devices', title: 'Device Maintenance' },
});
/** Parent route of the network configuration pages, which share one draft. */
const network = createRoute({
  getParentRoute: () => shell,
  id: 'network',
  component: lazyRouteComponent(() => import('./network/NetworkLayout.tsx'), 'NetworkLayout'),
});
const internet = createRoute({
  getParentRoute: () => network,
  path: PATHS.internet,
  component: lazyRouteComponent(() => import('./network/gateway/internet/InternetPage.tsx'), 'InternetPage'),
  staticData: { flag: 'internet', title: 'Internet' },
});
const vlan = createRoute({
  getParentRoute: () => network,
  path: PATHS.vlan,
  component: lazyRouteComponent(() => import('./network/gateway/networks/VlanPage.tsx'), 'VlanPage'),
  staticData: { flag: 'vlan', title: 'VLAN' },
});
const dhcp = createRoute({
  getParentRoute: () => network,
  path: PATHS.dhcp,
  component: lazyRouteComponent(() => import('./network/gateway/dhcp/DhcpPage.tsx'), 'DhcpPage'),
  staticData: { flag: 'dhcp', title: 'DHCP Policy' },
});
const staticRoute = createRoute({
  getParentRoute: () => network,
  path: PATHS.staticRoute,
  component: lazyRouteComponent(
    () => import('./network/gateway/routing/StaticRoutePage.tsx'),
    'StaticRoutePage',
  ),
  staticData: { flag: 'staticRoute', title: 'Static Route' },
});
const routeTable = createRoute({
  getParentRoute: () => network,
  path: PATHS.routeTable,
  component: lazyRouteComponent(
    () => import('./network/gateway/routing/RouteTablePage.tsx'),
    'RouteTablePage',
  ),
  staticData: { flag: 'routeTable', title: 'Route Table' },
});
const portMapping = createRoute({
  getParentRoute: () => network,
  path: PATHS.portMapping,
  component: lazyRouteComponent(
    () => import('./network/gateway/port-mapping/PortMappingPage.tsx'),
    'PortMappingPage',
  ),
  staticData: { flag: 'portMapping', title: 'Port Mapping' },
});
const wireless = createRoute({
  getParentRoute: () => network,
  path: PATHS.wireless,
  component: lazyRouteComponent(() => import('./network/wireless/WirelessPage.tsx'), 'WirelessPage'),
  staticData: { flag: 'wireless', title: 'Wireless' },
});
const networkHistory = createRoute({
  getParentRoute: () => network,
  path: PATHS.networkHistory,
  component: lazyRouteComponent(() => import('./network/HistoryPage.tsx'), 'HistoryPage'),
  staticData: { flag: 'internet', title: 'Configuration history' },
});
const rf = createRoute({
  getParentRoute: () => shell,
  path: PATHS.rf,
  component: lazyRouteComponent(() => import('./rf/RfPage.tsx'), 'RfPage'),
  staticData: { flag: 'rf', title: 'RF Optimization' },
});
const sandbox = createRoute({
  getParentRoute: () => shell,
  path: PATHS.sandbox,
  component: lazyRouteComponent(() => import('./sandboxes/SandboxPage.tsx'), 'SandboxPage'),
  staticData: { flag: 'sandbox', title: 'Sandbox' },
});
const backups = createRoute({
  getParentRoute: () => shell,
  path: PATHS.backups,
  component: lazyRouteComponent(() => import('./backups/BackupPage.tsx'), 'BackupPage'),
  staticData: { flag: 'backup', title: 'Backup' },
});
const status = createRoute({
  getParentRoute: () => shell,
  path: PATHS.status,
  component: lazyRouteComponent(() => import('./telemetry/status/StatusPage.tsx'), 'StatusPage'),
  staticData: { flag: 'status', title: 'Status' },
});
const deviceData = createRoute({
  getParentRoute: () => shell,
  path: PATHS.deviceData,
  component: lazyRouteComponent(() => import('./telemetry/DeviceDataPage.tsx'), 'DeviceDataPage'),
  staticData: { flag: 'deviceData', title: 'Device Data' },
});
const clientData = createRoute({
  getParentRoute: () => shell,
  path: PATHS.clientData,
  component: lazyRouteComponent(() => import('./telemetry/ClientDataPage.tsx'), 'ClientDataPage'),
  staticData: { flag: 'clientData', title: 'Client Data' },
});
const clients = createRoute({
  getParentRoute: () => shell,
  path: PATHS.clients,
  component: lazyRouteComponent(() => import('./clients/ClientsPage.tsx'), 'ClientsPage'),
  staticData: { flag: 'clients', title: 'Client List' },
});
const alarms = createRoute({
  getParentRoute: () => shell,
  path: PATHS.alarms,
  component: lazyRouteComponent(() => import('./alarms/AlarmsPage.tsx'), 'AlarmsPage'),
  staticData: { flag: 'alarms', title: 'Alarm' },
});
const sharing = createRoute({
  getParentRoute: () => shell,
  path: PATHS.sharing,
  component: lazyRouteComponent(() => import('./sharing/SharingPage.tsx'), 'SharingPage'),
  staticData: { flag: 'sharing', title: 'Permission sharing' },
});
const transfer = createRoute({
  getParentRoute: () => shell,
  path: PATHS.transfer,
  component: lazyRouteComponent(() => import('./sharing/TransferPage.tsx'), 'TransferPage'),
  staticData: { title: 'Accept project transfer' },
});
const localPage = createRoute({
  getParentRoute: () => shell,
  path: PATHS.localPage,
  component: lazyRouteComponent(() => import('./devices/local-page/LocalPagePage.tsx'), 'LocalPagePage'),
  staticData: { flag: 'devices', title: 'Local page' },
});
const log = createRoute({
  getParentRoute: () => shell,
  path: PATHS.log,
  component: lazyRouteComponent(() => import('./logs/LogPage.tsx'), 'LogPage'),
  staticData: { flag: 'log', title: 'Log' },
});
const accountLayout = createRoute({
  getParentRoute: () => shell,
  id: 'account',
  component: lazyRouteComponent(() => import('./accounts/settings/AccountLayout.tsx'), 'AccountLayout'),
});
const account = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.account,
  beforeLoad: () => {
    throw redirect({ to: PATHS.profile, replace: true });
  },
});
const profile = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.profile,
  component: lazyRouteComponent(() => import('./accounts/settings/ProfilePage.tsx'), 'ProfilePage'),
  staticData: { title: 'Profile' },
});
const security = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.security,
  component: lazyRouteComponent(() => import('./accounts/settings/SecurityPage.tsx'), 'SecurityPage'),
  staticData: { title: 'Security' },
});
const ownRecords = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.ownRecords,
  component: lazyRouteComponent(() => import('./accounts/settings/ActivityPage.tsx'), 'ActivityPage'),
  staticData: { title: 'Activity' },
});
const cloudCode = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.cloudCode,
  component: lazyRouteComponent(() => import('./accounts/settings/CloudCodePage.tsx'), 'CloudCodePage'),
  staticData: { title: 'Cloud code' },
});
const accounts = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.accounts,
  component: lazyRouteComponent(() => import('./accounts/management/AccountsPage.tsx'), 'AccountsPage'),
  staticData: { title: 'Accounts' },
});
const installationRecords = createRoute({
  getParentRoute: () => accountLayout,
  path: PATHS.installationRecords,
  component: lazyRouteComponent(
    () => import('./accounts/management/InstallationRecordsPage.tsx'),
    'InstallationRecordsPage',
  ),
  staticData: { title: 'Installation audit log' },
});
const verifyDevices = createRoute({
  getParentRoute: () => shell,
  path: PATHS.verifyDevices,
  component: lazyRouteComponent(() => import('./devices/add/VerifyDevicesPage.tsx'), 'VerifyDevicesPage'),
  staticData: { title: 'Pending devices' },
});
const messages = createRoute({
  getParentRoute: () => shell,
  path: PATHS.messages,
  component: lazyRouteComponent(() => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
  staticData: { title: 'Messages' },
});
const help = createRoute({
  getParentRoute: () => shell,
  path: PATHS.help,
  component: lazyRouteComponent(() => import('./help/HelpPage.tsx'), 'HelpPage'),
  staticData: { title: 'Help', isOpenToAll: true },
});
const helpApi = createRoute({
  getParentRoute: () => shell,
  path: PATHS.helpApi,
  component: lazyRouteComponent(() => import('./help/ApiPage.tsx'), 'ApiPage'),
  staticData: { title: 'API reference', isOpenToAll: true },
});
const helpTopic = createRoute({
  getParentRoute: () => shell,
  path: PATHS.helpTopic,
  component: lazyRouteComponent(() => import('./help/TopicPage.tsx'), 'TopicPage'),
  staticData: { title: 'Help', isOpenToAll: true },
});
const about = createRoute({
  getParentRoute: () => shell,
  path: PATHS.about,
  component: lazyRouteComponent(() => import('./accounts/settings/AboutPage.tsx'), 'AboutPage'),
  staticData: { title: 'Version' },
});
/** Matches any other path. */
const rest = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFoundPage,
  staticData: { title: 'Not found' },
});

export const routeTree = root.addChildren([
  index,
  dataScreen,
  shell.addChildren([
    overview,
    projects,
    newProject,
    project,
    templates,
    topology,
    wifiMap,
    devices,
    network.addChildren([
      internet,
      vlan,
      dhcp,
      staticRoute,
      routeTable,
      portMapping,
      wireless,
      networkHistory,
    ]),
    rf,
    backups,
    sandbox,
    status,
    deviceData,
    clientData,
    clients,
    alarms,
    sharing,
    transfer,
    localPage,
    log,
    accountLayout.addChildren([
      account,
      profile,
      security,
      ownRecords,
      cloudCode,
      accounts,
      installationRecords,
    ]),
    verifyDevices,
    messages,
    help,
    helpApi,
    helpTopic,
    about,
    rest,
  ]),
]);
