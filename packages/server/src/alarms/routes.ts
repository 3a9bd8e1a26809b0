import type { Alarm } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { projectOf } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { listAlarms, markRead } from './store.ts';
import type { AlarmTable } from './tables.ts';

export function alarmRoutes({ db, clock, live }: Services): HandlersOf<'alarmList' | 'alarmMarkRead'> {
  return {
    alarmList: async ({ query }, context) => {
      const rows = await listAlarms(db, projectOf(context).projectId, query);
      return { items: rows.map(present) };
    },
    alarmMarkRead: async ({ body }, context) => {
      const { projectId } = projectOf(context);
      const marked = await markRead(db, projectId, body.ids, new Date(clock.now()));
      if (marked > 0)
        for (const resource of ['alarms', 'projects'] as const) live.changed(resource, projectId);
      return { marked };
    },
  };
}

function present(row: Selectable<AlarmTable>): Alarm {
  return {
    id: row.id,
    time: row.at.toISOString(),
    kind: row.kind,
    severity: row.severity,
    event: row.event,
    ...(row.device_id && {
      device: {
        id: row.device_id,
        name: row.device_name ?? '',
        mac: row.device_mac ?? '',
        model: row.device_model ?? '',
      },
    }),
    read: row.read_at ? 1 : 0,
    ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString() }),
  };
}
