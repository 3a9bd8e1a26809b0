import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';
import { shareState } from '../sharing/schema.ts';
import { projectRight } from '../projects/schema.ts';

/** Days for which a new share is listed as a message. */
export const SHARE_MESSAGE_DAYS = 30;
const MAX_MARKED = 500;

const head = {
  /**
   * Id of the message. It includes the time of the event, so that a device that is pending for a second time
   * has a new, unread message.
   */
  id: z.string(),
  at: z.string(),
  /** Read state: read 1, unread 0 (specification §3). */
  read: z.union([z.literal(0), z.literal(1)]),
};
const ofProject = { projectId: z.number().int(), projectName: z.string() };

export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), ...head, sn: z.string(), modelName: z.string() }),
  z.object({
    kind: z.literal('transfer'),
    ...head,
    ...ofProject,
    transferId: z.string(),
    from: z.string(),
    expiresAt: z.string(),
  }),
  z.object({
    kind: z.literal('share'),
    ...head,
    ...ofProject,
    right: projectRight,
    state: shareState,
    expiresAt: z.string().optional(),
  }),
]);
export type Message = z.infer<typeof message>;

const web = ['web'] as const;

export const messageEndpoints = {
  messageList: endpoint({
    method: 'GET',
    path: '/api/v1/messages',
    access: web,
    needs: 'account',
    reads: ['sharing', 'waitingDevices', 'messages'],
    summary: 'Lists the caller’s messages about pending devices, offered projects and shares, newest first.',
    response: z.object({ items: z.array(message), unread: z.number().int() }),
  }),
  messageMark: endpoint({
    method: 'POST',
    path: '/api/v1/message-reads',
    access: web,
    needs: 'account',
    changes: ['messages'],
    summary: 'Marks messages as read or unread for the caller.',
    body: z.object({ ids: z.array(storableText(120).min(1)).min(1).max(MAX_MARKED), read: z.boolean() }),
    response: z.object({ marked: z.number().int() }),
  }),
} as const;
