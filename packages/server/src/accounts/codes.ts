import {
  CODE_MINUTES,
  CODE_TRIES,
  DomainError,
  EMAIL_CODE_DIGITS,
  type ErrorName,
} from '@northlight/contract';
import { randomBase62, randomId, randomInt, sha256Hex } from '@northlight/runtime';
import type { Tx } from '../platform/db/database.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import type { Services } from '../services.ts';

export type Purpose = 'sign-up' | 'reset';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Per account; per client network ten times that. */
const SEND_LIMITS: readonly (readonly [windowMs: number, most: number, error: ErrorName])[] = [
  [MINUTE, 1, 'codeMinuteLimit'],
  [HOUR, 5, 'codeHourLimit'],
  [DAY, 10, 'codeDayLimit'],
];
const NETWORK_FACTOR = 10;
/** Wrong codes of an account in a day, over all its flows; then codes pause. */
const WRONG_PER_DAY = 15;
const WRONG_PAUSE_MS = 30 * MINUTE;

export interface IssuedFlow {
  readonly flowId: string;
  readonly browserSecret: string;
  readonly code: string;
  readonly expiresAt: Date;
}

const codeHash = (flowId: string, code: string): string => sha256Hex(`${flowId}:${code}`);

/** Counts the request against its limits (51, 52, 53, 75) and makes a flow with a fresh code. */
export async function issueCode(
  services: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  request: { purpose: Purpose; account: string; network: string },
): Promise<IssuedFlow> {
  const { clock, entropy } = services;
  const now = clock.now();
  await checkWrongPause(tx, request.account, now);
  const keys = [
    [`code:account:${request.account}`, 1],
    [`code:network:${request.network}`, NETWORK_FACTOR],
  ] as const;
  for (const [key, factor] of keys) {
    await lockLimitKey(tx, key);
    for (const [windowMs, most, error] of SEND_LIMITS)
      if ((await countAttempts(tx, key, new Date(now - windowMs))) >= most * factor)
        throw new DomainError(error);
  }
  for (const [key] of keys) await addAttempt(tx, key, randomId(entropy, now), new Date(now));
  const flowId = randomBase62(entropy, 22);
  const browserSecret = randomBase62(entropy, 22);
  const code = String(randomInt(entropy, 0, 10 ** EMAIL_CODE_DIGITS - 1)).padStart(EMAIL_CODE_DIGITS, '0');
  const expiresAt = new Date(now + CODE_MINUTES * MINUTE);
  await tx
    .insertInto('verification_flows')
    .values({
      flow_id: flowId,
      purpose: request.purpose,
      account: request.account,
      code_hash: codeHash(flowId, code),
      browser_hash: sha256Hex(browserSecret),
      tries: 0,
      created_at: new Date(now),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { flowId, browserSecret, code, expiresAt };
}

export interface ProvedFlow {
  readonly flowId: string;
  readonly code: string;
  readonly purpose: Purpose;
  readonly account: string;
  readonly browserSecret: string | undefined;
}

/**
 * Checks a code: right once, in its browser, for its purpose and account, within its time and tries. The answer is a
 * fact, not an exception, because the counted try must be committed with the refusal.
 */
export async function proveCode(
  { clock, entropy }: Pick<Services, 'clock' | 'entropy'>,
  tx: Tx,
  proof: ProvedFlow,
): Promise<'proved' | 'wrongCode' | 'codeAttempts'> {
  const now = clock.now();
  const wrongKey = `code:wrong:${proof.account}`;
  await lockLimitKey(tx, wrongKey);
  if (await isPaused(tx, wrongKey, now)) return 'codeAttempts';
  const flow = await tx
    .selectFrom('verification_flows')
    .selectAll()
    .where('flow_id', '=', proof.flowId)
    .forUpdate()
    .executeTakeFirst();
  if (flow && flow.tries >= CODE_TRIES) return 'codeAttempts';
  const right =
    flow !== undefined &&
    flow.used_at === null &&
    flow.purpose === proof.purpose &&
    flow.account === proof.account &&
    flow.expires_at.getTime() > now &&
    flow.browser_hash === sha256Hex(proof.browserSecret ?? '') &&
    flow.code_hash === codeHash(flow.flow_id, proof.code);
  if (right) {
    await tx
      .updateTable('verification_flows')
      .set({ used_at: new Date(now) })
      .where('flow_id', '=', flow.flow_id)
      .execute();
    return 'proved';
  }
  await addAttempt(tx, wrongKey, randomId(entropy, now), new Date(now));
  if (!flow) return 'wrongCode';
  await tx
    .updateTable('verification_flows')
    .set({ tries: flow.tries + 1 })
    .where('flow_id', '=', flow.flow_id)
    .execute();
  return flow.tries + 1 >= CODE_TRIES ? 'codeAttempts' : 'wrongCode';
}

async function checkWrongPause(tx: Tx, account: string, now: number): Promise<void> {
  if (await isPaused(tx, `code:wrong:${account}`, now)) throw new DomainError('codeAttempts');
}

async function isPaused(tx: Tx, key: string, now: number): Promise<boolean> {
  if ((await countAttempts(tx, key, new Date(now - DAY))) < WRONG_PER_DAY) return false;
  return (await countAttempts(tx, key, new Date(now - WRONG_PAUSE_MS))) > 0;
}
