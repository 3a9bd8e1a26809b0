export type * from './tables.ts';
export { raiseClaimAttempt } from './claim-attempts.ts';
export { listAlarmsDuring } from './alarms-during.ts';
export { saveEvent } from './device-events.ts';
export {
  countCriticalAlarms,
  countOpenAlarms,
  countUnreadAlarms,
  countUnresolvedAlarms,
  resolveAlarmsOfDevice,
  listNewestOpenAlarms,
} from './open-alarms.ts';
export { listOpenOutages } from './outages.ts';
export { insertPastAlarms, type PastAlarm } from './past-alarms.ts';
export { buildRaiseAlarmsSql, buildResolveAlarmsSql } from './step-sql.ts';
export { AlarmGrouper } from './alarm-grouper.ts';
export { deleteOldDeliveries, deleteOldChanges, deleteProjectAlarms } from './delete-alarms.ts';
export { alarmNotificationRoutes } from './notify/routes.ts';
export { AlarmNotifier } from './notify/notifier.ts';
export { alarmRoutes } from './routes.ts';
export { alarms001 } from './migrations/001-alarms.ts';
export { alarms002 } from './migrations/002-causes.ts';
export { alarms003 } from './migrations/003-rules.ts';
export { alarms004 } from './migrations/004-notifications.ts';
export { alarms005 } from './migrations/005-names.ts';
export { alarms006 } from './migrations/006-mail-default.ts';
export { alarms007 } from './migrations/007-parent-changes.ts';
export { alarms008 } from './migrations/008-vlan-path-checks.ts';
export type { PortGap, VlanPaths } from './watch-vlan-paths.ts';
