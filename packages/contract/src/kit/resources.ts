/** Resources that can change. The console refetches queries of a changed resource, unless the event contains the rows. */
export const LIVE_RESOURCES = [
  'projects',
  'devices',
  'clients',
  'alarms',
  'logs',
  'jobs',
  'networkConfig',
  'networkDraft',
  'session',
  'sharing',
  'waitingDevices',
  'messages',
  'deviceSettings',
  'restartSchedules',
  'firmware',
  'templates',
  'topology',
  'maps',
  'rf',
  'backups',
  'pictures',
] as const;
export type LiveResource = (typeof LIVE_RESOURCES)[number];

/** Data that only operations of the account itself change, and that has no live events. */
type OwnResource =
  | 'accounts'
  | 'apiTokens'
  | 'cloudCode'
  | 'dataScreen'
  | 'displays'
  | 'identities'
  | 'logRetention'
  | 'profile'
  | 'scenarios'
  | 'secondFactor'
  | 'sessions';

/** Data that operations read and change. A page refetches what it shows of a changed resource. */
export type Resource = LiveResource | OwnResource;
