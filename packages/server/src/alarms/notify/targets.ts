import { TYPE_FLAG_DEMO } from '@northlight/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { buildLiveShareCondition } from '../../sharing/index.ts';

/** A target of notices: an account with a mail address, or a webhook. */
export interface Target {
  readonly accountId?: string;
  readonly webhookId?: string;
  /** True for a target that receives critical alarms only. */
  readonly criticalOnly?: boolean;
  /** Name of the target in the delivery list. */
  readonly name: string;
}

/** Returns the current notice targets by project: recipients with write access and the owner's webhooks. */
export async function readTargets(
  db: DbOrTx,
  projectIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Target[]>> {
  const targets = new Map<number, Target[]>();
  const add = (projectId: number, target: Target): void => {
    targets.set(projectId, [...(targets.get(projectId) ?? []), target]);
  };
  for (const { address, criticalOnly, id, project_id } of await readRecipients(db, projectIds, now))
    if (address !== null) add(project_id, { accountId: id, name: address, criticalOnly });
  const webhooks = await db
    .selectFrom('alarm_webhooks')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'alarm_webhooks.project_id')
        .onRef('projects.owner_id', '=', 'alarm_webhooks.owner_id'),
    )
    .select(['alarm_webhooks.id', 'alarm_webhooks.project_id', 'alarm_webhooks.url'])
    .where('alarm_webhooks.project_id', 'in', projectIds)
    .where('alarm_webhooks.enabled', '=', true)
    .execute();
  for (const { id, project_id, url } of webhooks) add(project_id, { webhookId: id, name: url });
  return targets;
}

/**
 * Returns the accounts that get mails and still own the project or have write access to it: accounts that
 * chose mails, and owners without a choice, who get critical alarms. Owners of demo copies get none, because
 * their alarms are simulated.
 */
export function readRecipients(db: DbOrTx, projectIds: readonly number[], now: number) {
  return db
    .selectFrom('projects')
    .innerJoin('accounts', (join) =>
      join.on((on) =>
        on.or([
          on('accounts.id', '=', on.ref('projects.owner_id')),
          on.exists(
            on
              .selectFrom('alarm_recipients as chosen')
              .select('chosen.account_id')
              .whereRef('chosen.project_id', '=', 'projects.id')
              .whereRef('chosen.account_id', '=', 'accounts.id'),
          ),
        ]),
      ),
    )
    .leftJoin('alarm_recipients', (join) =>
      join
        .onRef('alarm_recipients.project_id', '=', 'projects.id')
        .onRef('alarm_recipients.account_id', '=', 'accounts.id'),
    )
    .leftJoin('shares', (join) =>
      join
        .onRef('shares.project_id', '=', 'projects.id')
        .onRef('shares.account_id', '=', 'accounts.id')
        .on('shares.right', '=', 'rw')
        .on(buildLiveShareCondition(new Date(now))),
    )
    .select(['accounts.id', 'accounts.email as address', 'projects.id as project_id'])
    .select(sql<boolean>`coalesce(alarm_recipients.choice, 'critical') = 'critical'`.as('criticalOnly'))
    .where('projects.id', 'in', projectIds)
    .where('accounts.disabled_at', 'is', null)
    .where((where) =>
      where.or([
        where('alarm_recipients.choice', 'in', ['all', 'critical']),
        where.and([
          where('alarm_recipients.choice', 'is', null),
          where('projects.type_flag', '<>', TYPE_FLAG_DEMO),
        ]),
      ]),
    )
    .where((where) =>
      where.or([
        where('projects.owner_id', '=', where.ref('accounts.id')),
        where('shares.id', 'is not', null),
      ]),
    )
    .execute();
}
