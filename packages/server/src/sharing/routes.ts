import {
  ALLOWED,
  DomainError,
  ERRORS,
  FORMER_HOLDER_DAYS,
  type Share,
  type Sharing,
  type Transfer,
} from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { getPermissionFor, type Principal, type ProjectAccess } from '../platform/http/principal.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { presentShare, presentTransfer } from './present.ts';
import { requestExtension, changeShare, createShare, endShare } from './shares.ts';
import { isLiveShare, buildLiveShareCondition } from './live-shares.ts';
import { selectShares, selectTransfers } from './store.ts';
import {
  acceptTransfer,
  cancelTransfer,
  declineTransfer,
  offerTransfer,
  reviewTransfer,
} from './transfers.ts';

type Keys =
  | 'sharingGet'
  | 'shareCreate'
  | 'shareChange'
  | 'shareRemove'
  | 'shareLeave'
  | 'shareReceivedList'
  | 'shareExtensionAsk'
  | 'transferCreate'
  | 'transferCancel'
  | 'transferReceivedList'
  | 'transferReview'
  | 'transferAccept'
  | 'transferDecline';

const WEB_ACCESS = ['web'] as const;
const NOT_SHARED = {
  allowed: false as const,
  code: ERRORS.shareGone.code,
  reason: 'The project is your own.',
};

const NOT_CHANGEABLE = {
  allowed: false as const,
  code: ERRORS.readOnly.code,
  reason: 'Only the owner of the project can change a share.',
};

const mayOwn = (principal: Principal, project: ProjectAccess, notInDemo = false) =>
  getPermissionFor(principal, { need: 'owner', access: WEB_ACCESS, project, notInDemo });

export function sharingRoutes(services: Services): HandlersOf<Keys> {
  const { db, clock } = services;
  const oneShare = async (id: string, context: RequestContext): Promise<Share> => {
    const row = await selectShares(db).where('shares.id', '=', id).executeTakeFirst();
    if (!row) throw new DomainError('shareGone');
    return presentShare(row, clock.now(), mayOwn(context.principal, getProjectAccess(context)), false);
  };
  return {
    sharingGet: (_input, context) => getSharing(context),
    shareCreate: async ({ body }, context) => oneShare(await createShare(context, body), context),
    shareChange: async ({ params, body }, context) => {
      await changeShare(context, params.shareId, body);
      return oneShare(params.shareId, context);
    },
    shareRemove: ({ params }, context) => endShare(context, params.shareId, 'share.remove'),
    shareLeave: (_input, context) => endShare(context, undefined, 'share.leave'),
    shareReceivedList: async (_input, context) => {
      const rows = await selectShares(db)
        .where('shares.account_id', '=', getAccount(context).id)
        .where(buildLiveShareCondition(new Date(clock.now() - FORMER_HOLDER_DAYS * DAY_MS)))
        .execute();
      return { items: rows.map((row) => presentShare(row, clock.now(), NOT_CHANGEABLE, true)) };
    },
    shareExtensionAsk: ({ params, body }, context) => requestExtension(context, params.shareId, body.note),
    transferCreate: async ({ body }, context) => {
      const id = await offerTransfer(context, body.account);
      const row = await selectTransfers(db).where('project_transfers.id', '=', id).executeTakeFirstOrThrow();
      return presentTransfer(row, clock.now());
    },
    transferCancel: (_input, context) => cancelTransfer(context),
    transferReceivedList: async (_input, context) => ({ items: await listReceivedOffers(context) }),
    transferReview: ({ params }, context) => reviewTransfer(context, params.transferId),
    transferAccept: async ({ body, params }, context) => ({
      projectId: await acceptTransfer(context, params.transferId, body.revision),
    }),
    transferDecline: ({ params }, context) => declineTransfer(context, params.transferId),
  };
}

/** Returns all shares and the open offer to the owner, and only their own share to other accounts. */
async function getSharing(context: RequestContext): Promise<Sharing> {
  const { db, clock } = context.services;
  const project = getProjectAccess(context);
  const { principal } = context;
  const now = clock.now();
  const share = mayOwn(principal, project, true);
  const change = mayOwn(principal, project);
  const rows = await selectShares(db).where('shares.project_id', '=', project.projectId).execute();
  const own =
    principal.kind === 'account' ? rows.find((row) => row.account_id === principal.account.id) : undefined;
  const can = { share, transfer: share, leave: own ? ALLOWED : NOT_SHARED };
  if (!change.allowed) return { items: own ? [presentShare(own, now, NOT_CHANGEABLE, true)] : [], can };
  const offer = await selectTransfers(db)
    .where('project_transfers.project_id', '=', project.projectId)
    .where('project_transfers.state', '=', 'open')
    .executeTakeFirst();
  const writing = rows.filter((row) => row.right === 'rw' && isLiveShare(row, now));
  return {
    items: rows.map((row) => presentShare(row, now, change, false)),
    ...(offer && { transfer: presentTransfer(offer, now) }),
    counts: {
      write: writing.length,
      permanentWrite: writing.filter((row) => row.expires_at === null).length,
    },
    can,
  };
}

async function listReceivedOffers(context: RequestContext): Promise<Transfer[]> {
  const { db, clock } = context.services;
  const rows = await selectTransfers(db)
    .where('project_transfers.to_id', '=', getAccount(context).id)
    .where('project_transfers.state', '=', 'open')
    .execute();
  return rows.map((row) => presentTransfer(row, clock.now()));
}
