import { DomainError, QR_SECONDS } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import { addAttempt, countAttempts, lockLimitKey } from '../../platform/db/limits.ts';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import {
  isOwnBrowser,
  lockFlow,
  openFlow,
  updateFlow,
  type SignInFlow,
} from '../verification/verification-flows.ts';
import { completeSignIn, canUseWeb, type SignedIn } from './sign-in.ts';
import { lockAccount } from '../store.ts';

/** Limits of new codes per network; a page requests a new code every 2 min. */
const CREATE_LIMITS = [
  [60_000, 20],
  [3_600_000, 300],
] as const;
const SCAN_PATH = '/static/lrf';

export async function createQrCode(context: RequestContext) {
  const flow = await commitRequest(context, async (work) => {
    await countCreation(work, context.network);
    const opened = await openFlow(work, { kind: 'qr', lifeMs: QR_SECONDS * 1000 });
    await work.audit({ action: 'account.qr-code', object: opened.flowId });
    return opened;
  });
  return {
    code: flow.flowId,
    path: `${SCAN_PATH}?qr=${flow.flowId}`,
    expiresAt: flow.expiresAt.toISOString(),
  };
}

async function countCreation(work: RequestWork, network: string): Promise<void> {
  const { tx } = work;
  const { clock, entropy } = work.services;
  const key = `qr:${network}`;
  const now = clock.now();
  await lockLimitKey(tx, key);
  for (const [windowMs, limit] of CREATE_LIMITS)
    if ((await countAttempts(tx, key, new Date(now - windowMs))) >= limit)
      throw new DomainError('tooManyFailures', {
        message: 'Too many codes for this network. Try again in 1 min, or at the latest in 1 h.',
      });
  await addAttempt(tx, key, createRandomId(entropy, now), new Date(now));
}

const STATES = {
  open: 'scanning',
  scanned: 'scanned',
  confirmed: 'logging-in',
  verified: 'logging-in',
  refused: 'expired',
} as const;

/** Returns the state of a code to the browser that shows it. */
export async function getQrState(context: RequestContext, code: string) {
  const { db, clock } = context.services;
  const flow = await db
    .selectFrom('sign_in_flows')
    .selectAll()
    .where('flow_id', '=', code)
    .where('kind', '=', 'qr')
    .executeTakeFirst();
  if (!flow || !isOwnBrowser(flow, context)) throw new DomainError('loginCodeInvalid');
  if (flow.state === 'used') throw new DomainError('loginCodeUsed');
  const expired = flow.expires_at.getTime() <= clock.now();
  return {
    state: expired ? ('expired' as const) : STATES[flow.state],
    expiresAt: flow.expires_at.toISOString(),
  };
}

function checkOpen(flow: SignInFlow | undefined, now: number): SignInFlow {
  if (!flow) throw new DomainError('loginCodeInvalid');
  if (flow.state === 'used' || flow.state === 'confirmed') throw new DomainError('loginCodeUsed');
  if (flow.state === 'refused' || flow.expires_at.getTime() <= now) throw new DomainError('loginCodeExpired');
  return flow;
}

/** Scans a code with the caller's phone; afterwards only the caller's account can confirm it. */
export async function scanQrCode(context: RequestContext, code: string) {
  const flow = await changeFlowState(context, code, { from: ['open', 'scanned'], to: 'scanned' });
  return { network: flow.network, userAgent: flow.user_agent, expiresAt: flow.expires_at.toISOString() };
}

export async function answerQrCode(
  context: RequestContext,
  code: string,
  answer: 'confirmed' | 'refused',
): Promise<void> {
  await changeFlowState(context, code, { from: ['scanned'], to: answer });
}

async function changeFlowState(
  context: RequestContext,
  code: string,
  { from, to }: { from: readonly SignInFlow['state'][]; to: 'scanned' | 'confirmed' | 'refused' },
): Promise<SignInFlow> {
  const { id } = getAccount(context);
  return commitRequest(context, async (work) => {
    const flow = checkOpen(await lockFlow(work.tx, 'qr', code), context.services.clock.now());
    const foreign = flow.account_id !== null && flow.account_id !== id;
    if (foreign || !from.includes(flow.state)) throw new DomainError('loginCodeInvalid');
    await updateFlow(work.tx, code, { state: to, account_id: id });
    await work.audit({
      action: `account.qr-${to}`,
      object: code,
      after: flow.network,
    });
    return flow;
  });
}

/** Signs in the browser that shows the code, once, after the phone has confirmed it. */
export async function signInByQrCode(context: RequestContext, code: string): Promise<SignedIn> {
  const refused = { action: 'account.sign-in', object: code, after: 'qr' };
  return commitRequest(context, async (work) => {
    const { tx } = work;
    const flow = await lockFlow(tx, 'qr', code);
    if (!flow || !isOwnBrowser(flow, context)) throw new DomainError('loginCodeInvalid');
    if (flow.state === 'used') throw new DomainError('loginCodeUsed');
    if (flow.expires_at.getTime() <= context.services.clock.now()) throw new DomainError('loginCodeExpired');
    if (flow.state !== 'confirmed' || flow.account_id === null) throw new DomainError('loginCodeInvalid');
    const account = await lockAccount(tx, flow.account_id);
    if (!canUseWeb(account)) throw new DomainError('loginCodeInvalid');
    await updateFlow(tx, code, { state: 'used' });
    return completeSignIn(work, account, {
      remember: false,
      by: 'qr',
      confirmed: false,
    });
  }).catch(async (error: unknown) => {
    await auditRefusal(context, refused, error);
    throw error;
  });
}
