import { DomainError, TRANSFER_DAYS, type TransferReview } from '@northlight/contract';
import { DAY_MS, createRandomId, hashSha256Hex } from '@northlight/runtime';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { countOpenWork, wakeDevicesWithQueuedWork, readNewestJobId } from '../jobs/index.ts';
import { announceToHolders } from './live-shares.ts';
import { presentTransfer } from './present.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';
import { notifyCaller } from '../accounts/index.ts';
import { readProjectName } from './project-name.ts';
import { findReceiver } from './receiver.ts';
import { type NamedTransfer, selectTransfers } from './store.ts';

const MAX_ALARMS = 50;

/** Offers the project to an account. The owner changes only when the receiver accepts. */
export async function offerTransfer(context: RequestContext, account: string): Promise<string> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  requireConfirmation(context);
  const receiver = await findReceiver(context, account);
  const now = services.clock.now();
  const id = createRandomId(services.entropy, now);
  try {
    await commitRequest(context, async (work) => {
      const { tx } = work;
      await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
      await cancelExpired(tx, projectId, new Date(now));
      await tx
        .insertInto('project_transfers')
        .values({
          id,
          project_id: projectId,
          from_id: work.account.id,
          to_id: receiver.id,
          state: 'open',
          created_at: new Date(now),
          expires_at: new Date(now + TRANSFER_DAYS * DAY_MS),
          settled_at: null,
        })
        .execute();
      await work.audit({ action: 'transfer.offer', object: receiver.account });
      work.liveTo([receiver.id], 'sharing');
      await announceToHolders(work, projectId, 'sharing');
    });
  } catch (error) {
    throw findBrokenConstraint(error) === 'project_transfers_open'
      ? new DomainError('transferPending')
      : error;
  }
  const project = await readProjectName(services.db, projectId);
  await notifyCaller(
    context,
    `Northlight: ${project} is offered to ${receiver.account}`,
    `You offered the project ${project} to ${receiver.account}. When they accept within ${TRANSFER_DAYS} days, you lose access to it. Withdraw the offer on the permission page if that is wrong.`,
  );
  return id;
}

/** Cancels an expired offer, so that a new one can be created. */
async function cancelExpired(tx: Tx, projectId: number, now: Date): Promise<void> {
  await tx
    .updateTable('project_transfers')
    .set({ state: 'cancelled', settled_at: now })
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute();
}

export async function cancelTransfer(context: RequestContext): Promise<void> {
  await commitRequest(context, async (work) => {
    const { projectId } = work;
    const row = await work.tx
      .updateTable('project_transfers')
      .set({ state: 'cancelled', settled_at: work.now })
      .where('project_id', '=', projectId)
      .where('state', '=', 'open')
      .returning('to_id')
      .executeTakeFirst();
    if (!row) throw new DomainError('transferInvalid');
    await work.audit({ action: 'transfer.cancel', object: `project ${projectId}` });
    work.liveTo([row.to_id], 'sharing');
    await announceToHolders(work, projectId, 'sharing');
  });
}

/**
 * Returns the open offer with this id to the caller. Throws `transferInvalid` for any other id, and 64 for an
 * expired offer.
 */
async function findOpenOffer(
  context: RequestContext,
  id: string,
  db: DbOrTx = context.services.db,
): Promise<NamedTransfer> {
  const row = await selectTransfers(db).where('project_transfers.id', '=', id).executeTakeFirst();
  if (!row || row.to_id !== getAccount(context).id || row.state !== 'open')
    throw new DomainError('transferInvalid');
  if (row.expires_at.getTime() <= context.services.clock.now()) throw new DomainError('inviteExpired');
  return row;
}

/** Returns the current state of the project for the receiver of an offer. */
export async function reviewTransfer(context: RequestContext, id: string): Promise<TransferReview> {
  const { db, clock } = context.services;
  const row = await findOpenOffer(context, id);
  const projectId = row.project_id;
  const revision = await computeReviewRevision(db, projectId);
  const [devices, alarms, runningJobs, shares] = await Promise.all([
    db
      .selectFrom('devices')
      .select(['name', 'model', 'sn', 'kind', 'state', 'desired_rev', 'reported_rev', 'reported_status'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute(),
    db
      .selectFrom('alarms')
      .select(['at', 'event', 'severity'])
      .where('project_id', '=', projectId)
      .where('resolved_at', 'is', null)
      .where('status', '=', 'shown')
      .where('cause_id', 'is', null)
      .orderBy('at', 'desc')
      .limit(MAX_ALARMS)
      .execute(),
    countOpenWork(db, projectId),
    db
      .selectFrom('shares')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('project_id', '=', projectId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    ...presentTransfer(row, clock.now()),
    revision,
    devices: devices.map(({ name, model, sn, kind, state }) => ({ name, model, sn, kind, state })),
    openAlarms: alarms.map(({ at, event, severity }) => ({ at: at.toISOString(), event, severity })),
    pendingChanges: devices
      .filter((device) => device.desired_rev !== null && device.desired_rev !== device.reported_rev)
      .map((device) => ({ device: device.name, status: device.reported_status })),
    runningJobs,
    shares: Number(shares.total),
  };
}

/**
 * Accepts an offer: changes owner, shares, offer and audit in one transaction. Throws `configConflict` if devices, shares or jobs
 * differ from those of the review with the revision.
 */
export async function acceptTransfer(context: RequestContext, id: string, revision: string): Promise<number> {
  const { id: receiverId } = getAccount(context);
  return commitRequest(context, async (work) => {
    const { tx } = work;
    const found = await findOpenOffer(context, id, tx);
    await tx
      .selectFrom('projects')
      .select('id')
      .where('id', '=', found.project_id)
      .forNoKeyUpdate()
      .execute();
    // Reads the offer again, because it may have been cancelled while this transaction waited for the lock.
    const row = await findOpenOffer(context, id, tx);
    if ((await computeReviewRevision(tx, row.project_id)) !== revision)
      throw new DomainError('configConflict', {
        message: 'The project has changed since the review. Review it again.',
      });
    await tx
      .updateTable('projects')
      .set({ owner_id: receiverId })
      .where('id', '=', row.project_id)
      .where('owner_id', '=', row.from_id)
      .execute();
    // Ends the receiver's share, because the owner does not need one.
    await tx
      .updateTable('shares')
      .set({ ended_at: work.now })
      .where('project_id', '=', row.project_id)
      .where('account_id', '=', receiverId)
      .where('ended_at', 'is', null)
      .execute();
    await settleTransfer(tx, id, 'accepted', work.now);
    await work.audit({
      action: 'transfer.accept',
      object: `project ${row.project_id}`,
      before: row.from,
      after: row.to,
      projectId: row.project_id,
    });
    work.rightsChanged({ projectId: row.project_id });
    work.liveTo([row.from_id], 'projects', 'sharing');
    await announceToHolders(work, row.project_id, 'projects', 'sharing');
    await wakeDevicesWithQueuedWork(work, row.project_id, row.from_id);
    return row.project_id;
  }).catch((error: unknown) => {
    throw findBrokenConstraint(error) === 'projects_owner_name'
      ? new DomainError('transferInvalid', {
          message: 'You already have a project with this name. Rename it first.',
        })
      : error;
  });
}

export async function declineTransfer(context: RequestContext, id: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const row = await findOpenOffer(context, id, work.tx);
    await settleTransfer(work.tx, id, 'declined', work.now);
    await work.audit({
      action: 'transfer.decline',
      object: `project ${row.project_id}`,
      projectId: row.project_id,
    });
    work.liveTo([row.to_id, row.from_id], 'sharing');
  });
}

async function settleTransfer(tx: Tx, id: string, state: 'accepted' | 'declined', now: Date): Promise<void> {
  const settled = await tx
    .updateTable('project_transfers')
    .set({ state, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw new DomainError('transferInvalid');
}

/** Returns a text that differs when devices or shares of a project are not the same, or when a job was created since. */
async function computeReviewRevision(db: DbOrTx, projectId: number): Promise<string> {
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  const shares = await db
    .selectFrom('shares')
    .select(['id', 'right', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return hashSha256Hex(JSON.stringify([devices, shares, await readNewestJobId(db, projectId)]));
}
