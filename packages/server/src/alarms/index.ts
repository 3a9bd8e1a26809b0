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
export { copyAlarmRules } from './rules.ts';
export { raiseAlarm } from './raise-alarm.ts';
export { AlarmGrouper } from './grouping/alarm-grouper.ts';
export { deleteOldDeliveries, deleteOldChanges, deleteProjectAlarms } from './delete-alarms.ts';
export { alarmNotificationRoutes } from './notify/routes.ts';
export { AlarmNotifier } from './notify/notifier.ts';
export { alarmRoutes } from './routes.ts';
export type { PortGap, VlanPaths } from './conditions/watch-vlan-paths.ts';
export { pictureFaults } from './conditions/picture-faults.ts';
