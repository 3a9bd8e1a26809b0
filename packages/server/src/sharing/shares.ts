import { DomainError, type newShare, type shareChange, type ShareValidity } from '@northlight/contract';
import { HOUR_MS, createRandomId } from '@northlight/runtime';
import type { z } from 'zod';
import type { Tx } from '../platform/db/database.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
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
export async function createShare(context: RequestContext, input: NewShare): Promise<string> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  if (input.right === 'rw') requireConfirmation(context);
  const receiver = await findReceiver(context, input.account);
  const now = services.clock.now();
  const end = computeExpiry(input.validity, now);
  const created = await commitRequest(context, async (work) => {
    const { tx } = work;
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
        created_by: work.account.id,
        ended_at: null,
        extension_asked_at: null,
        extension_note: null,
      })
      .execute();
    await work.audit({
      action: 'share.create',
      object: receiver.account,
      before: live && describeShare(live.right, live.expires_at),
      after: describeShare(input.right, end),
    });
    await announceRightsChange(work, receiver.id);
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
  context: RequestContext,
  shareId: string,
  change: ShareChange,
): Promise<void> {
  const { projectId } = getProjectAccess(context);
  const now = context.services.clock.now();
  const changed = await commitRequest(context, async (work) => {
    const { tx } = work;
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
    await work.audit({
      action: 'share.change',
      object: share.account,
      before: describeShare(share.right, share.expires_at),
      after: describeShare(right, end),
    });
    await announceRightsChange(work, share.account_id);
    return { account: share.account, text: describeShare(right, end) };
  });
  const project = await readProjectName(context.services.db, projectId);
  await notifyCaller(
    context,
    `Northlight: the share of ${project} with ${changed.account} was changed`,
    `You changed the share of the project ${project} with ${changed.account} to: ${changed.text}.`,
  );
}

/** Ends a share at once, for the owner or the receiver. Without an id, ends the caller's own share. */
export async function endShare(
  context: RequestContext,
  id: string | undefined,
  action: 'share.remove' | 'share.leave',
): Promise<void> {
  await commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const shareId = id ?? (await findCurrentShare(tx, projectId, work.account.id))?.id;
    if (shareId === undefined) throw new DomainError('shareGone');
    const share = await findShare(tx, projectId, shareId);
    await lockForSharing(tx, projectId, share.account_id);
    await tx.updateTable('shares').set({ ended_at: work.now }).where('id', '=', shareId).execute();
    await work.audit({
      action,
      object: share.account,
      before: describeShare(share.right, share.expires_at),
    });
    await announceRightsChange(work, share.account_id);
  });
}

/** Stores the receiver's request to extend a share that has an end and was not removed. */
export async function requestExtension(
  context: RequestContext,
  shareId: string,
  note: string,
): Promise<void> {
  const { id } = getAccount(context);
  await commitRequest(context, async (work) => {
    const share = await work.tx
      .updateTable('shares')
      .set({ extension_asked_at: work.now, extension_note: note })
      .where('id', '=', shareId)
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', 'is not', null)
      .returning('project_id')
      .executeTakeFirst();
    if (!share) throw new DomainError('shareGone');
    await work.audit({
      action: 'share.extension-asked',
      object: `project ${share.project_id}`,
      after: note,
      projectId: share.project_id,
    });
    work.liveTo([id], 'sharing');
    await announceToHolders(work, share.project_id, 'sharing');
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
async function announceRightsChange(work: RequestWork, accountId: string): Promise<void> {
  const { projectId } = work;
  work.rightsChanged({ accountId });
  work.liveTo([accountId], 'projects', 'sharing');
  await announceToHolders(work, projectId, 'projects', 'sharing');
  await wakeDevicesWithQueuedWork(work, projectId, accountId);
}
