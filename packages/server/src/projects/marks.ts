import {
  type CustomScenario,
  DomainError,
  MAX_CUSTOM_SCENARIOS,
  type projectMark,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { createRandomId } from '@northlight/runtime';
import type { z } from 'zod';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

type ProjectMark = z.output<typeof projectMark>;

/**
 * Stores an account's private marks of a project. They are not audited, because the project does not change.
 */
export async function markProject(context: RequestContext, mark: ProjectMark): Promise<ProjectMark> {
  const tags = [...new Map(mark.tags.map((tag) => [normalizeName(tag), tag])).values()];
  const row = { favourite: mark.favourite, tags: JSON.stringify(tags) };
  const key = { account_id: getAccount(context).id, project_id: getProjectAccess(context).projectId };
  await commitRequest(context, (work) =>
    work.tx
      .insertInto('project_marks')
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'project_id']).doUpdateSet(row))
      .execute(),
  );
  return { favourite: mark.favourite, tags };
}

export async function listScenarios(context: RequestContext): Promise<CustomScenario[]> {
  const { db } = context.services;
  return db
    .selectFrom('custom_scenarios')
    .select(['id', 'name'])
    .where('account_id', '=', getAccount(context).id)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
}

/**
 * Adds a scenario. Locks the account's row while counting, so that parallel calls cannot exceed the limit.
 */
export async function addScenario(context: RequestContext, name: string): Promise<CustomScenario> {
  const account = getAccount(context);
  const now = context.services.clock.now();
  const scenario = { id: createRandomId(context.services.entropy, now), name };
  try {
    await commitRequest(context, async (work) => {
      const { tx } = work;
      await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute();
      const { count } = await tx
        .selectFrom('custom_scenarios')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_CUSTOM_SCENARIOS)
        throw new DomainError('invalidParameters', {
          fields: {
            name: `You can have at most ${MAX_CUSTOM_SCENARIOS} custom scenarios. Remove one first.`,
          },
        });
      await tx
        .insertInto('custom_scenarios')
        .values({
          ...scenario,
          account_id: account.id,
          name_key: normalizeName(name),
          created_at: new Date(now),
        })
        .execute();
      await work.audit({ action: 'scenario.create', object: `scenario ${name}` });
    });
  } catch (error) {
    if (findBrokenConstraint(error) !== 'custom_scenarios_name') throw error;
    throw new DomainError('invalidParameters', {
      fields: { name: 'You already have a scenario with this name. Enter a different one.' },
    });
  }
  return scenario;
}

export async function removeScenario(context: RequestContext, id: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const row = await work.tx
      .deleteFrom('custom_scenarios')
      .where('id', '=', id)
      .where('account_id', '=', work.account.id)
      .returning('name')
      .executeTakeFirst();
    if (!row)
      throw new DomainError('invalidParameters', { status: 404, message: 'There is no such scenario.' });
    await work.audit({ action: 'scenario.remove', object: `scenario ${row.name}` });
  });
}
