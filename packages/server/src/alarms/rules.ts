import {
  ALARM_KIND_NAMES,
  type AlarmKind,
  type AlarmRule,
  type AlarmRules,
  alarmRulesChange,
  getDefaultRule,
  DomainError,
} from '@northlight/contract';
import type { z } from 'zod';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getPermissionFor } from '../platform/http/principal.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';

/** Rules of a project: its stored rules, and the defaults of the other kinds. */
export interface ProjectRules {
  readonly version: number;
  readonly of: (kind: AlarmKind) => AlarmRule;
}

export const DEFAULT_RULES: ProjectRules = { version: 0, of: getDefaultRule };

const buildRules = (version: number, own: readonly AlarmRule[]): ProjectRules => {
  const byKind = new Map(own.map((rule) => [rule.kind, rule] as const));
  return { version, of: (kind) => ({ ...getDefaultRule(kind), ...byKind.get(kind) }) };
};

export async function readRules(db: DbOrTx, projectId: number): Promise<ProjectRules> {
  return (await readRulesByProject(db, [projectId])).get(projectId) ?? DEFAULT_RULES;
}

/** Returns the stored rules by project; without ids, of all projects. Omits projects without stored rules. */
export async function readRulesByProject(
  db: DbOrTx,
  projectIds?: readonly number[],
): Promise<ReadonlyMap<number, ProjectRules>> {
  let query = db.selectFrom('alarm_rules').select(['project_id', 'version', 'rules']);
  if (projectIds) query = query.where('project_id', 'in', projectIds);
  const rows = await query.execute();
  return new Map(
    rows.map(({ project_id, rules, version }) => [project_id, buildRules(version, rules)] as const),
  );
}

/** Gives a new project the rules of another one. */
export async function copyAlarmRules(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx
    .insertInto('alarm_rules')
    .columns(['project_id', 'version', 'rules', 'changed_by', 'changed_at'])
    .expression((build) =>
      build
        .selectFrom('alarm_rules')
        .select((each) => [each.val(toId).as('project_id'), 'version', 'rules', 'changed_by', 'changed_at'])
        .where('project_id', '=', fromId),
    )
    .execute();
}

export async function presentRules(db: DbOrTx, context: RequestContext): Promise<AlarmRules> {
  const project = getProjectAccess(context);
  const rules = await readRules(db, project.projectId);
  const change = getPermissionFor(context.principal, { need: 'write', access: ['web', 'openapi'], project });
  return { version: rules.version, items: ALARM_KIND_NAMES.map(rules.of), can: { change } };
}

const serializeRules = (rules: readonly AlarmRule[]): string => JSON.stringify(rules);

/** Updates a project's rules; throws a conflict if the version is stale. */
export async function changeRules(
  context: RequestContext,
  { baseVersion, rules }: z.output<typeof alarmRulesChange>,
): Promise<AlarmRules> {
  await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    work.live('alarms');
    work.groupAlarms();
    const head = { project_id: projectId, version: 0, changed_by: work.actor, changed_at: work.now };
    await tx
      .insertInto('alarm_rules')
      .values({ ...head, rules: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx
      .selectFrom('alarm_rules')
      .select(['version', 'rules'])
      .where('project_id', '=', projectId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.version !== baseVersion) throw new DomainError('configConflict', STALE_VERSION);
    const before = buildRules(row.version, row.rules);
    const kinds = new Set(rules.map(({ kind }) => kind));
    const stored = [...row.rules.filter(({ kind }) => !kinds.has(kind)), ...rules];
    await tx
      .updateTable('alarm_rules')
      .set({
        version: row.version + 1,
        rules: JSON.stringify(stored),
        changed_by: head.changed_by,
        changed_at: work.now,
      })
      .where('project_id', '=', projectId)
      .execute();
    await work.audit({
      action: 'alarm.change-rules',
      object: [...kinds].join(' '),
      before: serializeRules(rules.map(({ kind }) => before.of(kind))),
      after: serializeRules(rules),
    });
  });
  return presentRules(context.services.db, context);
}

const STALE_VERSION = {
  status: 409,
  message: 'Another user has changed the rules. Reload them and try again.',
} as const;
