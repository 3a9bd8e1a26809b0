import { CODE_MINUTES, CODE_TRIES, DomainError, type ErrorName, isMobile } from '@northlight/contract';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  randomBase62,
  randomId,
  randomInt,
  sha256Hex,
} from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import type { Services } from '../../services.ts';

export type Purpose = 'sign-up' | 'reset' | 'email';

/** Per account; per client network ten times that. */
const SEND_LIMITS: readonly (readonly [windowMs: number, most: number, error: ErrorName])[] = [
  [MINUTE_MS, 1, 'codeMinuteLimit'],
  [HOUR_MS, 5, 'codeHourLimit'],
  [DAY_MS, 10, 'codeDayLimit'],
];
const NETWORK_FACTOR = 10;
/** Wrong codes of an account in a day, over all its flows; then codes pause. */
const WRONG_PER_DAY = 15;
const WRONG_PAUSE_MS = 30 * MINUTE_MS;
/** A request that died between proving and finishing holds its code no longer than this. */
const CLAIM_MS = MINUTE_MS;

export interface IssuedFlow {
  readonly flowId: string;
  readonly code: string;
  readonly expiresAt: Date;
}

const codeHash = (flowId: string, code: string): string => sha256Hex(`${flowId}:${code}`);

/** Counts the request against its limits (51, 52, 53, 75) and makes a flow with a fresh code. */
export async function issueCode(
  { clock, entropy, config }: Pick<Services, 'clock' | 'entropy' | 'config'>,
  tx: Tx,
  request: { purpose: Purpose; account: string; network: string; browserSecret: string },
): Promise<IssuedFlow> {
  const now = clock.now();
  await countRequest(tx, { clock, entropy }, request);
  const flowId = randomBase62(entropy, 22);
  const digits = isMobile(request.account) ? config.codeDigits.sms : config.codeDigits.mail;
  const code = String(randomInt(entropy, 0, 10 ** digits - 1)).padStart(digits, '0');
  const expiresAt = new Date(now + CODE_MINUTES * MINUTE_MS);
  await tx
    .insertInto('verification_flows')
    .values({
      flow_id: flowId,
      purpose: request.purpose,
      account: request.account,
      code_hash: codeHash(flowId, code),
      browser_hash: sha256Hex(request.browserSecret),
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

async function countRequest(
  tx: Tx,
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  { account, network }: { account: string; network: string },
): Promise<void> {
  const now = clock.now();
  const keys = [
    [`code:account:${account}`, 1],
    [`code:network:${network}`, NETWORK_FACTOR],
  ] as const;
  if (await isPaused(tx, wrongCodeKey(account), now)) throw new DomainError('codeAttempts');
  for (const [key, factor] of keys) {
    await lockLimitKey(tx, key);
    for (const [windowMs, most, error] of SEND_LIMITS)
      if ((await countAttempts(tx, key, new Date(now - windowMs))) >= most * factor)
        throw new DomainError(error);
  }
  for (const [key] of keys) await addAttempt(tx, key, randomId(entropy, now), new Date(now));
}

export interface CodeAttempt {
  readonly flowId: string;
  readonly code: string;
  readonly purpose: Purpose;
  readonly account: string;
  readonly browserSecret: string | undefined;
}

export type CodeOutcome = 'proved' | 'wrongCode' | 'codeAttempts';

/**
 * Checks a code: right once, in its browser, for its purpose and account, within its time and tries. A right one is
 * held for `claim`, so that what is costly (the hash) runs once and only behind a right code; `useCode` spends it. The
 * answer is a fact, not an exception, because the counted try must be committed with the refusal.
 */
export async function verifyCode(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  proof: CodeAttempt,
  claim: string,
): Promise<CodeOutcome> {
  const now = clock.now();
  const flow = await tx
    .selectFrom('verification_flows')
    .selectAll()
    .where('flow_id', '=', proof.flowId)
    .forUpdate()
    .executeTakeFirst();
  // Whoever did not ask for the code has no say in it: his tries must not spend those of the one who did.
  const own =
    flow !== undefined &&
    flow.purpose === proof.purpose &&
    flow.account === proof.account &&
    flow.browser_hash === sha256Hex(proof.browserSecret ?? '');
  if (!own) return 'wrongCode';
  await lockLimitKey(tx, wrongCodeKey(flow.account));
  if (await isPaused(tx, wrongCodeKey(flow.account), now)) return 'codeAttempts';
  if (flow.tries >= CODE_TRIES) return 'codeAttempts';
  const open = flow.used_at === null && flow.expires_at.getTime() > now;
  const held = flow.claimed_at !== null && flow.claimed_at.getTime() > now - CLAIM_MS;
  if (open && flow.code_hash === codeHash(flow.flow_id, proof.code)) {
    if (held) return 'wrongCode';
    await setFlow(tx, flow.flow_id, { claim, claimed_at: new Date(now) });
    return 'proved';
  }
  await addAttempt(tx, wrongCodeKey(flow.account), randomId(entropy, now), new Date(now));
  await setFlow(tx, flow.flow_id, { tries: flow.tries + 1 });
  return flow.tries + 1 >= CODE_TRIES ? 'codeAttempts' : 'wrongCode';
}

/** Spends a code that this request has proved; false when another request did. */
export async function spendCode(tx: Tx, flowId: string, claim: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('verification_flows')
    .set({ used_at: now })
    .where('flow_id', '=', flowId)
    .where('claim', '=', claim)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Gives a right code back when what followed failed, so that it is not lost. */
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

const wrongCodeKey = (account: string): string => `code:wrong:${account}`;

/** Fifteen wrong codes in a day: codes of the account pause for half an hour after the last of them. */
async function isPaused(tx: Tx, key: string, now: number): Promise<boolean> {
  if ((await countAttempts(tx, key, new Date(now - DAY_MS))) < WRONG_PER_DAY) return false;
  return (await countAttempts(tx, key, new Date(now - WRONG_PAUSE_MS))) > 0;
}
