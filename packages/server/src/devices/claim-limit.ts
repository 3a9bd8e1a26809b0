import { HOUR_MS, createRandomId, hashSha256Hex, MINUTE_MS } from '@northlight/runtime';
import {
  addAttempt,
  addDifferentAttempts,
  findAttempts,
  listLatestAttempts,
  lockLimitKey,
} from '../platform/db/limits.ts';
import type { RequestWork } from '../platform/http/commit-request.ts';

/** Additions with a wrong claim code that an account may make in 1 h. A list is one addition (decision 0180). */
const WRONG_ADDITIONS_PER_HOUR = 10;
/** Different wrong claim codes that an account may try in 1 h, by checks and additions together. */
export const WRONG_CODES_PER_HOUR = 2_000;
/** Time for which a right claim code is remembered, so that it can be used while the account is locked. */
const PROOF_MS = 24 * HOUR_MS;

/** A serial number with the hash of its claim code. */
interface ClaimCode {
  readonly sn: string;
  readonly claimHash: string;
}

export interface ClaimLock {
  readonly until: Date;
  /** Sentence with the end of the lock in the project's time zone. */
  readonly message: string;
}

/** The limits of wrong claim codes of an account, within one transaction. */
export interface ClaimLimit {
  /** Returns the lock that keeps a claim code from being compared; undefined if it may be compared. */
  findLock(code: ClaimCode): ClaimLock | undefined;
  noteWrong(code: ClaimCode): void;
  noteRight(code: ClaimCode): void;
  /** Stores the noted codes. An addition with a wrong code counts as one attempt, a check as none. */
  save(isAddition: boolean): Promise<void>;
}

/** Locks the limits of the account against parallel calls, and reads them. */
export async function openClaimLimit(work: RequestWork, codes: readonly ClaimCode[]): Promise<ClaimLimit> {
  const { tx } = work;
  const { clock, entropy } = work.services;
  const actor = work.actor;
  const [additions, wrongCodes, proofs] = [`claim:${actor}`, `claim-wrong:${actor}`, `claim-right:${actor}`];
  await lockLimitKey(tx, additions);
  const now = clock.now();
  const since = new Date(now - HOUR_MS);
  const zone = await readTimeZone(work);
  const idsOf = (key: string): string[] => codes.map((code) => createCodeId(key, code));
  const tried = await findAttempts(tx, idsOf(wrongCodes), since);
  const proven = await findAttempts(tx, idsOf(proofs), new Date(now - PROOF_MS));
  const latestAdditions = await listLatestAttempts(tx, additions, since, WRONG_ADDITIONS_PER_HOUR);
  const latestCodes = await listLatestAttempts(tx, wrongCodes, since, WRONG_CODES_PER_HOUR);
  const createLock = (latest: readonly Date[], limit: number): ClaimLock => {
    const until = new Date((latest.at(-1)?.getTime() ?? now) + HOUR_MS);
    return { until, message: describeLock(until, limit, zone) };
  };
  const additionLock =
    latestAdditions.length < WRONG_ADDITIONS_PER_HOUR
      ? undefined
      : createLock(latestAdditions, WRONG_ADDITIONS_PER_HOUR);
  let codeLock: ClaimLock | undefined;
  let hasWrong = false;
  const newWrong = new Set<string>();
  const right = new Set<string>();
  return {
    findLock: (code) => {
      if (proven.has(createCodeId(proofs, code))) return undefined;
      if (additionLock) return additionLock;
      if (latestCodes.length + newWrong.size < WRONG_CODES_PER_HOUR) return undefined;
      codeLock ??= createLock(latestCodes, WRONG_CODES_PER_HOUR);
      return codeLock;
    },
    noteWrong: (code) => {
      hasWrong = true;
      const id = createCodeId(wrongCodes, code);
      if (!tried.has(id)) newWrong.add(id);
    },
    noteRight: (code) => void right.add(createCodeId(proofs, code)),
    save: async (isAddition) => {
      const at = new Date(now);
      await addDifferentAttempts(tx, wrongCodes, [...newWrong], at);
      await addDifferentAttempts(tx, proofs, [...right], at);
      if (isAddition && hasWrong) await addAttempt(tx, additions, createRandomId(entropy, now), at);
    },
  };
}

const readTimeZone = async (work: RequestWork): Promise<string> => {
  const { time_zone } = await work.tx
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', work.projectId)
    .executeTakeFirstOrThrow();
  return time_zone;
};

/** Returns an id that is the same for each attempt with the code, so that it counts once. */
function createCodeId(key: string, { claimHash, sn }: ClaimCode): string {
  const digits = hashSha256Hex(`${key}:${sn}:${claimHash}`);
  return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join('-');
}

/** Names the next full minute, so that the lock has ended at that time. */
function describeLock(until: Date, limit: number, zone: string): string {
  const minute = new Date(Math.ceil(until.getTime() / MINUTE_MS) * MINUTE_MS);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(minute);
  return `Locked until ${time} after ${limit.toLocaleString('en-US')} wrong claim codes.`;
}
