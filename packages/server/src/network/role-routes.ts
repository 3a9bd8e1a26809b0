import type { HandlersOf } from '../platform/http/serve.ts';
import { changeRole, reviewRole } from './roles.ts';

export const roleRoutes: HandlersOf<'deviceRoleChange' | 'deviceRoleReview'> = {
  deviceRoleReview: ({ body, params }, context) => reviewRole(context, params.deviceId, body.role),
  deviceRoleChange: ({ body, params }, context) => changeRole(context, params.deviceId, body),
};
