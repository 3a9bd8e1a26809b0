import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { listAccounts } from './list-accounts.ts';
import {
  removeSigningKey,
  resetAccountPassword,
  setSigningKey,
  signOutAccount,
  updateAccount,
} from './manage-accounts.ts';

type Keys =
  | 'accountList'
  | 'accountUpdate'
  | 'accountSignOut'
  | 'accountPasswordReset'
  | 'signingKeySet'
  | 'signingKeyRemove';

export function adminRoutes(services: Services): HandlersOf<Keys> {
  return {
    accountList: ({ query }) => listAccounts(services.db, query),
    accountUpdate: ({ params, body }, context) => updateAccount(context, params.accountId, body),
    accountSignOut: async ({ params }, context) => ({
      ended: await signOutAccount(context, params.accountId),
    }),
    accountPasswordReset: async ({ params }, context) => ({
      password: await resetAccountPassword(context, params.accountId),
    }),
    signingKeySet: ({ params, body }, context) => setSigningKey(context, params.accountId, body),
    signingKeyRemove: ({ params }, context) => removeSigningKey(context, params.accountId),
  };
}
