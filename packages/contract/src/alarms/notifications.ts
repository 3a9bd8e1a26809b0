import { z } from 'zod';
import { searchText, storableText } from '../net/index.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import {
  createListSchema,
  DEFAULT_PAGE_SIZE,
  pageCursor,
  pageLimit,
  permission,
  SEARCH_MAX,
} from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}';
export const WEBHOOKS_MAX = 5;
/** Delays between the attempts of one delivery (s). */
export const RETRY_SECONDS = [10, 60, 300, 1_800, 7_200] as const;
/** A webhook is disabled after this many days in which every delivery failed. */
export const WEBHOOK_FAILING_DAYS = 3;
export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;

export const alarmWebhook = z.object({
  id: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  /** Reason why the server has disabled the webhook. */
  note: z.string().optional(),
  failingSince: z.string().optional(),
  createdAt: z.string(),
});
export type AlarmWebhook = z.infer<typeof alarmWebhook>;

export const alarmDelivery = z.object({
  id: z.string(),
  /** E-mail address, or URL of the webhook. */
  target: z.string(),
  moment: z.enum(['begin', 'end', 'test']),
  subject: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** HTTP status of the last attempt. */
  status: z.number().int().optional(),
  detail: z.string().optional(),
  createdAt: z.string(),
  nextAt: z.string().optional(),
  endedAt: z.string().optional(),
});
export type AlarmDelivery = z.infer<typeof alarmDelivery>;

export const alarmNotifications = z.object({
  /** E-mails to the caller. `address` is absent if the caller's account has no e-mail address. */
  mail: z.object({
    on: z.boolean(),
    /** True for an owner who has made no choice. Such an owner receives critical alarms only. */
    criticalOnly: z.boolean(),
    address: z.string().optional(),
  }),
  /** Accounts that receive e-mails. */
  recipients: z.array(z.string()),
  webhooks: z.array(alarmWebhook),
  can: z.object({ mail: permission, webhooks: permission }),
});
export type AlarmNotifications = z.infer<typeof alarmNotifications>;

const webhookParams = projectParams.extend({ webhookId: z.uuid() });
const web = { access: both, notInDemo: true } as const;

/** Payload of a webhook, signed in `Northlight-Signature: t=SECONDS,v1=HMAC-SHA256(secret, "SECONDS.BODY")`. */
export const alarmNotice = z.object({
  moment: z.enum(['begin', 'end', 'test']),
  project: z.object({ id: z.number().int(), name: z.string() }),
  alarm: z.object({
    id: z.string(),
    kind: z.string(),
    severity: z.string(),
    event: z.string(),
    time: z.string(),
    resolvedAt: z.string().optional(),
    device: z.object({ id: z.string(), name: z.string(), mac: z.string(), model: z.string() }).optional(),
    behind: z.number().int(),
  }),
});
export type AlarmNotice = z.infer<typeof alarmNotice>;

export const alarmNotificationEndpoints = {
  alarmNotificationsGet: endpoint({
    method: 'GET',
    path: `${path}/alarm-notifications`,
    access: both,
    needs: 'write',
    reads: ['alarms'],
    summary: 'Returns the recipients of alarm notifications: e-mails and webhooks.',
    params: projectParams,
    response: alarmNotifications,
  }),
  alarmMailSet: endpoint({
    ...web,
    method: 'PUT',
    path: `${path}/alarm-mail`,
    needs: 'write',
    changes: ['alarms'],
    summary:
      'Turns the caller’s e-mails about alarms of this project on or off, or limits them to critical alarms.',
    params: projectParams,
    body: z.object({ on: z.boolean(), criticalOnly: z.boolean().default(false) }),
    response: alarmNotifications,
  }),
  alarmWebhookAdd: endpoint({
    ...web,
    method: 'POST',
    path: `${path}/alarm-webhooks`,
    needs: 'owner',
    changes: ['alarms'],
    summary: 'Adds a webhook. Its secret is returned only here.',
    params: projectParams,
    body: z.object({ url: storableText(2_000).min(1, 'Enter an address.') }),
    response: z.object({ webhook: alarmWebhook, secret: z.string() }),
    status: 201,
  }),
  alarmWebhookChange: endpoint({
    ...web,
    method: 'PATCH',
    path: `${path}/alarm-webhooks/{webhookId}`,
    needs: 'owner',
    changes: ['alarms'],
    summary: 'Turns a webhook on or off.',
    params: webhookParams,
    body: z.object({ enabled: z.boolean() }),
    response: alarmWebhook,
  }),
  alarmWebhookRemove: endpoint({
    ...web,
    method: 'DELETE',
    path: `${path}/alarm-webhooks/{webhookId}`,
    needs: 'owner',
    changes: ['alarms'],
    summary: 'Removes a webhook and its pending deliveries.',
    params: webhookParams,
    response: done,
  }),
  alarmWebhookTest: endpoint({
    ...web,
    method: 'POST',
    path: `${path}/alarm-webhooks/{webhookId}/test`,
    needs: 'owner',
    changes: ['alarms'],
    summary: 'Sends a test notification to a webhook, at most ten per minute.',
    params: webhookParams,
    response: alarmDelivery,
    status: 202,
    errors: ['repeated'],
  }),
  alarmDeliveryList: endpoint({
    method: 'GET',
    path: `${path}/alarm-deliveries`,
    access: both,
    needs: 'write',
    reads: ['alarms'],
    summary: 'Lists sent and pending notifications, newest first.',
    params: projectParams,
    query: z.object({
      state: z.enum(DELIVERY_STATES).optional(),
      /** Text in the recipient or in the subject. */
      search: searchText(SEARCH_MAX).optional(),
      cursor: pageCursor.optional(),
      limit: pageLimit(DEFAULT_PAGE_SIZE),
    }),
    response: createListSchema(alarmDelivery),
  }),
} as const;
