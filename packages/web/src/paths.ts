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
  login: '/login',
  signUp: '/signup',
  resetPassword: '/reset-password',
  standaloneLogin: '/static/lrf',
} as const;
