/**
 * Who may do what, as data, written by hand beside the function that decides: a row for each need and target, a column
 * for each principal. `yes` is let through; anything else is the code of the refusal, and `-` is the 404 of what does
 * not exist for this role or access type.
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
export type Verdict = 'yes' | '-' | number;

/** Principals that come with a bearer token; the others come with a cookie, or with nothing. */
export const BEARERS: ReadonlySet<PrincipalName> = new Set([
  'third party',
  'foreign device',
  'read-only token',
  'token of another project',
]);

/** Who is told what stands in the tenant's project. */
export const MARKER_READERS: ReadonlySet<PrincipalName> = new Set([
  'owner',
  'read-only share',
  'read-write share',
  'read-only token',
]);

//   anon exp out own other r  rw  xsh rem frm vis nor eng man 3rd dev adm rtk otk dsp
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
demo/read       9   10  10  yes yes yes yes yes yes yes yes yes yes yes yes 10  yes yes 73 10
demo/write      9   10  10  914 914 914 914 914 914 914 914 914 914 914 914 10  914 914 73 10
demo/owner      9   10  10  914 914 914 914 914 914 914 914 914 914 914 914 10  914 914 73 10
`;

export type Rule = string;

export const RULES: ReadonlyMap<Rule, ReadonlyMap<PrincipalName, Verdict>> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [rule = '', ...verdicts] = line.trim().split(/\s+/);
      const row = verdicts.map((word, index): [PrincipalName, Verdict] => [
        PRINCIPALS[index] ?? 'anonymous',
        word === 'yes' || word === '-' ? word : Number(word),
      ]);
      return [rule, new Map(row)] as const;
    }),
);

/** Routes of the server that are no operations, and what they ask for. */
export const OTHER_ROUTES: Readonly<Record<string, { rule: Rule; why: string }>> = {
  'GET /api/v1/live': { rule: 'read', why: 'open streams of a project' },
  'GET /api/openapi.json': { rule: 'public', why: 'the public document' },
  'GET /metrics': { rule: 'public', why: 'figures of a server that serves this machine alone' },
  'GET /dev/outbox': { rule: 'public', why: 'mails of an installation without SMTP, on loopback only' },
};

/** Let through by the need, refused by the operation: nobody’s, spent, or without an account to keep it for. */
export const LATER_REFUSALS: Partial<Record<ApiKey, readonly number[]>> = {
  projectRestore: [73],
  projectMark: [914],
  shareLeave: [914],
  sessionKey: [914],
  demoCopyCreate: [914],
  signUp: [9],
  signIn: [9],
};

/** What ends sessions of principals, which get new ones after it. */
const ENDS_SESSIONS: readonly ApiKey[] = [
  'signOut',
  // A browser that signs in anew gives its earlier session up.
  'demoSignIn',
  'accountSessionRevokeOthers',
];
/** What changes the project, a share or the device of later cells, which get new ones after it. */
const ENDS_GROUND: readonly ApiKey[] = ['projectDelete', 'shareLeave', 'shareRemove', 'deviceRemove'];
/** Asked last: what later cells have to get anew. */
export const DESTRUCTIVE: ReadonlyMap<ApiKey, 'sessions' | 'ground'> = new Map([
  ...ENDS_SESSIONS.map((key) => [key, 'sessions'] as const),
  ...ENDS_GROUND.map((key) => [key, 'ground'] as const),
]);
