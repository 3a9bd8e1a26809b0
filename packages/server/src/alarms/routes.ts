import { getActor, getProjectAccess } from '../platform/http/request-context.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { AfterCommit } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
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
  const changed = async (tx: Tx, after: AfterCommit, projectId: number): Promise<void> => {
    after.liveIn(projectId, 'alarms');
    after.groupAlarms(projectId);
    await announceToHolders(tx, after, projectId, new Date(clock.now()), 'projects');
  };
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
      const { projectId } = getProjectAccess(context);
      return commitRequest(services, context, async (tx, after) => {
        const marked = await markAlarmsRead(tx, projectId, body.ids, new Date(clock.now()));
        if (marked > 0) await changed(tx, after, projectId);
        return { marked };
      });
    },
    alarmResolve: async ({ body }, context) => {
      const { projectId } = getProjectAccess(context);
      const by = { account: getActor(context), at: new Date(clock.now()) };
      return commitRequest(services, context, async (tx, after) => {
        const count = await resolveAlarms(tx, projectId, body.ids, by);
        if (count > 0) {
          await auditRequest(services, tx, context, {
            action: 'alarm.resolve',
            object: body.ids.join(' ').slice(0, 2_000),
            after: `${count} resolved`,
          });
          await changed(tx, after, projectId);
        }
        return { resolved: count };
      });
    },
    alarmRulesGet: (_input, context) => presentRules(db, context),
    alarmRulesChange: ({ body }, context) => changeRules(services, body, context),
  };
}
