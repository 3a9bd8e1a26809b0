import { DomainError, ERRORS, passwordLengthProblem } from '@northlight/contract';
import { randomBase62 } from '@northlight/runtime';
import { type AfterCommit, commit } from '../../platform/commit.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { type CodeOutcome, verifyCode, type Purpose, releaseCode, spendCode } from './codes.ts';
import { passwordWeakness } from './common-passwords.ts';

export interface CodeInput {
  readonly flowId: string;
  readonly code: string;
  readonly account: string;
}

/** Refuses a password that may not be set, on its field. */
export function checkNewPassword(
  { config }: Pick<Services, 'config'>,
  text: string,
  account: string,
  field = 'password',
): void {
  const problem = passwordLengthProblem(text, config.password) ?? passwordWeakness(text, account);
  if (problem !== undefined) throw new DomainError('invalidParameters', { fields: { [field]: problem } });
}

interface CodeProtectedAction<P, T> {
  readonly purpose: Purpose;
  readonly action: string;
  /** Runs behind a right code and outside of any transaction: what is costly. */
  readonly prepare: () => Promise<P>;
  /** Runs in the transaction that spends the code. */
  readonly act: (tx: Tx, after: AfterCommit, prepared: P) => Promise<T>;
}

/**
 * Does something behind a code, exactly once: the try is counted and committed, then the costly part runs, then the
 * code is spent together with what it was for. When a part fails the code is given back.
 */
export async function withCode<P, T>(
  services: Services,
  context: RequestContext,
  input: CodeInput,
  { purpose, action, prepare, act }: CodeProtectedAction<P, T>,
): Promise<T> {
  const { db, clock, entropy } = services;
  const claim = randomBase62(entropy, 22);
  const proof = { ...input, purpose, browserSecret: context.cookies.flow };
  const outcome = await db.transaction().execute(async (tx) => {
    const proved = await verifyCode(services, tx, proof, claim);
    if (proved !== 'proved') await auditRefusal(services, tx, context, action, input.account);
    return proved;
  });
  if (outcome !== 'proved') throw refusal(outcome);
  try {
    const prepared = await prepare();
    return await commit(services, async (tx, after) => {
      if (!(await spendCode(tx, input.flowId, claim, new Date(clock.now())))) throw refusal('wrongCode');
      return act(tx, after, prepared);
    });
  } catch (error) {
    await releaseCode(db, input.flowId, claim);
    if (error instanceof DomainError) await auditRefusal(services, db, context, action, input.account);
    throw error;
  }
}

const auditRefusal = (
  services: Services,
  db: Parameters<typeof auditRequest>[1],
  context: RequestContext,
  action: string,
  account: string,
): Promise<void> =>
  auditRequest(services, db, context, {
    action,
    object: account,
    result: 'refused',
    // Nobody is signed in yet: the row names whom the try was meant for.
    ...(context.principal.kind === 'anonymous' && { actor: account }),
  });

const refusal = (outcome: Exclude<CodeOutcome, 'proved'>): DomainError =>
  new DomainError(outcome, { fields: { code: ERRORS[outcome].message } });
