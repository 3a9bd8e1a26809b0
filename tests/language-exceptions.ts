import type { Exception, KeptNames } from './language.ts';

/** Areas that the language rules do not cover yet. Remove an area when it is rewritten; never add one. */
export const PENDING: readonly string[] = [];

/** Names of the public API and the device protocol, which other programs use. */
export const KEPT_NAMES: KeptNames = {
  clientsTouched: 'Earlier name of a field of the public API, accepted for one version.',
  toldName: 'Earlier name of a field of the public API, accepted for one version.',
};

const MIGRATION = 'Migrations name columns as they were at the time.';
const migration = (path: string, ...phrases: string[]): Exception[] =>
  phrases.map((phrase) => ({ path: `packages/server/src/${path}`, phrase, reason: MIGRATION }));

/** Correct uses of refused phrases, by file. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    path: 'packages/contract/src/rule-book/testing/routes-and-pools.ts',
    phrase: 'say',
    reason: 'Quotes the specification.',
  },
  ...migration('alarms/migrations/002-causes.ts', 'stand'),
  ...migration('alarms/migrations/004-notifications.ts', 'stand', 'tell'),
  ...migration('alarms/migrations/005-names.ts', 'stand', 'tell'),
  ...migration('devices/migrations/001-devices.ts', 'hear'),
  ...migration('devices/migrations/005-waiting.ts', 'stand'),
  ...migration('devices/migrations/011-names.ts', 'hear', 'stand'),
  ...migration('platform/db/migrate.test.ts', 'hear', 'stand', 'tell'),
];
