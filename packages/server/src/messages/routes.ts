import { getAccount } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { listMessages } from './list-messages.ts';
import { markMessages } from './reads.ts';

export function messageRoutes(services: Services): HandlersOf<'messageList' | 'messageMark'> {
  return {
    messageList: async (_input, context) => {
      const items = await listMessages(services, getAccount(context).id);
      return { items, unread: items.filter(({ read }) => read === 0).length };
    },
    messageMark: async ({ body }, context) => ({
      marked: await markMessages(services, getAccount(context).id, body.ids, body.read),
    }),
  };
}
