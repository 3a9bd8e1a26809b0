import type { Api, AuditRecord, HandlerInput } from '@northlight/contract';
import type { CommandKind } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../platform/db/database.ts';
import { listStartedJobs, type StartedJob } from './store.ts';
import { createTextSearch } from '@northlight/contract/net';

type AuditQuery = HandlerInput<Api['auditList']>['query'];

/** Maximum number of operations that a demo project shows. */
const LIMIT = 200;

const ACTIONS: Partial<Record<CommandKind | 'configure', string>> = {
  configure: 'network.apply',
  upgrade: 'device.upgrade',
  restart: 'device.restart',
};

/**
 * Lists the operations of a demo project, newest first, as one page. They are the jobs of its simulated past: the audit
 * records of the project belong to visitors and operators, and its chain contains no simulated records.
 */
export async function listDemoOperations(
  db: DbOrTx,
  projectId: number,
  query: AuditQuery,
): Promise<AuditRecord[]> {
  const jobs = await listStartedJobs(db, projectId, LIMIT);
  return jobs.map((job) => toRecord(job, projectId)).filter((record) => matches(record, query));
}

/** Beginning of the title of a job that changes the settings of one device. */
const SETTINGS_PREFIX = 'Settings of ';
/** Beginning of a title that repeats the operation; the rest names the object. */
const OPERATION_PREFIX = /^(?:Apply|Restart|Settings of|Upgrade) /;

const toRecord = ({ at, by, id, kind, title }: StartedJob, projectId: number): AuditRecord => ({
  id,
  at: at.toISOString(),
  actor: by,
  projectId,
  action: title.startsWith(SETTINGS_PREFIX) ? 'device.configure' : (ACTIONS[kind] ?? 'device.diagnose'),
  object: title.replace(OPERATION_PREFIX, ''),
  result: 'ok',
});

function matches({ action, actor, at, object, result }: AuditRecord, query: AuditQuery): boolean {
  return (
    createTextSearch(query.search ?? '')(actor, action, object) &&
    createTextSearch(query.actor ?? '')(actor) &&
    createTextSearch(query.object ?? '')(object) &&
    (query.action === undefined || action === query.action || action.startsWith(`${query.action}.`)) &&
    (query.result === undefined || result === query.result) &&
    (query.from === undefined || at >= query.from) &&
    (query.until === undefined || at < query.until)
  );
}
