import type { AccessType } from '@northlight/contract';
import { isBoolean, isNumber, isString } from '../stored.ts';
import { isCurrentProject } from './current-project.ts';

/** Storage key of a value; `session` is the storage of this tab, `local` that of this browser. */
export interface Key<T> {
  readonly store: 'session' | 'local';
  readonly name: string;
  readonly accept: (value: unknown) => value is T;
}

const createKey = <T>(
  store: Key<T>['store'],
  name: string,
  accept: (value: unknown) => value is T,
): Key<T> => ({
  store,
  name: `northlight.${name}`,
  accept,
});

export interface Point {
  readonly x: number;
  readonly y: number;
}
const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  isNumber(value.x) &&
  isNumber(value.y);
const isAccess = (value: unknown): value is AccessType => value === 'web' || value === 'openapi';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);

/**
 * Keys of the browser state (specification §3, §4). Access type and token belong to the tab, because a
 * console that a third party opened must not change the session of other tabs.
 */
export const STORAGE_KEYS = {
  token: createKey('session', 'token', isString),
  accessType: createKey('session', 'access-type', isAccess),
  project: createKey('session', 'project', isCurrentProject),
  lastAccount: createKey('local', 'last-account', isString),
  lastNickname: createKey('local', 'last-nickname', isString),
  panelWidth: createKey('local', 'panel-width', isNumber),
  floatPosition: createKey('local', 'job-window', isPoint),
  floatOpen: createKey('local', 'job-window-open', isBoolean),
  topologyTips: createKey('local', 'topology-tips', isTexts),
  upgradeAlert: createKey('local', 'showUpgradeAlertInfo', isBoolean),
  global: createKey('local', 'global', isString),
} as const;

/** Keys that signing out removes (§4). The upgrade alert and the global storage are reset afterwards. */
export const CLEARED_KEYS = [
  'token',
  'project',
  'lastAccount',
  'lastNickname',
  'accessType',
  'panelWidth',
  'floatPosition',
  'floatOpen',
  'topologyTips',
] as const satisfies readonly (keyof typeof STORAGE_KEYS)[];

/**
 * Returns the key of table preferences. They are stored per account, and signing out does not remove them.
 */
export const formatTableKey = (account: string, table: string): string =>
  `northlight.columns.${account}.${table}`;
