import {
  type AlarmDelivery,
  type AlarmNotifications,
  type AlarmWebhook,
  type Api,
  DomainError,
  type HandlerInput,
  WEBHOOKS_MAX,
} from '@northlight/contract';
import { MINUTE_MS, createRandomBase62, createRandomId } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cutPage, presentPage } from '../../platform/db/cut-page.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import { containsText } from '../../platform/db/text-match.ts';
import { formatTimeCursor, isAfterTimeCursor, parseTimeCursor } from '../../platform/db/time-cursor.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getPermissionFor } from '../../platform/http/principal.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { requireConfirmation } from '../../platform/http/step-up.ts';
import { findDestination, DestinationError, resolveByDns } from '../../platform/outgoing/destination.ts';
import { sealProjectSecret } from '../../platform/secrets/project-secrets.ts';
import type { AlarmDeliveryTable, AlarmWebhookTable } from '../tables.ts';
import { queueNotice } from './enqueue.ts';
import { buildTestNotice } from './notices.ts';
import { readRecipients } from './targets.ts';

const UNKNOWN_WEBHOOK = { status: 404, message: 'The project has no such webhook.' } as const;
const MAX_TESTS_PER_MINUTE = 10;
const BOTH = ['web', 'openapi'] as const;

export async function presentNotifications(context: RequestContext): Promise<AlarmNotifications> {
  const { clock, db } = context.services;
  const project = getProjectAccess(context);
  const account = getAccount(context);
  const own = await db.selectFrom('accounts').select('email').where('id', '=', account.id).executeTakeFirst();
  const recipients = await readRecipients(db, [project.projectId], clock.now());
  const mine = recipients.find(({ id }) => id === account.id);
  const permission = (need: 'write' | 'owner') =>
    getPermissionFor(context.principal, { need, access: BOTH, project, notInDemo: true });
  const webhooks = await selectOwnerWebhooks(db, project.projectId).execute();
  return {
    mail: {
      on: mine !== undefined,
      criticalOnly: mine?.criticalOnly ?? false,
      ...(own?.email && { address: own.email }),
    },
    recipients: recipients.flatMap(({ address }) => address ?? []).sort(),
    webhooks: webhooks.map(presentWebhook),
    can: { mail: permission('write'), webhooks: permission('owner') },
  };
}

export async function setMail(
  context: RequestContext,
  { criticalOnly, on }: HandlerInput<Api['alarmMailSet']>['body'],
): Promise<void> {
  const choice = !on ? 'off' : criticalOnly ? 'critical' : 'all';
  const { projectId } = getProjectAccess(context);
  const row = { project_id: projectId, account_id: getAccount(context).id, choice } as const;
  await commitRequest(context, async (work) => {
    await work.tx
      .insertInto('alarm_recipients')
      .values(row)
      .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doUpdateSet({ choice }))
      .execute();
    await work.audit({
      action: 'alarm.mail',
      object: `project ${projectId}`,
      after: choice === 'all' ? 'on' : choice,
    });
  });
}

/** Adds a webhook of the owner. The destination is checked now and again before each delivery. */
export async function addWebhook(context: RequestContext, url: string) {
  requireConfirmation(context);
  const { clock, config, entropy } = context.services;
  const destination = await findDestination(url, {
    allowPrivate: config.webhookPrivate,
    resolve: resolveByDns,
  }).catch((error: unknown) => {
    if (!(error instanceof DestinationError)) throw error;
    throw new DomainError('invalidParameters', { fields: { url: error.message } });
  });
  const id = createRandomId(entropy, clock.now());
  const secret = `nlwh_${createRandomBase62(entropy, 32)}`;
  const row = await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const project = await tx
      .selectFrom('projects')
      .select(['id', 'secret_key'])
      .where('id', '=', projectId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const existing = await selectOwnerWebhooks(tx, projectId).execute();
    if (existing.length >= WEBHOOKS_MAX)
      throw new DomainError('invalidParameters', {
        fields: { url: `The limit of ${WEBHOOKS_MAX} webhooks is reached. Remove one first.` },
      });
    const values = {
      id,
      project_id: projectId,
      owner_id: work.account.id,
      url: destination.url.href,
      secret: sealProjectSecret(context.services, project, `webhook ${id}`, secret),
      enabled: true,
      note: null,
      failing_since: null,
      created_at: work.now,
    };
    await tx.insertInto('alarm_webhooks').values(values).execute();
    await work.audit({ action: 'alarm.webhook-add', object: values.url });
    return values;
  });
  return { webhook: presentWebhook(row), secret };
}

export async function changeWebhook(
  context: RequestContext,
  id: string,
  enabled: boolean,
): Promise<AlarmWebhook> {
  return commitRequest(context, async (work) => {
    const row = await work.tx
      .updateTable('alarm_webhooks')
      .set({ enabled, note: null, failing_since: null })
      .where('id', '=', id)
      .where('project_id', '=', work.projectId)
      .where('owner_id', '=', work.account.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new DomainError('invalidParameters', UNKNOWN_WEBHOOK);
    await work.audit({
      action: 'alarm.webhook-change',
      object: row.url,
      after: enabled ? 'on' : 'off',
    });
    return presentWebhook(row);
  });
}

export async function removeWebhook(context: RequestContext, id: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const row = await work.tx
      .deleteFrom('alarm_webhooks')
      .where('id', '=', id)
      .where('project_id', '=', work.projectId)
      .returning('url')
      .executeTakeFirst();
    if (!row) throw new DomainError('invalidParameters', UNKNOWN_WEBHOOK);
    await work.tx
      .deleteFrom('alarm_deliveries')
      .where('webhook_id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    await work.audit({ action: 'alarm.webhook-remove', object: row.url });
  });
}

export async function testWebhook(context: RequestContext, id: string): Promise<AlarmDelivery> {
  const { clock, entropy } = context.services;
  const now = clock.now();
  const delivery = await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const webhook = await selectOwnerWebhooks(tx, projectId)
      .where('alarm_webhooks.id', '=', id)
      .executeTakeFirst();
    if (!webhook) throw new DomainError('invalidParameters', UNKNOWN_WEBHOOK);
    const key = `webhook-test ${projectId}`;
    await lockLimitKey(tx, key);
    if ((await countAttempts(tx, key, new Date(now - MINUTE_MS))) >= MAX_TESTS_PER_MINUTE)
      throw new DomainError('repeated', { message: 'More than ten tests within 1 min. Try again in 1 min.' });
    await addAttempt(tx, key, createRandomId(entropy, now), new Date(now));
    const project = await tx
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const [queued = ''] = await queueNotice(
      tx,
      entropy,
      [{ webhookId: id, name: webhook.url }],
      buildTestNotice(project, now),
      now,
    );
    return tx.selectFrom('alarm_deliveries').selectAll().where('id', '=', queued).executeTakeFirstOrThrow();
  });
  context.services.notices.run();
  return presentDelivery(delivery);
}

type DeliveryQuery = HandlerInput<Api['alarmDeliveryList']>['query'];

/** Lists one page of deliveries, newest first; the cursor is time and id of the last row of the previous page. */
export async function listDeliveries(db: Db, projectId: number, query: DeliveryQuery) {
  let rows = db.selectFrom('alarm_deliveries').selectAll().where('project_id', '=', projectId);
  const { search, state } = query;
  if (state) rows = rows.where('state', '=', state);
  if (search) rows = rows.where(containsText(['target', 'subject'], search));
  const found = await rows
    .where(isAfterTimeCursor('created_at', parseTimeCursor(query.cursor)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return presentPage(
    cutPage(found, query.limit, ({ created_at: at, id }) => formatTimeCursor({ at, id })),
    presentDelivery,
  );
}

/** Selects the webhooks of the current owner. Webhooks of a former owner are ignored. */
const selectOwnerWebhooks = (db: Pick<Db, 'selectFrom'>, projectId: number) =>
  db
    .selectFrom('alarm_webhooks')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'alarm_webhooks.project_id')
        .onRef('projects.owner_id', '=', 'alarm_webhooks.owner_id'),
    )
    .selectAll('alarm_webhooks')
    .where('alarm_webhooks.project_id', '=', projectId)
    .orderBy('alarm_webhooks.id');

const presentWebhook = (row: Selectable<AlarmWebhookTable>): AlarmWebhook => ({
  id: row.id,
  url: row.url,
  enabled: row.enabled,
  ...(row.note !== null && { note: row.note }),
  ...(row.failing_since && { failingSince: row.failing_since.toISOString() }),
  createdAt: row.created_at.toISOString(),
});

const presentDelivery = (row: Selectable<AlarmDeliveryTable>): AlarmDelivery => ({
  id: row.id,
  target: row.target,
  moment: row.moment,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  ...(row.status !== null && { status: row.status }),
  ...(row.detail !== null && { detail: row.detail }),
  createdAt: row.created_at.toISOString(),
  ...(row.state === 'queued' && { nextAt: row.next_at.toISOString() }),
  ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
});
