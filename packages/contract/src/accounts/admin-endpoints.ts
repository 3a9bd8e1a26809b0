import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { pageLimit, createListSchema } from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { accountKind, accountLevel, accountRole } from './schema.ts';

const web = ['web'] as const;
const params = z.object({ accountId: z.uuid() });

/** A third-party customer signs its tickets with a shared secret or with its own key. */
export const SIGNING_KEY_KINDS = ['shared', 'ed25519'] as const;

export const managedAccount = z.object({
  id: z.string(),
  account: z.string(),
  nickname: z.string(),
  role: accountRole,
  kind: accountKind,
  level: accountLevel,
  label: z.string(),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  signingKey: z.enum(SIGNING_KEY_KINDS).optional(),
  createdAt: z.string(),
  lastSeenAt: z.string().optional(),
});
export type ManagedAccount = z.infer<typeof managedAccount>;

/** Operations of an administrator on the accounts of the installation. */
export const adminEndpoints = {
  accountList: endpoint({
    method: 'GET',
    path: '/api/v1/admin/accounts',
    access: web,
    needs: 'administrator',
    reads: ['accounts'],
    summary: 'Lists the accounts of this installation, by name.',
    query: z.object({
      search: searchText(64).optional(),
      role: numberText(accountRole).optional(),
      kind: numberText(accountKind).optional(),
      level: numberText(accountLevel).optional(),
      disabled: z.enum(['true', 'false']).optional(),
      secondFactor: z.enum(['true', 'false']).optional(),
      cursor: storableText(400).optional(),
      limit: pageLimit(50),
    }),
    response: createListSchema(managedAccount),
  }),
  accountUpdate: endpoint({
    method: 'PATCH',
    path: '/api/v1/admin/accounts/{accountId}',
    access: web,
    needs: 'administrator',
    changes: ['accounts'],
    summary:
      'Sets the role, kind or level of an account, or enables or disables it. The last administrator cannot be removed.',
    params,
    body: z.object({
      role: accountRole.optional(),
      kind: accountKind.optional(),
      level: accountLevel.optional(),
      disabled: z.boolean().optional(),
    }),
    response: managedAccount,
  }),
  accountSignOut: endpoint({
    method: 'POST',
    path: '/api/v1/admin/accounts/{accountId}/sign-out',
    access: web,
    needs: 'administrator',
    changes: ['accounts'],
    summary: 'Ends every session and token of an account.',
    params,
    response: z.object({ ended: z.number().int() }),
  }),
  accountPasswordReset: endpoint({
    method: 'POST',
    path: '/api/v1/admin/accounts/{accountId}/password',
    access: web,
    needs: 'administrator',
    changes: ['accounts'],
    summary:
      'Creates a one-time password, which is shown once, and ends the account’s sessions. The second factor stays on.',
    params,
    response: z.object({ password: z.string() }),
  }),
  signingKeySet: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/accounts/{accountId}/signing-key',
    access: web,
    needs: 'administrator',
    changes: ['accounts'],
    summary:
      'Creates a shared secret for a third-party customer, which is shown once, or stores the customer’s public key.',
    params,
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('shared') }),
      z.object({
        kind: z.literal('ed25519'),
        /** Public key in PEM (SPKI), or its 32 bytes in Base64url. */
        publicKey: storableText(400),
      }),
    ]),
    response: z.object({ kind: z.enum(SIGNING_KEY_KINDS), sharedSecret: z.string().optional() }),
  }),
  signingKeyRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/accounts/{accountId}/signing-key',
    access: web,
    needs: 'administrator',
    changes: ['accounts'],
    summary: 'Removes a third-party customer’s signing key and ends the sessions opened with it.',
    params,
    response: done,
  }),
} as const;
