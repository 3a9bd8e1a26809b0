import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { closeTunnel, openTunnel, readTunnelState } from './service.ts';

export function tunnelRoutes(services: Services): HandlersOf<'tunnelOpen' | 'tunnelGet' | 'tunnelClose'> {
  return {
    tunnelOpen: ({ params }, context) => openTunnel(services, params.deviceId, context),
    tunnelGet: ({ params }, context) => readTunnelState(services, params.tunnelId, context),
    tunnelClose: async ({ params }, context) => {
      await closeTunnel(services, params.tunnelId, context);
      return { ok: true as const };
    },
  };
}
