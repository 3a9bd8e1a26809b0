import { createHmac } from 'node:crypto';
import { alarmNotice, RETRY_SECONDS, WEBHOOK_FAILING_DAYS } from '@northlight/contract';
import { type Selectable, sql } from 'kysely';
import { DAY_MS } from '@northlight/runtime';
import { findDestination, resolveByDns } from '../../platform/outgoing/destination.ts';
import { postJson } from '../../platform/outgoing/post.ts';
import { openProjectSecret } from '../../platform/secrets/project-secrets.ts';
import type { Services } from '../../services.ts';
import type { AlarmDeliveryTable } from '../tables.ts';
import { formatMail } from './notices.ts';
import { readRecipients } from './targets.ts';

export type DeliverServices = Pick<Services, 'clock' | 'config' | 'db' | 'envelope' | 'log' | 'mailer'> & {
  readonly address: () => string;
};

/** Time after which an unfinished delivery is sent again, because its server has stopped. */
const LEASE_MS = 60_000;
const BATCH_SIZE = 10;
const TURNED_OFF_NOTE = `Turned off, because every delivery failed for ${WEBHOOK_FAILING_DAYS} days.`;

type Delivery = Selectable<AlarmDeliveryTable>;
interface Result {
  readonly ok: boolean;
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
}

/** Sends due deliveries; returns their projects. */
export async function deliverDueNotices(services: DeliverServices): Promise<readonly number[]> {
  const { clock, db } = services;
  const now = clock.now();
  const due = await sql<Delivery>`
    update alarm_deliveries set attempts = attempts + 1, next_at = ${new Date(now + LEASE_MS)}
    where id in (
      select id from alarm_deliveries where state = 'queued' and next_at <= ${new Date(now)}
      order by next_at limit ${BATCH_SIZE} for update skip locked)
    returning *`.execute(db);
  await Promise.all(
    due.rows.map(async (delivery) => {
      const result = await send(services, delivery).catch((error: unknown): Result => ({
        ok: false,
        detail: getErrorMessage(error),
      }));
      await saveResult(services, delivery, result);
    }),
  );
  return [...new Set(due.rows.map(({ project_id }) => project_id))];
}

const getErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : 'The notice could not be sent.').slice(0, 300);

const send = (services: DeliverServices, delivery: Delivery): Promise<Result> =>
  delivery.webhook_id === null
    ? sendMail(services, delivery)
    : sendWebhook(services, { ...delivery, webhook_id: delivery.webhook_id });

/** Checks at sending time that the account may still receive notices, and uses its current address. */
async function sendMail(
  { address, clock, db, mailer }: DeliverServices,
  delivery: Delivery,
): Promise<Result> {
  const recipients = await readRecipients(db, [delivery.project_id], clock.now());
  const to = recipients.find(({ id }) => id === delivery.account_id)?.address ?? undefined;
  if (to === undefined) return { ok: false, detail: TARGET_REMOVED };
  const body = alarmNotice.parse(JSON.parse(delivery.body));
  const { time_zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', delivery.project_id)
    .executeTakeFirstOrThrow();
  const text = formatMail(delivery.subject, body, address(), time_zone);
  await mailer.send({ to, subject: delivery.subject, text });
  return { ok: true };
}

const TARGET_REMOVED = 'The project no longer has this recipient.';

/** Returns the value of the signature header, which proves the origin and the time of a notice. */
export function signNotice(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

async function sendWebhook(
  services: DeliverServices,
  delivery: Delivery & { readonly webhook_id: string },
): Promise<Result> {
  const { clock, config, db } = services;
  const webhook = await db
    .selectFrom('alarm_webhooks')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'alarm_webhooks.project_id')
        .onRef('projects.owner_id', '=', 'alarm_webhooks.owner_id'),
    )
    .select(['alarm_webhooks.url', 'alarm_webhooks.secret', 'alarm_webhooks.enabled'])
    .select(['projects.id', 'projects.secret_key'])
    .where('alarm_webhooks.id', '=', delivery.webhook_id)
    .executeTakeFirst();
  if (!webhook || (!webhook.enabled && delivery.moment !== 'test'))
    return { ok: false, detail: TARGET_REMOVED };
  const secret = openProjectSecret(
    services,
    webhook,
    `webhook ${delivery.webhook_id}`,
    webhook.secret,
  ).reveal();
  const destination = await findDestination(webhook.url, {
    allowPrivate: config.webhookPrivate,
    resolve: resolveByDns,
  });
  const headers = {
    'user-agent': 'Northlight',
    'northlight-delivery': delivery.id,
    'northlight-signature': signNotice(secret, delivery.body, clock.now()),
  };
  const { status, text } = await postJson(clock, destination, headers, delivery.body);
  if (status >= 200 && status < 300) return { ok: true, status };
  const detail =
    status >= 300 && status < 400 ? 'The receiver answered with a redirect, which is not followed.' : text;
  return { ok: false, status, detail: detail.slice(0, 300).replaceAll('\0', '') };
}

async function saveResult({ clock, db }: DeliverServices, delivery: Delivery, result: Result): Promise<void> {
  const now = clock.now();
  const at = new Date(now);
  const wait = RETRY_SECONDS[delivery.attempts - 1];
  const ended =
    result.ok || wait === undefined || result.detail === TARGET_REMOVED || delivery.moment === 'test';
  await db
    .updateTable('alarm_deliveries')
    .set({
      state: result.ok ? 'delivered' : ended ? 'failed' : 'queued',
      status: result.status ?? null,
      detail: result.ok ? null : (result.detail ?? 'The notice could not be sent.'),
      next_at: ended ? at : new Date(now + wait * 1000),
      ended_at: ended ? at : null,
    })
    .where('id', '=', delivery.id)
    .execute();
  if (delivery.webhook_id === null || delivery.moment === 'test' || result.detail === TARGET_REMOVED) return;
  const webhook = db.updateTable('alarm_webhooks').where('id', '=', delivery.webhook_id);
  if (result.ok) {
    await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
    return;
  }
  await webhook.set({ failing_since: at }).where('failing_since', 'is', null).execute();
  await webhook
    .set({ enabled: false, note: TURNED_OFF_NOTE })
    .where('failing_since', '<=', new Date(now - WEBHOOK_FAILING_DAYS * DAY_MS))
    .execute();
}
