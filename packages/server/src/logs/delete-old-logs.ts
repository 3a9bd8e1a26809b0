import { DAY_MS } from '@northlight/runtime';
import type { Services } from '../services.ts';
import { deleteOldAudit } from '../audit/index.ts';
import { deleteLogs, logSystem } from './store.ts';

/** Deletes log records and the content of audit records older than each project's retention. */
export async function deleteOldLogs({
  clock,
  db,
  entropy,
  envelope,
}: Pick<Services, 'clock' | 'db' | 'entropy' | 'envelope'>): Promise<void> {
  const now = clock.now();
  const projects = await db.selectFrom('projects').select(['id', 'log_days']).execute();
  for (const { id, log_days } of projects) {
    const before = new Date(now - log_days * DAY_MS);
    const records = await deleteLogs(db, id, before);
    const operations = await deleteOldAudit(db, envelope, id, before);
    if (records + operations > 0)
      await logSystem(db, entropy, now, {
        project_id: id,
        event: `Deleted ${records} log records and ${operations} operations older than ${log_days} days.`,
      });
  }
}
