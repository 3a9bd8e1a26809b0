import { z } from 'zod';
import { accountName } from '../accounts/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { extensionNote, newShare, share, shareChange, sharing, transfer, transferReview } from './schema.ts';

/** Access types of sharing operations: only the console has the permission page (specification §6). */
const web = ['web'] as const;
const ok = z.object({ ok: z.literal(true) });
const shareParams = projectParams.extend({ shareId: z.uuid() });
const transferParams = z.object({ transferId: z.uuid() });

export const sharingEndpoints = {
  sharingGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/shares',
    access: web,
    needs: 'read',
    summary:
      'Lists the shares of a project and its open transfer. Accounts other than the owner see only their own share.',
    params: projectParams,
    response: sharing,
  }),
  shareCreate: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/shares',
    access: web,
    needs: 'owner',
    notInDemo: true,
    summary: 'Shares the project with an account.',
    params: projectParams,
    body: newShare,
    response: share,
    status: 201,
    errors: [
      'alreadyShared',
      'shareAccountUnknown',
      'shareToSelf',
      'shareReadLimit',
      'shareWriteLimit',
      'shareOverwrites',
    ],
  }),
  shareChange: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/shares/{shareId}',
    access: web,
    needs: 'owner',
    summary: 'Changes the permission or the validity of a share.',
    params: shareParams,
    body: shareChange,
    response: share,
    errors: ['shareGone', 'shareReadLimit', 'shareWriteLimit'],
  }),
  shareRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{projectId}/shares/{shareId}',
    access: web,
    needs: 'owner',
    summary: 'Ends a share immediately.',
    params: shareParams,
    response: ok,
    errors: ['shareGone'],
  }),
  shareLeave: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/shares/leave',
    access: web,
    needs: 'read',
    summary: 'Leaves a shared project.',
    params: projectParams,
    response: ok,
    errors: ['shareGone'],
  }),
  shareReceivedList: endpoint({
    method: 'GET',
    path: '/api/v1/shares',
    access: web,
    needs: 'account',
    summary: 'Lists the caller’s current and recently expired shares.',
    response: createWholeListSchema(share),
  }),
  shareExtensionAsk: endpoint({
    method: 'POST',
    path: '/api/v1/shares/{shareId}/extension',
    access: web,
    needs: 'account',
    summary: 'Asks the owner to extend a share, before or after it expired.',
    params: z.object({ shareId: z.uuid() }),
    body: extensionNote,
    response: ok,
    errors: ['shareGone'],
  }),
  transferCreate: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/transfer',
    access: web,
    needs: 'owner',
    notInDemo: true,
    summary: 'Offers the project to another account, which must accept it.',
    params: projectParams,
    body: z.object({ account: accountName }),
    response: transfer,
    status: 201,
    errors: ['shareToSelf', 'shareAccountUnknown', 'transferPending'],
  }),
  transferCancel: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{projectId}/transfer',
    access: web,
    needs: 'owner',
    summary: 'Withdraws an open offer.',
    params: projectParams,
    response: ok,
    errors: ['transferInvalid'],
  }),
  transferReceivedList: endpoint({
    method: 'GET',
    path: '/api/v1/transfers',
    access: web,
    needs: 'account',
    summary: 'Lists the projects offered to the caller.',
    response: createWholeListSchema(transfer),
  }),
  transferReview: endpoint({
    method: 'GET',
    path: '/api/v1/transfers/{transferId}',
    access: web,
    needs: 'account',
    summary: 'Returns the review of an offered project: inventory, open alarms, pending changes.',
    params: transferParams,
    response: transferReview,
    errors: ['transferInvalid', 'inviteExpired'],
  }),
  transferAccept: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/{transferId}/accept',
    access: web,
    needs: 'account',
    summary:
      'Accepts an offered project as it was reviewed. The former owner loses access at once. Refused if devices or shares have changed, or a job was created, since the review.',
    params: transferParams,
    body: z.object({ revision: storableText(64) }),
    response: z.object({ projectId: z.number().int() }),
    errors: ['transferInvalid', 'inviteExpired', 'configConflict'],
  }),
  transferDecline: endpoint({
    method: 'POST',
    path: '/api/v1/transfers/{transferId}/decline',
    access: web,
    needs: 'account',
    summary: 'Declines an offered project.',
    params: transferParams,
    response: ok,
    errors: ['transferInvalid', 'inviteExpired'],
  }),
} as const;
