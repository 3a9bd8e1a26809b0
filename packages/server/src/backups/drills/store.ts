import { ALARM_KINDS, DRILL_FINDINGS_MAX, type RestoreDrill } from '@northlight/contract';
import { raiseAlarm } from '../../alarms/index.ts';
import { logSystem } from '../../logs/index.ts';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import { commit, type Work } from '../../platform/work.ts';
import { endCopy } from '../../projects/index.ts';
import type { Services } from '../../services.ts';
import { selectProjects } from '../nights.ts';
import type { DrillResult } from './tables.ts';

/** A drill whose backup is being restored. */
export interface RunningDrill {
  readonly projectId: number;
  readonly sandboxId: number;
  readonly backupId: string;
  readonly startedAt: Date;
}

export async function listRunningDrills(db: Db): Promise<RunningDrill[]> {
  const rows = await db
    .selectFrom('backup_drills')
    .select(['project_id', 'sandbox_id', 'backup_id', 'started_at'])
    .where('sandbox_id', 'is not', null)
    .execute();
  return rows.flatMap(
    ({ backup_id: backupId, project_id: projectId, sandbox_id: sandboxId, started_at: startedAt }) =>
      backupId !== null && sandboxId !== null && startedAt
        ? [{ projectId, sandboxId, backupId, startedAt }]
        : [],
  );
}

/** Lists projects with a night after their last drill, and a backup of a present device. */
export async function listDueDrills(db: Db, limit: number): Promise<number[]> {
  if (limit <= 0) return [];
  const rows = await selectProjects(db)
    .leftJoin('backup_drills', 'backup_drills.project_id', 'projects.id')
    .select('projects.id')
    .where('backup_nights.last_at', 'is not', null)
    .where('backup_drills.sandbox_id', 'is', null)
    .where((where) =>
      where.or([
        where('backup_drills.last_at', 'is', null),
        where('backup_drills.last_at', '<', where.ref('backup_nights.last_at')),
      ]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('backups')
          .select('backups.id')
          .whereRef('backups.project_id', '=', 'projects.id')
          .where('backups.device_id', 'is not', null),
      ),
    )
    .orderBy('backup_nights.last_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Backup and device of a drill. */
export interface DrilledBackup {
  readonly id: string;
  readonly name: string;
  readonly deviceId: string | null;
  readonly deviceName: string;
}

export async function storeBeginning(
  { now, tx }: Work,
  projectId: number,
  backup: DrilledBackup,
  sandboxId: number,
): Promise<void> {
  const begun = {
    sandbox_id: sandboxId,
    started_at: now,
    backup_id: backup.id,
    backup_name: backup.name,
    device_name: backup.deviceName,
  };
  await tx
    .insertInto('backup_drills')
    .values({ project_id: projectId, ...begun })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(begun))
    .execute();
}

export interface DrillOutcome {
  readonly result: DrillResult;
  /** Number of settings that the simulated device has confirmed. */
  readonly settings: number;
  readonly findings: readonly string[];
}

/** Stores the result of a drill, ends its sandbox, and raises an alarm unless the result is identical. */
export async function storeOutcome(
  services: Services,
  projectId: number,
  backup: DrilledBackup,
  { findings, result, settings }: DrillOutcome,
): Promise<void> {
  await commit(services, async (work) => {
    const { now, tx } = work;
    const before = await tx
      .selectFrom('backup_drills')
      .select('sandbox_id')
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    const ended = {
      sandbox_id: null,
      started_at: null,
      backup_id: backup.id,
      backup_name: backup.name,
      device_name: backup.deviceName,
      last_at: now,
      result,
      settings,
      findings: JSON.stringify(findings.slice(0, DRILL_FINDINGS_MAX)),
    };
    await tx
      .insertInto('backup_drills')
      .values({ project_id: projectId, ...ended })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(ended))
      .execute();
    if (before && before.sandbox_id !== null) await endCopy(work, before.sandbox_id);
    work.liveIn(projectId, 'backups');
    const event = describeOutcome(backup, result, findings);
    await logSystem(tx, work.entropy, now.getTime(), {
      project_id: projectId,
      ...(result !== 'identical' && { severity: 'warning' as const }),
      event,
    });
    if (result === 'identical') return;
    await raiseAlarm(tx, {
      id: work.createId(),
      projectId,
      deviceId: backup.deviceId ?? undefined,
      kind: 'restore-drill-failed',
      severity: ALARM_KINDS['restore-drill-failed'].severity,
      describe: () => event,
      at: now,
    });
    work.groupAlarms(projectId);
  });
}

function describeOutcome(
  { deviceName, name }: DrilledBackup,
  result: DrillResult,
  [first = '', ...more]: readonly string[],
): string {
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  switch (result) {
    case 'identical':
      return `Restore drill: ${name} of ${deviceName} was restored identically.`;
    case 'different':
      return `Restore drill: ${name} of ${deviceName} was restored with differences: ${first}${rest}`;
    case 'failed':
      return `Restore drill: ${name} of ${deviceName} could not be restored: ${first}${rest}`;
  }
}

/** Returns the last drill of a project, or why the server makes none; undefined for a project without nightly backups. */
export async function readDrill(
  { db, demo }: Pick<Services, 'db' | 'demo'>,
  projectId: number,
): Promise<RestoreDrill | undefined> {
  const row = await readRow(db, projectId);
  if (!row) return undefined;
  const { at, backupName, deviceName, findings, result, settings } = row;
  return {
    ...(!demo.enabled && { unavailable: demo.reason }),
    ...(at &&
      result && {
        last: {
          at: at.toISOString(),
          result,
          backupName: backupName ?? '',
          deviceName: deviceName ?? '',
          settings: settings ?? 0,
          findings: [...(findings ?? [])],
        },
      }),
  };
}

const readRow = (db: DbOrTx, projectId: number) =>
  selectProjects(db)
    .leftJoin('backup_drills', 'backup_drills.project_id', 'projects.id')
    .select(['backup_drills.last_at as at', 'backup_drills.result', 'backup_drills.settings'])
    .select(['backup_drills.backup_name as backupName', 'backup_drills.device_name as deviceName'])
    .select('backup_drills.findings')
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
