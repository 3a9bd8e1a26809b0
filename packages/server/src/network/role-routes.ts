import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { changeRole, reviewRole } from './roles.ts';

export function roleRoutes(services: Services): HandlersOf<'deviceRoleChange' | 'deviceRoleReview'> {
  return {
    deviceRoleReview: ({ body, params }, context) =>
      reviewRole(services, params.deviceId, body.role, context),
    deviceRoleChange: ({ body, params }, context) => changeRole(services, params.deviceId, body, context),
  };
}
