import type { DbOrTx } from '../../platform/db/database.ts';
import { buildLiveShareCondition } from '../../sharing/index.ts';

/** A target of notices: an account with a mail address, or a webhook. */
export interface Target {
  readonly accountId?: string;
  readonly webhookId?: string;
  /** Shown in the delivery list. */
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
  for (const { address, id, project_id } of await readRecipients(db, projectIds, now))
    if (address !== null) add(project_id, { accountId: id, name: address });
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

/** Returns the accounts that turned on mails and still own the project or have write access to it. */
export function readRecipients(db: DbOrTx, projectIds: readonly number[], now: number) {
  return db
    .selectFrom('alarm_recipients')
    .innerJoin('accounts', 'accounts.id', 'alarm_recipients.account_id')
    .innerJoin('projects', 'projects.id', 'alarm_recipients.project_id')
    .leftJoin('shares', (join) =>
      join
        .onRef('shares.project_id', '=', 'projects.id')
        .onRef('shares.account_id', '=', 'accounts.id')
        .on('shares.right', '=', 'rw')
        .on(buildLiveShareCondition(new Date(now))),
    )
    .select(['accounts.id', 'accounts.email as address', 'alarm_recipients.project_id'])
    .where('alarm_recipients.project_id', 'in', projectIds)
    .where('accounts.disabled_at', 'is', null)
    .where((where) =>
      where.or([
        where('projects.owner_id', '=', where.ref('accounts.id')),
        where('shares.id', 'is not', null),
      ]),
    )
    .execute();
}
