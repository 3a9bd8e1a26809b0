import { DomainError } from '@northlight/contract';
import type { QueueRequester } from '../fair-queue.ts';
import type { CallerContext, Viewer } from './caller-context.ts';
import type { PrincipalAccount, ProjectAccess } from './principal.ts';

export type { RequestContext } from '../../services.ts';

/** Returns the project of a request whose endpoint needs a right on a project. */
export function getProjectAccess(context: CallerContext): ProjectAccess {
  if (!context.project)
    throw new Error('The endpoint declares no project right, so the request has no project.');
  return context.project;
}

export const getViewer = (context: CallerContext): Viewer => ({
  principal: context.principal,
  project: getProjectAccess(context),
});

/** Returns the account of the caller; throws for visitors and anonymous callers. */
export function getAccount(context: CallerContext): PrincipalAccount {
  if (context.principal.kind !== 'account') throw new DomainError('demoProject');
  return context.principal.account;
}

/** Returns the name of the caller in the audit. */
export function getActor(context: CallerContext): string {
  return context.principal.kind === 'account' ? context.principal.account.account : context.principal.kind;
}

/** Returns who a job of a request is for. Callers without an account are one requester together. */
export const getQueueRequester = ({ principal }: CallerContext): QueueRequester =>
  principal.kind === 'account'
    ? { id: principal.account.id, isVisitor: false }
    : { id: 'visitors', isVisitor: true };
