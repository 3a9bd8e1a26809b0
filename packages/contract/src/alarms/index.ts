export { describeEvent } from './describe-event.ts';
export { ALARM_EXPORT_MAX, alarmEndpoints, type AlarmFilter } from './endpoints.ts';
export { type EventMeaning, interpretEvent, getEventTime } from './events.ts';
export { ALARM_KIND_TEXTS, getFirstStep } from './kind-texts.ts';
export { ALARM_KINDS, type AlarmKindTraits, formatThreshold, OUTAGE_KINDS } from './kinds.ts';
export { ALARM_KIND_NAMES, ALARM_SEVERITIES, type AlarmKind, type AlarmSeverity } from './names.ts';
export {
  alarmRule,
  type AlarmRule,
  type AlarmRules,
  alarmRulesChange,
  getDefaultRule,
  isQuiet,
  type QuietHours,
  TOLERANCE_MAX_SECONDS,
} from './rules.ts';
export {
  type AlarmDelivery,
  type AlarmNotice,
  alarmNotice,
  type AlarmNotifications,
  type AlarmWebhook,
  DELIVERY_STATES,
  RETRY_SECONDS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOKS_MAX,
} from './notifications.ts';
export { type Alarm, alarm, READ_STATES } from './schema.ts';
