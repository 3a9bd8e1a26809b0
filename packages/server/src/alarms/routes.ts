import { getActor, getProjectAccess } from '../platform/http/request-context.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';

import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { exportAlarms } from './export-alarms.ts';
import { presentAlarm } from './present.ts';
import { changeRules, presentRules } from './rules.ts';
import { countConsequences, listAlarms, markAlarmsRead, resolveAlarms } from './store.ts';
import { presentPage } from '../platform/db/cut-page.ts';

type AlarmRoutes = HandlersOf<
  'alarmList' | 'alarmExport' | 'alarmMarkRead' | 'alarmResolve' | 'alarmRulesGet' | 'alarmRulesChange'
>;

export function alarmRoutes(services: Services): AlarmRoutes {
  const { alarms, clock, db } = services;
  return {
    alarmList: async ({ query }, context) => {
      const { projectId } = getProjectAccess(context);
      await alarms.waitForProject(projectId);
      const page = await listAlarms(db, projectId, query);
      const behind = await countConsequences(
        db,
        page.rows.map(({ id }) => id),
      );
      return presentPage(page, (row) => presentAlarm(row, behind.get(row.id)));
    },
    alarmExport: ({ query }, context) => exportAlarms(db, getProjectAccess(context).projectId, query),
    alarmMarkRead: async ({ body }, context) => {
      return commitRequest(context, async (work) => {
        const marked = await markAlarmsRead(work.tx, work.projectId, body.ids, work.now);
        if (marked > 0) await announceChange(work);
        return { marked };
      });
    },
    alarmResolve: async ({ body }, context) => {
      const by = { account: getActor(context), at: new Date(clock.now()) };
      return commitRequest(context, async (work) => {
        const count = await resolveAlarms(work.tx, work.projectId, body.ids, by);
        if (count > 0) {
          await work.audit({
            action: 'alarm.resolve',
            object: body.ids.join(' ').slice(0, 2_000),
            after: `${count} resolved`,
          });
          await announceChange(work);
        }
        return { resolved: count };
      });
    },
    alarmRulesGet: (_input, context) => presentRules(db, context),
    alarmRulesChange: ({ body }, context) => changeRules(context, body),
  };
}

/** Notifies pages of changed alarms, and groups the alarms of the project again. */
async function announceChange(work: RequestWork): Promise<void> {
  work.live('alarms');
  work.groupAlarms();
  await announceToHolders(work, work.projectId, 'projects');
}
