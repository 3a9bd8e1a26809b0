/**
 * Expected access as data, written independently of `authorise`. The table has one row per need and target,
 * and one column per principal. `yes` means allowed; a number is the error code; `-` is the 404 for an
 * operation that does not exist for this role or access type.
 */
import type { ApiKey } from '@northlight/contract';

export const PRINCIPALS = [
  'anonymous',
  'expired token',
  'signed-out token',
  'owner',
  'owner of another project',
  'read-only share',
  'read-write share',
  'expired share',
  'removed share',
  'former owner',
  'demo visitor',
  'normal account',
  'engineer',
  'manufacturer',
  'third party',
  'foreign device',
  'administrator',
  'read-only token',
  'token of another project',
  'display',
] as const;
export type PrincipalName = (typeof PRINCIPALS)[number];
export type ExpectedOutcome = 'yes' | '-' | number;

/** Principals that use a bearer token. The others use a cookie or no credential. */
export const BEARERS: ReadonlySet<PrincipalName> = new Set([
  'third party',
  'foreign device',
  'read-only token',
  'token of another project',
]);

/** Principals that may read the content of the tenant's project. */
export const MARKER_READERS: ReadonlySet<PrincipalName> = new Set([
  'owner',
  'read-only share',
  'read-write share',
  'read-only token',
]);

// Columns: anon exp out own other r  rw  xsh rem frm vis nor eng man 3rd dev adm rtk otk dsp
const TABLE = `
public          yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes
session         9   10  10  yes yes yes yes yes yes yes yes yes yes yes yes 10  yes yes yes 10
session/write   9   10  10  yes yes yes yes yes yes yes yes yes yes yes yes 10  yes 173 173 10
display         9   9   9   9   9   9   9   9   9   9   9   9   9   9   9   9   9   9   9   yes
account         9   10  10  yes yes yes yes yes yes yes 914 yes yes yes yes 10  yes yes yes 10
account/write   9   10  10  yes yes yes yes yes yes yes 914 yes yes yes yes 10  yes 173 173 10
administrator   9   10  10  -   -   -   -   -   -   -   914 -   -   -   -   10  yes -   - 10
manufacturer    9   10  10  -   -   -   -   -   -   -   914 -   -   yes -   10  -   -   - 10
manufacturer/write 9 10 10  -   -   -   -   -   -   -   914 -   -   yes -   10  -   173 173 10
administrator/write 9 10 10 -   -   -   -   -   -   -   914 -   -   -   -   10  yes 173 173 10
read            9   10  10  yes 73  yes yes 74  73  73  73  73  73  73  73  10  73  yes 73 10
write           9   10  10  yes 73  173 yes 74  73  73  73  73  73  73  73  10  73  173 73 10
owner           9   10  10  yes 73  173 173 74  73  73  73  73  73  73  73  10  73  173 73 10
pictures        9   10  10  yes 73  173 yes 74  73  73  73  73  73  73  73  10  73  173 73 10
demo/pictures   9   10  10  yes yes yes yes yes yes yes yes yes yes yes yes 10  yes yes 73 10
demo/read       9   10  10  yes yes yes yes yes yes yes yes yes yes yes yes 10  yes yes 73 10
demo/write      9   10  10  914 914 914 914 914 914 914 914 914 914 914 914 10  914 914 73 10
demo/owner      9   10  10  914 914 914 914 914 914 914 914 914 914 914 914 10  914 914 73 10
`;

export type Rule = string;

export const RULES: ReadonlyMap<Rule, ReadonlyMap<PrincipalName, ExpectedOutcome>> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [rule = '', ...cells] = line.trim().split(/\s+/);
      const row = cells.map((cell, index): [PrincipalName, ExpectedOutcome] => [
        PRINCIPALS[index] ?? 'anonymous',
        cell === 'yes' || cell === '-' ? cell : Number(cell),
      ]);
      return [rule, new Map(row)] as const;
    }),
);

/** Routes of the server that are not operations, with their rules. */
export const OTHER_ROUTES: Readonly<Record<string, { rule: Rule; why: string }>> = {
  'GET /api/v1/live': { rule: 'read', why: 'open streams of a project' },
  'GET /api/openapi.json': { rule: 'public', why: 'the public document' },
  'GET /metrics': { rule: 'public', why: 'metrics of a server on loopback' },
  'GET /dev/outbox': { rule: 'public', why: 'mails of an installation without SMTP, on loopback only' },
};

/** Errors that an allowed operation may return, for example because its caller has no account. */
export const OPERATION_ERRORS: Partial<Record<ApiKey, readonly number[]>> = {
  projectRestore: [73],
  projectMark: [914],
  shareLeave: [914],
  sessionKey: [914],
  demoCopyCreate: [914],
  sandboxCreate: [914],
  signUp: [9],
  signIn: [9],
};

/** Operations that end sessions, after which principals get new ones. */
const ENDS_SESSIONS: readonly ApiKey[] = [
  'signOut',
  // A new sign-in ends the browser's earlier session.
  'demoSignIn',
  'accountSessionRevokeOthers',
];
/** Operations that change the project, share or device of later cells. These cells then use new ones. */
const ENDS_TARGET: readonly ApiKey[] = ['projectDelete', 'shareLeave', 'shareRemove', 'deviceRemove'];
/**
 * Operations that run last, with the data that must be created again after them: sessions, or the project,
 * device and share.
 */
export const DESTRUCTIVE: ReadonlyMap<ApiKey, 'sessions' | 'target'> = new Map([
  ...ENDS_SESSIONS.map((key) => [key, 'sessions'] as const),
  ...ENDS_TARGET.map((key) => [key, 'target'] as const),
]);
