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
    alarmNotificationsGet: (_input, context) => presentNotifications(context),
    alarmMailSet: async ({ body }, context) => {
      await setMail(context, body);
      return presentNotifications(context);
    },
    alarmWebhookAdd: ({ body }, context) => addWebhook(context, body.url),
    alarmWebhookChange: ({ body, params }, context) => changeWebhook(context, params.webhookId, body.enabled),
    alarmWebhookRemove: ({ params }, context) => removeWebhook(context, params.webhookId),
    alarmWebhookTest: ({ params }, context) => testWebhook(context, params.webhookId),
    alarmDeliveryList: ({ query }, context) =>
      listDeliveries(services.db, getProjectAccess(context).projectId, query),
  };
}
