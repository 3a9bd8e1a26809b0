import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { listAccounts } from './admin-list.ts';
import {
  removeSigningKey,
  resetAccountPassword,
  setSigningKey,
  signOutAccount,
  updateAccount,
} from './admin.ts';
import { getAvatar, removeAvatar, setAvatar } from './avatar.ts';
import { getCloudCode, regenerateCloudCode } from './cloud-code.ts';
import { changeEmail } from './email-change.ts';
import { getProfile, updateProfile } from './profile.ts';
import { requestCode } from './service.ts';

type ProfileKeys =
  | 'profileGet'
  | 'profileUpdate'
  | 'emailCodeRequest'
  | 'emailChange'
  | 'avatarUpload'
  | 'avatarRemove'
  | 'avatarGet'
  | 'cloudCodeGet'
  | 'cloudCodeRegenerate';
type AdminKeys =
  | 'accountList'
  | 'accountUpdate'
  | 'accountSignOut'
  | 'accountPasswordReset'
  | 'signingKeySet'
  | 'signingKeyRemove';

const OK = { ok: true } as const;

export function profileRoutes(services: Services): HandlersOf<ProfileKeys> {
  return {
    profileGet: (_input, context) => getProfile(services, context),
    profileUpdate: ({ body }, context) => updateProfile(services, context, body),
    emailCodeRequest: ({ body }, context) =>
      requestCode(services, { purpose: 'email', account: body.email }, context),
    emailChange: ({ body }, context) => changeEmail(services, context, body),
    avatarUpload: ({ query }, context) => setAvatar(services, context, query),
    avatarRemove: async (_input, context) => {
      await removeAvatar(services, context);
      return OK;
    },
    avatarGet: ({ params }) => getAvatar(services, params.fileId),
    cloudCodeGet: (_input, context) => getCloudCode(services, context),
    cloudCodeRegenerate: (_input, context) => regenerateCloudCode(services, context),
  };
}

export function adminRoutes(services: Services): HandlersOf<AdminKeys> {
  return {
    accountList: ({ query }) => listAccounts(services.db, query),
    accountUpdate: ({ params, body }, context) => updateAccount(services, context, params.accountId, body),
    accountSignOut: async ({ params }, context) => ({
      ended: await signOutAccount(services, context, params.accountId),
    }),
    accountPasswordReset: async ({ params }, context) => ({
      password: await resetAccountPassword(services, context, params.accountId),
    }),
    signingKeySet: ({ params, body }, context) => setSigningKey(services, context, params.accountId, body),
    signingKeyRemove: async ({ params }, context) => {
      await removeSigningKey(services, context, params.accountId);
      return OK;
    },
  };
}
