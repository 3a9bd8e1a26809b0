import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { createDisplay, listDisplays, openDisplay } from './displays.ts';
import { revokeSession } from '../sessions/own-sessions.ts';

export function displayRoutes(
  services: Services,
): HandlersOf<'displayList' | 'displayCreate' | 'displayRevoke' | 'displayOpen'> {
  return {
    displayList: async (_input, context) => ({ items: await listDisplays(services, context) }),
    displayCreate: ({ body }, context) => createDisplay(services, context, body),
    displayRevoke: async ({ params }, context) => {
      await revokeSession(services, context, params.displayId, ['display']);
      return { ok: true };
    },
    displayOpen: ({ body }, context) => openDisplay(services, context, body.token),
  };
}
