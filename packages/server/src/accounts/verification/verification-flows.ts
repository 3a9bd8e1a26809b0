import { DomainError } from '@northlight/contract';
import { type Entropy, createRandomBase62, hashSha256Hex } from '@northlight/runtime';
import type { Selectable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInFlowTable } from '../tables.ts';
import { shortenUserAgent } from '../sessions/user-agent.ts';
import type { RequestWork } from '../../platform/http/commit-request.ts';

const SECRET = /^[0-9A-Za-z]{22}$/;
export type SignInFlow = Selectable<SignInFlowTable>;

/**
 * Returns the secret that connects flows to this browser: the secret in its cookie, which parallel flows
 * share, or a new one.
 */
export function ensureBrowserSecret({ cookies }: RequestContext, entropy: Entropy): string {
  const secret =
    cookies.flow !== undefined && SECRET.test(cookies.flow) ? cookies.flow : createRandomBase62(entropy, 22);
  cookies.setFlow(secret);
  return secret;
}

/** Starts a multi-step sign-in flow in this browser. */
export async function openFlow(
  work: RequestWork,
  flow: Pick<SignInFlowTable, 'kind'> &
    Partial<Pick<SignInFlowTable, 'account_id' | 'remember' | 'provider' | 'state' | 'subject'>> & {
      lifeMs: number;
    },
): Promise<{ flowId: string; expiresAt: Date }> {
  const { clock, entropy } = work.services;
  const { lifeMs, ...values } = flow;
  const now = clock.now();
  const flowId = createRandomBase62(entropy, 22);
  const expiresAt = new Date(now + lifeMs);
  await work.tx
    .insertInto('sign_in_flows')
    .values({
      flow_id: flowId,
      state: 'open',
      browser_hash: hashSha256Hex(ensureBrowserSecret(work.context, entropy)),
      account_id: null,
      remember: false,
      tries: 0,
      network: work.context.network,
      user_agent: shortenUserAgent(work.context.userAgent),
      provider: null,
      subject: null,
      created_at: new Date(now),
      expires_at: expiresAt,
      ...values,
    })
    .execute();
  return { flowId, expiresAt };
}

/** Locks a flow until the transaction ends; undefined when it does not exist. */
export async function lockFlow(
  tx: Tx,
  kind: SignInFlowTable['kind'],
  flowId: string,
): Promise<SignInFlow | undefined> {
  return tx
    .selectFrom('sign_in_flows')
    .selectAll()
    .where('flow_id', '=', flowId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
}

export const isOwnBrowser = (flow: SignInFlow, { cookies }: RequestContext): boolean =>
  cookies.flow !== undefined && flow.browser_hash === hashSha256Hex(cookies.flow);

export async function updateFlow(
  db: DbOrTx,
  flowId: string,
  values: Partial<Pick<SignInFlowTable, 'state' | 'account_id' | 'tries' | 'subject'>>,
): Promise<void> {
  await db.updateTable('sign_in_flows').set(values).where('flow_id', '=', flowId).execute();
}

/** Deletes flows and used tickets that expired before a time. */
export async function deleteOldFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('expires_at', '<', before).execute();
  await db.deleteFrom('used_tickets').where('expires_at', '<', before).execute();
}

/** Returns the flow if this browser started it and it has not expired; throws the given error otherwise. */
export function requireOwnOpenFlow(
  flow: SignInFlow | undefined,
  context: RequestContext,
  now: number,
  error: 'wrongCode' | 'bindingFailed' | 'bindingRefused',
): SignInFlow {
  if (!flow || !isOwnBrowser(flow, context) || flow.expires_at.getTime() <= now) throw new DomainError(error);
  return flow;
}
