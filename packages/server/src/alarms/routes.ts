import { actorOf, projectOf } from '../platform/http/request-context.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { exportAlarms } from './export.ts';
import { presentAlarm } from './present.ts';
import { changeRules, presentRules } from './rules.ts';
import { countBehind, listAlarms, markRead, resolveAlarms } from './store.ts';

type AlarmRoutes = HandlersOf<
  'alarmList' | 'alarmExport' | 'alarmMarkRead' | 'alarmResolve' | 'alarmRulesGet' | 'alarmRulesChange'
>;

export function alarmRoutes(services: Services): AlarmRoutes {
  const { alarms, clock, db, live } = services;
  const changed = (projectId: number): void => {
    alarms.look(projectId);
    for (const resource of ['alarms', 'projects'] as const) live.changed(resource, projectId);
  };
  return {
    alarmList: async ({ query }, context) => {
      const { projectId } = projectOf(context);
      // What has just been raised is put in its place before anybody sees it.
      await alarms.settled(projectId);
      const { nextCursor, rows } = await listAlarms(db, projectId, query);
      const behind = await countBehind(
        db,
        rows.map(({ id }) => id),
      );
      return {
        items: rows.map((row) => presentAlarm(row, behind.get(row.id))),
        ...(nextCursor !== undefined && { nextCursor }),
      };
    },
    alarmExport: ({ query }, context) => exportAlarms(db, projectOf(context).projectId, query),
    alarmMarkRead: async ({ body }, context) => {
      const { projectId } = projectOf(context);
      const marked = await markRead(db, projectId, body.ids, new Date(clock.now()));
      if (marked > 0) changed(projectId);
      return { marked };
    },
    alarmResolve: async ({ body }, context) => {
      const { projectId } = projectOf(context);
      const by = { account: actorOf(context), at: new Date(clock.now()) };
      const resolved = await db.transaction().execute(async (tx) => {
        const count = await resolveAlarms(tx, projectId, body.ids, by);
        if (count > 0)
          await auditRequest(services, tx, context, {
            action: 'alarm.resolve',
            object: body.ids.join(' ').slice(0, 2_000),
            after: `${count} resolved`,
          });
        return count;
      });
      if (resolved > 0) changed(projectId);
      return { resolved };
    },
    alarmRulesGet: (_input, context) => presentRules(db, context),
    alarmRulesChange: ({ body }, context) => changeRules(services, body, context),
  };
}
