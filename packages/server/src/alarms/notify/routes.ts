import { getProjectAccess } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  presentNotifications,
  removeWebhook,
  setMail,
  testWebhook,
} from './webhooks.ts';

type NotificationRoutes = HandlersOf<
  | 'alarmNotificationsGet'
  | 'alarmMailSet'
  | 'alarmWebhookAdd'
  | 'alarmWebhookChange'
  | 'alarmWebhookRemove'
  | 'alarmWebhookTest'
  | 'alarmDeliveryList'
>;

export function alarmNotificationRoutes(services: Services): NotificationRoutes {
  return {
    alarmNotificationsGet: (_input, context) => presentNotifications(services, context),
    alarmMailSet: async ({ body }, context) => {
      await setMail(services, body, context);
      return presentNotifications(services, context);
    },
    alarmWebhookAdd: ({ body }, context) => addWebhook(services, body.url, context),
    alarmWebhookChange: ({ body, params }, context) =>
      changeWebhook(services, params.webhookId, body.enabled, context),
    alarmWebhookRemove: async ({ params }, context) => {
      await removeWebhook(services, params.webhookId, context);
      return { ok: true as const };
    },
    alarmWebhookTest: ({ params }, context) => testWebhook(services, params.webhookId, context),
    alarmDeliveryList: ({ query }, context) =>
      listDeliveries(services.db, getProjectAccess(context).projectId, query),
  };
}
