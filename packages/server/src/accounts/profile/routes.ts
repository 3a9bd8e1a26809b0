import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { getAvatar, removeAvatar, setAvatar } from './avatar.ts';
import { getCloudCode, regenerateCloudCode } from './cloud-code.ts';
import { changeEmail } from './change-email.ts';
import { listListViews, setListView } from './list-views.ts';
import { getProfile, updateProfile } from './profile.ts';
import { requestCode } from '../verification/request-code.ts';

type Keys =
  | 'profileGet'
  | 'profileUpdate'
  | 'emailCodeRequest'
  | 'emailChange'
  | 'avatarUpload'
  | 'avatarRemove'
  | 'avatarGet'
  | 'cloudCodeGet'
  | 'cloudCodeRegenerate'
  | 'listViewList'
  | 'listViewSet';
const OK = { ok: true } as const;

export function profileRoutes(services: Services): HandlersOf<Keys> {
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
    listViewList: (_input, context) => listListViews(services, context),
    listViewSet: ({ body, params }, context) => setListView(services, params.list, body, context),
  };
}
