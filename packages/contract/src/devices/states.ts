import { ERRORS, type ErrorName } from '../kit/error-catalogue.ts';
import { ALLOWED, type Permission } from '../kit/page.ts';

/** Device status codes (specification §4), by name. */
export const DEVICE_STATES = {
  offline: 0,
  online: 1,
  upgradeSuccess: 2,
  upgrading: 3,
  uploading: 4,
  uploadSuccess: 5,
  uploadFailed: 6,
  notSaved: 7,
  rebooting: 8,
  linkLost: 9,
} as const;
export type DeviceStateCode = (typeof DEVICE_STATES)[keyof typeof DEVICE_STATES];
export const DEVICE_STATE_CODES = Object.values(DEVICE_STATES);

export type DeviceAction =
  | 'configure'
  | 'restart'
  | 'reset'
  | 'upgrade'
  | 'rename'
  | 'remove'
  /** Diagnostics and opening the local page, which are also allowed under local management. */
  | 'diagnose';

export interface DeviceStateRow {
  readonly code: DeviceStateCode;
  readonly label: string;
  /** Icon next to the label, so that colour is not the only sign of the state. */
  readonly sign: 'check' | 'cross' | 'arrow' | 'warning' | 'spinner' | 'question';
  readonly colour: 'success' | 'error' | 'warning';
  readonly simplified: 'offline' | 'online' | 'upgrade' | 'reboot';
  readonly product: 'online' | 'offline' | 'restarting' | 'upgrading' | 'not saved';
  /** True if a device in this state counts as online in lists and totals. */
  readonly countsOnline: boolean;
  readonly actions: readonly DeviceAction[];
  readonly next: readonly DeviceStateCode[];
}

const ALL: readonly DeviceAction[] = [
  'configure',
  'restart',
  'reset',
  'upgrade',
  'rename',
  'remove',
  'diagnose',
];

/** Returns true for a device that restarts on request. It is expected back, so that it is not offline. */
export const isRestarting = ({ state }: { readonly state: number }): boolean =>
  state === DEVICE_STATES.rebooting;

const RECORD_ONLY: readonly DeviceAction[] = ['rename', 'remove'];

/**
 * Table of device states: code, label, icon, colour, simplified and product-level state, actions and next
 * states.
 */
export const DEVICE_STATE_TABLE: readonly DeviceStateRow[] = [
  {
    code: 0,
    label: 'Offline',
    sign: 'cross',
    colour: 'error',
    simplified: 'offline',
    product: 'offline',
    countsOnline: false,
    actions: RECORD_ONLY,
    next: [1, 7],
  },
  {
    code: 1,
    label: 'Online',
    sign: 'check',
    colour: 'success',
    simplified: 'online',
    product: 'online',
    countsOnline: true,
    actions: ALL,
    next: [0, 3, 4, 7, 8, 9],
  },
  {
    code: 2,
    label: 'Upgraded',
    sign: 'check',
    colour: 'success',
    simplified: 'online',
    product: 'online',
    countsOnline: true,
    actions: ALL,
    next: [0, 1, 3, 4, 7, 8, 9],
  },
  {
    code: 3,
    label: 'Upgrading',
    sign: 'spinner',
    colour: 'error',
    simplified: 'upgrade',
    product: 'upgrading',
    countsOnline: false,
    actions: ['rename'],
    next: [0, 1, 2, 9],
  },
  {
    code: 4,
    label: 'Uploading',
    sign: 'spinner',
    colour: 'success',
    simplified: 'upgrade',
    product: 'upgrading',
    countsOnline: true,
    actions: ['rename'],
    next: [0, 5, 6, 9],
  },
  {
    code: 5,
    label: 'Upload finished',
    sign: 'check',
    colour: 'success',
    simplified: 'online',
    product: 'online',
    countsOnline: true,
    actions: ALL,
    next: [0, 1, 3, 4, 7, 8, 9],
  },
  {
    code: 6,
    label: 'Upload failed',
    sign: 'warning',
    colour: 'error',
    simplified: 'online',
    product: 'online',
    countsOnline: true,
    actions: ALL,
    next: [0, 1, 3, 4, 7, 8, 9],
  },
  {
    code: 7,
    label: 'Online, not saved',
    sign: 'warning',
    colour: 'success',
    simplified: 'online',
    product: 'not saved',
    countsOnline: true,
    actions: ALL,
    next: [0, 1, 3, 4, 8, 9],
  },
  {
    code: 8,
    label: 'Restarting',
    sign: 'arrow',
    colour: 'warning',
    simplified: 'reboot',
    product: 'restarting',
    countsOnline: false,
    actions: ['rename'],
    next: [0, 1, 7, 9],
  },
  {
    code: 9,
    label: 'Offline, link lost',
    sign: 'question',
    colour: 'error',
    simplified: 'offline',
    product: 'offline',
    countsOnline: false,
    actions: RECORD_ONLY,
    next: [0, 1, 7],
  },
];

const byCode = new Map(DEVICE_STATE_TABLE.map((row) => [row.code, row] as const));

/** Returns the row of a code; an unknown code counts as offline. */
export function getDeviceState(code: number): DeviceStateRow {
  const row = byCode.get(code as DeviceStateCode) ?? DEVICE_STATE_TABLE[0];
  if (!row) throw new Error('The table of device states is empty.');
  return row;
}

const FREE_OF_THE_MODE: ReadonlySet<DeviceAction> = new Set(['rename', 'remove', 'diagnose']);

/**
 * Returns the permission under local management, which blocks settings (76) and commands (133, specification
 * §5).
 */
function getLocalPermission(action: DeviceAction): Permission {
  if (FREE_OF_THE_MODE.has(action)) return ALLOWED;
  const { code, message } = ERRORS[action === 'configure' ? 'localManagement' : 'localManagementRefusal'];
  return { allowed: false, code, reason: message };
}

const REFUSALS: Readonly<Record<'offline' | 'upgrade' | 'reboot', ErrorName>> = {
  offline: 'deviceOffline',
  upgrade: 'upgrading',
  reboot: 'deviceRestarting',
};

/** Returns the permission for an action in this state: allowed, or the catalogue code and the reason to show. */
export function getDevicePermission(
  code: number,
  action: DeviceAction,
  managed: 'cloud' | 'local' = 'cloud',
): Permission {
  const row = getDeviceState(code);
  if (row.actions.includes(action)) return managed === 'local' ? getLocalPermission(action) : ALLOWED;
  const refusal = ERRORS[REFUSALS[row.simplified === 'online' ? 'offline' : row.simplified]];
  const reason =
    action === 'upgrade' && row.simplified === 'offline'
      ? 'Only online devices can be upgraded.'
      : refusal.message;
  return { allowed: false, code: refusal.code, reason };
}

const REFUSAL_NAMES = [
  'deviceOffline',
  'upgrading',
  'deviceRestarting',
  'localManagement',
  'localManagementRefusal',
] as const satisfies readonly ErrorName[];

/** Returns the catalogue name of a refusal by `getDevicePermission`. */
export const getDeviceRefusal = (code: number): ErrorName =>
  REFUSAL_NAMES.find((name) => ERRORS[name].code === code) ?? 'deviceOffline';
