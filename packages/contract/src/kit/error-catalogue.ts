/**
 * Source: specification §8 and decisions.md (Errors). `raisedBy` says what raises a code, or that it is reserved.
 * `class` is who is to blame: `caller` sent nonsense or may not, `domain` is a rule of the product, `ours` is a fault here.
 */
export interface CatalogueEntry {
  readonly code: number;
  readonly class: 'caller' | 'domain' | 'ours';
  readonly status: number;
  readonly message: string;
  readonly raisedBy: string;
}

/** A range of codes whose members have no meaning of their own; never raised. */
export interface CatalogueGroup {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly message: string;
}

const entry = (
  code: number,
  status: number,
  blame: CatalogueEntry['class'],
  message: string,
  raisedBy = 'reserved',
): CatalogueEntry => ({ code, class: blame, status, message, raisedBy });

export const ERRORS = {
  general: entry(1, 500, 'ours', 'The operation failed.'),
  wrongAccountOrPassword: entry(4, 401, 'caller', 'Wrong account or password.', 'sign-in'),
  database: entry(5, 503, 'ours', 'The database is not available.', 'any write while the database refuses it'),
  notSignedIn: entry(9, 401, 'caller', 'Sign in to go on.', 'any call without a token'),
  sessionEnded: entry(10, 401, 'caller', 'The session has ended. Sign in again.', 'a token that is unknown, expired or signed out'),
  wrongCode: entry(12, 422, 'caller', 'Wrong verification code.', 'sign-up, reset'),
  accountExists: entry(13, 409, 'domain', 'The account already exists.', 'sign-up, after the code is proved'),
  deviceOffline: entry(36, 409, 'domain', 'The device is offline.', 'maintenance of an offline device'),
  codeHourLimit: entry(51, 429, 'caller', 'Too many codes this hour. Try again later.', 'code request'),
  codeDayLimit: entry(52, 429, 'caller', 'Too many codes in 24 hours. Try again tomorrow.', 'code request'),
  codeMinuteLimit: entry(53, 429, 'caller', 'A code was sent less than a minute ago.', 'code request'),
  passwordModified: entry(70, 401, 'caller', 'The password was changed. Sign in again.', 'a session ended by a password change'),
  upgrading: entry(71, 409, 'domain', 'The device is upgrading.', 'maintenance of an upgrading device'),
  projectInvalid: entry(73, 404, 'caller', 'The project is not available to this account.', 'any call on a project without a right'),
  codeAttempts: entry(75, 429, 'caller', 'Too many wrong codes. Ask for a new one.', 'sign-up, reset'),
  localManagement: entry(76, 409, 'domain', 'The device is in local management mode.', 'configuration of a locally managed device'),
  tooManyFailures: entry(80, 429, 'caller', 'Too many failures. Try again in 30 minutes.', 'sign-in'),
  vlanIdExists: entry(103, 422, 'domain', 'The VLAN ID already exists.', 'VLAN'),
  readOnly: entry(173, 403, 'caller', 'The device is in the read-only share mode', 'a write with a read right'),
  invalidParameters: entry(400, 400, 'caller', 'Some values are not valid.', 'any call whose values do not parse'),
  partlyOffline: entry(407, 200, 'domain', 'Some devices are offline. They receive the configuration when they return.', 'a configuration applied while members are offline'),
  demoProject: entry(914, 403, 'caller', 'This operation is not available in demo projects.', 'any write on a demo project'),
  deviceLimit: entry(1162, 409, 'domain', 'The project has no room for another device of this kind.', 'device add, import'),
  serverError: entry(2000, 500, 'ours', 'Something went wrong on our side.', 'any fault of ours'),
  repeated: entry(2010, 409, 'caller', 'The same request is already running.', 'a repeated call'),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof ERRORS;

export const ERROR_GROUPS: readonly CatalogueGroup[] = [];
