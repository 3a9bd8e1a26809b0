/** Addresses of the console by name; a test holds them against the route tree. */
export const PATHS = {
  overview: '/overview/preview',
  projects: '/overview/list',
  newProject: '/projects/new',
  project: '/projects/$id',
  devices: '/manage/devconf',
  vlan: '/manage/networkconf/vlan',
  dhcp: '/manage/networkconf/dhcp',
  clients: '/manage/onlinelist',
  alarms: '/manage/alarminfo',
  sharing: '/manage/authority',
  log: '/manage/runlog',
  transfer: '/static/transfer',
  account: '/account',
  profile: '/account/profile',
  security: '/account/security',
  ownRecords: '/account/records',
  cloudCode: '/cloud-code',
  about: '/about',
  accounts: '/accounts',
  installationRecords: '/accounts/records',
} as const;

/** Pages before the door, loaded on their own; plain links lead there and back. */
export const DOOR_PATHS = {
  login: '/login',
  standaloneLogin: '/static/lrf',
  signUp: '/signup',
  resetPassword: '/reset-password',
  bind: '/bind',
  providerReturn: '/static/wechatTransfer',
} as const;

/** Pages inside the standalone entry, as its address names them. */
export const ENTRY_PAGES = { signUp: 'sign-up', resetPassword: 'reset-password' } as const;

export function isDoorPath(pathname: string): boolean {
  return Object.values(DOOR_PATHS).some((path) => path === pathname);
}

/** The sign-in page, and the address to come back to. */
export function signInAddress(back: string): string {
  return back === '/' ? DOOR_PATHS.login : `${DOOR_PATHS.login}?return=${encodeURIComponent(back)}`;
}
