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

export function profileRoutes(services: Services): HandlersOf<Keys> {
  return {
    profileGet: (_input, context) => getProfile(context),
    profileUpdate: ({ body }, context) => updateProfile(context, body),
    emailCodeRequest: ({ body }, context) => requestCode(context, { purpose: 'email', account: body.email }),
    emailChange: ({ body }, context) => changeEmail(context, body),
    avatarUpload: ({ query }, context) => setAvatar(context, query),
    avatarRemove: (_input, context) => removeAvatar(context),
    avatarGet: ({ params }) => getAvatar(services, params.fileId),
    cloudCodeGet: (_input, context) => getCloudCode(context),
    cloudCodeRegenerate: (_input, context) => regenerateCloudCode(context),
    listViewList: (_input, context) => listListViews(context),
    listViewSet: ({ body, params }, context) => setListView(context, params.list, body),
  };
}
