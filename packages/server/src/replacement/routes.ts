import type { HandlersOf } from '../platform/http/serve.ts';
import { cancelReplacement, orderReplacement, reviewReplacement } from './order.ts';

type ReplacementRoutes = HandlersOf<'deviceReplace' | 'deviceReplacementCancel' | 'deviceReplacementReview'>;

export function replacementRoutes(): ReplacementRoutes {
  return {
    deviceReplacementReview: ({ body, params }, context) => reviewReplacement(context, params.deviceId, body),
    deviceReplace: async ({ body, params }, context) => ({
      replacement: await orderReplacement(context, params.deviceId, body),
    }),
    deviceReplacementCancel: ({ params }, context) => cancelReplacement(context, params.deviceId),
  };
}
