/** Paths of the console by name. A test compares them with the route tree. */
export const PATHS = {
  overview: '/overview/preview',
  dataScreen: '/overview/preview/datascreen',
  projects: '/overview/list',
  newProject: '/projects/new',
  project: '/projects/$id',
  templates: '/templates',
  status: '/manage/status',
  topology: '/manage/visualization/topo',
  wifiMap: '/manage/visualization/td',
  devices: '/manage/devconf',
  internet: '/manage/networkconf/netset',
  vlan: '/manage/networkconf/vlan',
  dhcp: '/manage/networkconf/dhcp',
  staticRoute: '/manage/networkconf/static',
  routeTable: '/manage/networkconf/router',
  portMapping: '/manage/networkconf/port',
  wireless: '/manage/wirelessconf',
  networkHistory: '/manage/networkconf/history',
  rf: '/manage/rfconf',
  backups: '/manage/backup',
  sandbox: '/manage/sandbox',
  deviceData: '/manage/devsrunstat',
  clientData: '/manage/onlinestat',
  clients: '/manage/onlinelist',
  alarms: '/manage/alarminfo',
  sharing: '/manage/authority',
  log: '/manage/runlog',
  transfer: '/static/transfer',
  localPage: '/static/transferToLocalDev',
  account: '/account',
  profile: '/account/profile',
  security: '/account/security',
  ownRecords: '/account/records',
  cloudCode: '/cloud-code',
  verifyDevices: '/devices/verify',
  messages: '/messages',
  help: '/help',
  helpApi: '/help/api',
  helpTopic: '/help/$topic',
  about: '/about',
  accounts: '/accounts',
  installationRecords: '/accounts/records',
} as const;

/**
 * Paths of the sign-in pages. They are a separate bundle, so links between them and the console must be plain
 * links.
 */
export const SIGN_IN_PATHS = {
  login: '/login',
  standaloneLogin: '/static/lrf',
  signUp: '/signup',
  resetPassword: '/reset-password',
  bind: '/bind',
  providerReturn: '/static/wechatTransfer',
} as const;

/** Values of the parameter `page` of the standalone sign-in page. */
export const ENTRY_PAGES = { signUp: 'sign-up', resetPassword: 'reset-password', ended: 'ended' } as const;

export function isSignInPath(pathname: string): boolean {
  return Object.values(SIGN_IN_PATHS).some((path) => path === pathname);
}

/** Page after the end of a session that a third party opened. */
export const ENTRY_ENDED = `${SIGN_IN_PATHS.standaloneLogin}?page=ended`;

/** Returns the URL of the sign-in page with the return address and the reason why the session ended. */
export function formatSignInAddress(back: string, why?: number | 'idle'): string {
  const search = new URLSearchParams();
  if (back !== '/') search.set('return', back);
  if (why !== undefined) search.set('why', String(why));
  return search.size === 0 ? SIGN_IN_PATHS.login : `${SIGN_IN_PATHS.login}?${search.toString()}`;
}
