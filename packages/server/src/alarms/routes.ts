import { projectOf } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { presentAlarm } from './present.ts';
import { changeRules, presentRules } from './rules.ts';
import { countBehind, listAlarms, markRead } from './store.ts';

type AlarmRoutes = HandlersOf<'alarmList' | 'alarmMarkRead' | 'alarmRulesGet' | 'alarmRulesChange'>;

export function alarmRoutes(services: Services): AlarmRoutes {
  const { alarms, clock, db, live } = services;
  return {
    alarmList: async ({ query }, context) => {
      const { projectId } = projectOf(context);
      // What has just been raised is put in its place before anybody sees it.
      await alarms.settled(projectId);
      const rows = await listAlarms(db, projectId, query);
      const behind = await countBehind(
        db,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => presentAlarm(row, behind.get(row.id))) };
    },
    alarmMarkRead: async ({ body }, context) => {
      const { projectId } = projectOf(context);
      const marked = await markRead(db, projectId, body.ids, new Date(clock.now()));
      if (marked > 0)
        for (const resource of ['alarms', 'projects'] as const) live.changed(resource, projectId);
      return { marked };
    },
    alarmRulesGet: (_input, context) => presentRules(db, context),
    alarmRulesChange: ({ body }, context) => changeRules(services, body, context),
  };
}
