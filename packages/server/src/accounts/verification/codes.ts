import { CODE_MINUTES, CODE_TRIES, DomainError, type ErrorName, isMobile } from '@northlight/contract';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  createRandomBase62,
  createRandomId,
  drawRandomInt,
  hashSha256Hex,
} from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import type { Services } from '../../services.ts';
import type { RequestWork } from '../../platform/http/commit-request.ts';
import type { Work } from '../../platform/work.ts';

export type Purpose = 'sign-up' | 'reset' | 'email';

/** Limits per account; the limits per client network are ten times higher. */
const SEND_LIMITS: readonly (readonly [windowMs: number, limit: number, error: ErrorName])[] = [
  [MINUTE_MS, 1, 'codeMinuteLimit'],
  [HOUR_MS, 5, 'codeHourLimit'],
  [DAY_MS, 10, 'codeDayLimit'],
];
const NETWORK_FACTOR = 10;
/** Maximum number of wrong codes per account and day over all flows; codes are then blocked for 30 min. */
const WRONG_PER_DAY = 15;
const WRONG_PAUSE_MS = 30 * MINUTE_MS;
/** Time for which a verified code stays reserved if the request that verified it fails to use it. */
const CLAIM_MS = MINUTE_MS;

export interface IssuedFlow {
  readonly flowId: string;
  readonly code: string;
  readonly expiresAt: Date;
}

const hashCode = (flowId: string, code: string): string => hashSha256Hex(`${flowId}:${code}`);

/** Checks and counts the request against the limits (51, 52, 53, 75) and creates a flow with a new code. */
export async function issueCode(
  work: RequestWork,
  request: { purpose: Purpose; account: string; network: string; browserSecret: string },
): Promise<IssuedFlow> {
  const { clock, entropy, config } = work.services;
  const now = clock.now();
  await countRequest(work, request);
  const flowId = createRandomBase62(entropy, 22);
  const digits = isMobile(request.account) ? config.codeDigits.sms : config.codeDigits.mail;
  const code = String(drawRandomInt(entropy, 0, 10 ** digits - 1)).padStart(digits, '0');
  const expiresAt = new Date(now + CODE_MINUTES * MINUTE_MS);
  await endEarlierCodes(work.tx, request, new Date(now));
  await work.tx
    .insertInto('verification_flows')
    .values({
      flow_id: flowId,
      purpose: request.purpose,
      account: request.account,
      code_hash: hashCode(flowId, code),
      browser_hash: hashSha256Hex(request.browserSecret),
      tries: 0,
      created_at: new Date(now),
      expires_at: expiresAt,
      used_at: null,
      claim: null,
      claimed_at: null,
    })
    .execute();
  return { flowId, code, expiresAt };
}

/**
 * Ends the codes that this browser requested before for the same purpose. Other browsers' codes stay valid:
 * otherwise a stranger who requests codes for an address could invalidate those of its owner.
 */
async function endEarlierCodes(
  tx: Tx,
  { account, browserSecret, purpose }: { purpose: Purpose; account: string; browserSecret: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('verification_flows')
    .set({ expires_at: now })
    .where('account', '=', account)
    .where('purpose', '=', purpose)
    .where('browser_hash', '=', hashSha256Hex(browserSecret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

async function countRequest(
  work: Work,
  { account, network }: { account: string; network: string },
): Promise<void> {
  const { tx, entropy } = work;
  const now = work.now.getTime();
  const keys = [
    [`code:account:${account}`, 1],
    [`code:network:${network}`, NETWORK_FACTOR],
  ] as const;
  if (await isPaused(tx, formatWrongCodeKey(account), now)) throw new DomainError('codeAttempts');
  for (const [key, factor] of keys) {
    await lockLimitKey(tx, key);
    for (const [windowMs, limit, error] of SEND_LIMITS)
      if ((await countAttempts(tx, key, new Date(now - windowMs))) >= limit * factor)
        throw new DomainError(error);
  }
  for (const [key] of keys) await addAttempt(tx, key, createRandomId(entropy, now), new Date(now));
}

export interface CodeAttempt {
  readonly flowId: string;
  readonly code: string;
  readonly purpose: Purpose;
  readonly account: string;
  readonly browserSecret: string | undefined;
}

export type CodeOutcome = 'verified' | 'wrongCode' | 'codeAttempts';

/**
 * Verifies a code: it is valid in its browser, for its purpose and account, within its lifetime and number of
 * attempts. A correct code is reserved for `claim`, so that the costly hash runs once and only after a
 * correct code; `redeemCode` then uses it up. Returns a result instead of throwing, because the counted
 * attempt must be committed.
 */
export async function verifyCode(work: Work, attempt: CodeAttempt, claim: string): Promise<CodeOutcome> {
  const { tx, entropy } = work;
  const now = work.now.getTime();
  const flow = await tx
    .selectFrom('verification_flows')
    .selectAll()
    .where('flow_id', '=', attempt.flowId)
    .forUpdate()
    .executeTakeFirst();
  // Attempts from another browser must not use up the attempts of the requester.
  const isOwn =
    flow !== undefined &&
    flow.purpose === attempt.purpose &&
    flow.account === attempt.account &&
    flow.browser_hash === hashSha256Hex(attempt.browserSecret ?? '');
  if (!isOwn) return 'wrongCode';
  await lockLimitKey(tx, formatWrongCodeKey(flow.account));
  if (await isPaused(tx, formatWrongCodeKey(flow.account), now)) return 'codeAttempts';
  if (flow.tries >= CODE_TRIES) return 'codeAttempts';
  const isOpen = flow.used_at === null && flow.expires_at.getTime() > now;
  const isClaimed = flow.claimed_at !== null && flow.claimed_at.getTime() > now - CLAIM_MS;
  if (isOpen && flow.code_hash === hashCode(flow.flow_id, attempt.code)) {
    if (isClaimed) return 'wrongCode';
    await setFlow(tx, flow.flow_id, { claim, claimed_at: new Date(now) });
    return 'verified';
  }
  await addAttempt(tx, formatWrongCodeKey(flow.account), createRandomId(entropy, now), new Date(now));
  await setFlow(tx, flow.flow_id, { tries: flow.tries + 1 });
  return flow.tries + 1 >= CODE_TRIES ? 'codeAttempts' : 'wrongCode';
}

/** Uses up a code that this request has claimed; returns false when another request claimed it. */
export async function redeemCode(tx: Tx, flowId: string, claim: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('verification_flows')
    .set({ used_at: now })
    .where('flow_id', '=', flowId)
    .where('claim', '=', claim)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Releases a claimed code after a later step failed, so that it can be used again. */
export async function releaseCode(db: Services['db'], flowId: string, claim: string): Promise<void> {
  await db
    .updateTable('verification_flows')
    .set({ claim: null, claimed_at: null })
    .where('flow_id', '=', flowId)
    .where('claim', '=', claim)
    .where('used_at', 'is', null)
    .execute();
}

async function setFlow(
  tx: Tx,
  flowId: string,
  values: { tries: number } | { claim: string; claimed_at: Date },
): Promise<void> {
  await tx.updateTable('verification_flows').set(values).where('flow_id', '=', flowId).execute();
}

const formatWrongCodeKey = (account: string): string => `code:wrong:${account}`;

/** Returns true within 30 min after the last of 15 wrong codes in a day. */
async function isPaused(tx: Tx, key: string, now: number): Promise<boolean> {
  if ((await countAttempts(tx, key, new Date(now - DAY_MS))) < WRONG_PER_DAY) return false;
  return (await countAttempts(tx, key, new Date(now - WRONG_PAUSE_MS))) > 0;
}
