import type { HandlersOf } from '../platform/http/serve.ts';
import { closeTunnel, openTunnel, readTunnelState } from './service.ts';

export function tunnelRoutes(): HandlersOf<'tunnelOpen' | 'tunnelGet' | 'tunnelClose'> {
  return {
    tunnelOpen: ({ params }, context) => openTunnel(context, params.deviceId),
    tunnelGet: ({ params }, context) => readTunnelState(context, params.tunnelId),
    tunnelClose: ({ params }, context) => closeTunnel(context, params.tunnelId),
  };
}
