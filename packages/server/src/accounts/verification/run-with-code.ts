import { DomainError, ERRORS, findPasswordLengthProblem } from '@northlight/contract';
import { createRandomBase62 } from '@northlight/runtime';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { type CodeOutcome, verifyCode, type Purpose, releaseCode, redeemCode } from './codes.ts';
import { findPasswordWeakness } from './common-passwords.ts';

export interface CodeInput {
  readonly flowId: string;
  readonly code: string;
  readonly account: string;
}

/** Throws a field error for a password that is too short, too long or too weak. */
export function checkNewPassword(
  { config }: Pick<Services, 'config'>,
  text: string,
  account: string,
  field = 'password',
): void {
  const problem = findPasswordLengthProblem(text, config.password) ?? findPasswordWeakness(text, account);
  if (problem !== undefined) throw new DomainError('invalidParameters', { fields: { [field]: problem } });
}

interface CodeProtectedAction<P, T> {
  readonly purpose: Purpose;
  readonly action: string;
  /** Costly work that runs after a correct code and outside a transaction. */
  readonly prepare: () => Promise<P>;
  /** Runs in the transaction that uses up the code. */
  readonly act: (work: RequestWork, prepared: P) => Promise<T>;
}

/**
 * Runs an action protected by a code exactly once: commits the counted attempt, runs the costly part, then uses up the code
 * in the transaction of the action. Releases the code when a step fails.
 */
export async function runWithCode<P, T>(
  context: RequestContext,
  input: CodeInput,
  { purpose, action, prepare, act }: CodeProtectedAction<P, T>,
): Promise<T> {
  const { db, entropy } = context.services;
  const claim = createRandomBase62(entropy, 22);
  const audit = {
    action,
    object: input.account,
    // Names the account in the audit row, because no user is signed in yet.
    ...(context.principal.kind === 'anonymous' && { actor: input.account }),
  };
  const attempt = { ...input, purpose, browserSecret: context.cookies.flow };
  const outcome = await commitRequest(context, async (work) => {
    const verified = await verifyCode(work, attempt, claim);
    if (verified !== 'verified') await auditRefusal(context, audit, createRefusal('wrongCode'), work.tx);
    return verified;
  });
  if (outcome !== 'verified') throw createRefusal(outcome);
  try {
    const prepared = await prepare();
    return await commitRequest(context, async (work) => {
      if (!(await redeemCode(work.tx, input.flowId, claim, work.now))) throw createRefusal('wrongCode');
      return act(work, prepared);
    });
  } catch (error) {
    await releaseCode(db, input.flowId, claim);
    await auditRefusal(context, audit, error);
    throw error;
  }
}

const createRefusal = (outcome: Exclude<CodeOutcome, 'verified'>): DomainError =>
  new DomainError(outcome, { fields: { code: ERRORS[outcome].message } });
