import { DomainError, type newShare, type shareChange, type ShareValidity } from '@northlight/contract';
import { HOUR_MS, createRandomId } from '@northlight/runtime';
import type { z } from 'zod';
import type { AfterCommit } from '../platform/work.ts';
import type { Tx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { wakeDevicesWithQueuedWork } from '../jobs/index.ts';
import { checkShareLimits, lockForSharing } from './limits.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';
import { notifyCaller } from '../accounts/index.ts';
import { readProjectName } from './project-name.ts';
import { findReceiver } from './receiver.ts';
import { announceToHolders, isLiveShare } from './live-shares.ts';
import { findCurrentShare } from './store.ts';

type NewShare = z.output<typeof newShare>;
type ShareChange = z.output<typeof shareChange>;

/** Returns the expiry of a share by the server's clock; null for a permanent one. */
export function computeExpiry(validity: ShareValidity, now: number): Date | null {
  if (validity.kind === 'permanent') return null;
  if (validity.kind === 'hours') return new Date(now + validity.hours * HOUR_MS);
  const at = new Date(validity.at);
  if (at.getTime() <= now)
    throw new DomainError('invalidParameters', { fields: { 'validity.at': 'Choose a time in the future.' } });
  return at;
}

const describeShare = (right: string, end: Date | null): string =>
  `${right === 'rw' ? 'read-write' : 'read-only'}, ${end ? `until ${end.toISOString()}` : 'permanent'}`;

/**
 * Shares the project with an account. Replaces an existing share only with `overwrite`, otherwise throws 63.
 */
export async function createShare(
  services: Services,
  input: NewShare,
  context: RequestContext,
): Promise<string> {
  const { projectId } = getProjectAccess(context);
  if (input.right === 'rw') requireConfirmation(context);
  const receiver = await findReceiver(services, input.account, context);
  const now = services.clock.now();
  const end = computeExpiry(input.validity, now);
  const created = await commitRequest(services, context, async (tx, after) => {
    await lockForSharing(tx, projectId, receiver.id);
    const current = await findCurrentShare(tx, projectId, receiver.id);
    const live = current && isLiveShare(current, now) ? current : undefined;
    if (live && live.right === input.right && live.expires_at?.getTime() === end?.getTime())
      throw new DomainError('alreadyShared');
    if (live && !input.overwrite) throw new DomainError('shareOverwrites');
    await checkShareLimits(
      tx,
      {
        projectId,
        receiverId: receiver.id,
        right: input.right,
        permanent: end === null,
        replaces: current?.id,
      },
      new Date(now),
    );
    if (current)
      await tx
        .updateTable('shares')
        .set({ ended_at: new Date(now) })
        .where('id', '=', current.id)
        .execute();
    const shareId = createRandomId(services.entropy, now);
    await tx
      .insertInto('shares')
      .values({
        id: shareId,
        project_id: projectId,
        account_id: receiver.id,
        right: input.right,
        expires_at: end,
        created_at: new Date(now),
        created_by: getAccount(context).id,
        ended_at: null,
        extension_asked_at: null,
        extension_note: null,
      })
      .execute();
    await auditRequest(services, tx, context, {
      action: 'share.create',
      object: receiver.account,
      before: live && describeShare(live.right, live.expires_at),
      after: describeShare(input.right, end),
    });
    await announceRightsChange(services, tx, after, projectId, receiver.id);
    return shareId;
  });
  const project = await readProjectName(services.db, projectId);
  await notifyCaller(
    context,
    `Northlight: ${project} is shared with ${receiver.account}`,
    `You shared the project ${project} with ${receiver.account}: ${describeShare(input.right, end)}.`,
  );
  return created;
}

export async function changeShare(
  services: Services,
  shareId: string,
  change: ShareChange,
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  const now = services.clock.now();
  const changed = await commitRequest(services, context, async (tx, after) => {
    const share = await findShare(tx, projectId, shareId);
    await lockForSharing(tx, projectId, share.account_id);
    if ((change.right ?? share.right) === 'rw') requireConfirmation(context);
    const right = change.right ?? share.right;
    const end = change.validity ? computeExpiry(change.validity, now) : share.expires_at;
    await checkShareLimits(
      tx,
      { projectId, receiverId: share.account_id, right, permanent: end === null, replaces: shareId },
      new Date(now),
    );
    await tx
      .updateTable('shares')
      .set({ right, expires_at: end, extension_asked_at: null, extension_note: null })
      .where('id', '=', shareId)
      .execute();
    await auditRequest(services, tx, context, {
      action: 'share.change',
      object: share.account,
      before: describeShare(share.right, share.expires_at),
      after: describeShare(right, end),
    });
    await announceRightsChange(services, tx, after, projectId, share.account_id);
    return { account: share.account, text: describeShare(right, end) };
  });
  const project = await readProjectName(services.db, projectId);
  await notifyCaller(
    context,
    `Northlight: the share of ${project} with ${changed.account} was changed`,
    `You changed the share of the project ${project} with ${changed.account} to: ${changed.text}.`,
  );
}

/** Ends a share at once, for the owner or the receiver. Without an id, ends the caller's own share. */
export async function endShare(
  services: Services,
  id: string | undefined,
  action: 'share.remove' | 'share.leave',
  context: RequestContext,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  const now = new Date(services.clock.now());
  await commitRequest(services, context, async (tx, after) => {
    const shareId = id ?? (await findCurrentShare(tx, projectId, getAccount(context).id))?.id;
    if (shareId === undefined) throw new DomainError('shareGone');
    const share = await findShare(tx, projectId, shareId);
    await lockForSharing(tx, projectId, share.account_id);
    await tx.updateTable('shares').set({ ended_at: now }).where('id', '=', shareId).execute();
    await auditRequest(services, tx, context, {
      action,
      object: share.account,
      before: describeShare(share.right, share.expires_at),
    });
    await announceRightsChange(services, tx, after, projectId, share.account_id);
  });
}

/** Stores the receiver's request to extend a share that has an end and was not removed. */
export async function requestExtension(
  services: Services,
  shareId: string,
  note: string,
  context: RequestContext,
): Promise<void> {
  const { id } = getAccount(context);
  const now = new Date(services.clock.now());
  await commitRequest(services, context, async (tx, after) => {
    const share = await tx
      .updateTable('shares')
      .set({ extension_asked_at: now, extension_note: note })
      .where('id', '=', shareId)
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', 'is not', null)
      .returning('project_id')
      .executeTakeFirst();
    if (!share) throw new DomainError('shareGone');
    await auditRequest(services, tx, context, {
      action: 'share.extension-asked',
      object: `project ${share.project_id}`,
      after: note,
      projectId: share.project_id,
    });
    after.liveTo([id], 'sharing');
    await announceToHolders(tx, after, share.project_id, now, 'sharing');
  });
}

async function findShare(tx: Tx, projectId: number, shareId: string) {
  const share = await tx
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.account_id')
    .select(['shares.account_id', 'shares.right', 'shares.expires_at', 'accounts.account'])
    .where('shares.id', '=', shareId)
    .where('shares.project_id', '=', projectId)
    .where('shares.ended_at', 'is', null)
    .executeTakeFirst();
  if (!share) throw new DomainError('shareGone');
  return share;
}

/** Requests that pages, streams and queued work check the account's access again. */
async function announceRightsChange(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  projectId: number,
  accountId: string,
): Promise<void> {
  after.rightsChanged({ accountId });
  after.liveTo([accountId], 'projects', 'sharing');
  await announceToHolders(tx, after, projectId, new Date(services.clock.now()), 'projects', 'sharing');
  await wakeDevicesWithQueuedWork(tx, after, projectId, accountId);
}
