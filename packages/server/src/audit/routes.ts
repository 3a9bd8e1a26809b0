import type { Api, AuditRecord, HandlerInput } from '@northlight/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { containsText } from '../platform/db/text-match.ts';
import { getAccount, getProjectAccess } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { verifyNow } from './chaining.ts';
import { NO_NAMES, readOwnRecordNames, readRecordNames, type RecordNames } from './record-names.ts';
import type { AuditTable } from './tables.ts';
import { cutPage, presentPage } from '../platform/db/cut-page.ts';
import { formatTimeCursor, isAfterTimeCursor, parseTimeCursor } from '../platform/db/time-cursor.ts';

type AuditQuery = HandlerInput<Api['auditListAll']>['query'];

/**
 * Selects the records that match a filter, newest first. The cursor is time and id of the last record of a
 * page.
 */
function selectAudit(db: Db, query: AuditQuery) {
  let rows = db.selectFrom('audit').selectAll().where('deleted_mac', 'is', null);
  const { action, search } = query;
  if (search) rows = rows.where(containsText(['actor', 'action', 'object'], search));
  if (query.actor) rows = rows.where(containsText(['actor'], query.actor));
  if (action)
    rows = rows.where((where) =>
      where.or([where('action', '=', action), sql<boolean>`starts_with(action, ${`${action}.`})`]),
    );
  if (query.object) rows = rows.where(containsText(['object'], query.object));
  if (query.result) rows = rows.where('result', '=', query.result);
  if (query.from) rows = rows.where('at', '>=', new Date(query.from));
  if (query.until) rows = rows.where('at', '<', new Date(query.until));
  return rows
    .where(isAfterTimeCursor('at', parseTimeCursor(query.cursor)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
}

const cutRecords = (rows: readonly Selectable<AuditTable>[], limit: number) =>
  cutPage(rows, limit, formatTimeCursor);

const presentRecords = (rows: readonly Selectable<AuditTable>[], limit: number) =>
  presentPage(cutRecords(rows, limit), (row) => presentRecord(row, NO_NAMES));

function presentRecord(row: Selectable<AuditTable>, { actors, objects }: RecordNames): AuditRecord {
  const actorName = actors.get(row.actor_id ?? '');
  const objectName = objects.get(row.object);
  return {
    ...(actorName !== undefined && actorName !== '' && { actorName }),
    ...(objectName !== undefined && objectName !== row.object && { objectName }),
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    network: row.network ?? undefined,
    projectId: row.project_id ?? undefined,
    action: row.action,
    object: row.object,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    result: row.result,
    requestId: row.request_id ?? undefined,
    sequence: row.sequence ?? undefined,
  };
}

/** Lists the operations of a demo project, whose chain has no records of its own. */
type ListDemoOperations = (db: Db, projectId: number, query: AuditQuery) => Promise<AuditRecord[]>;

export function auditRoutes(
  services: Services,
  listDemoOperations: ListDemoOperations,
): HandlersOf<'auditList' | 'auditListAll' | 'auditListOwn' | 'auditVerify'> {
  const { db } = services;
  return {
    auditList: async ({ query }, context) => {
      const project = getProjectAccess(context);
      if (project.demo) return { items: await listDemoOperations(db, project.projectId, query) };
      const rows = selectAudit(db, query).where('project_id', '=', project.projectId);
      // Viewers get only their own records.
      const own = rows.where('actor_id', '=', getAccount(context).id);
      const page = cutRecords(await (project.right === 'r' ? own : rows).execute(), query.limit);
      const now = new Date(services.clock.now());
      const names = await readRecordNames(db, page.rows, project.projectId, now);
      return presentPage(page, (row) => presentRecord(row, names));
    },
    auditListAll: async ({ query }) =>
      presentRecords(await selectAudit(db, query).where('project_id', 'is', null).execute(), query.limit),
    auditListOwn: async ({ query }, context) => {
      const { id } = getAccount(context);
      const rows = await selectAudit(db, query).where('actor_id', '=', id).execute();
      const page = cutRecords(rows, query.limit);
      const names = await readOwnRecordNames(db, page.rows, id);
      return presentPage(page, (row) => presentRecord(row, names));
    },
    auditVerify: () => verifyNow(services),
  };
}
