import type { HandlersOf } from '../../platform/http/serve.ts';
import { createDisplay, listDisplays, openDisplay } from './displays.ts';
import { revokeSession } from '../sessions/own-sessions.ts';

export function displayRoutes(): HandlersOf<
  'displayList' | 'displayCreate' | 'displayRevoke' | 'displayOpen'
> {
  return {
    displayList: async (_input, context) => ({ items: await listDisplays(context) }),
    displayCreate: ({ body }, context) => createDisplay(context, body),
    displayRevoke: ({ params }, context) => revokeSession(context, params.displayId, ['display']),
    displayOpen: ({ body }, context) => openDisplay(context, body.token),
  };
}
