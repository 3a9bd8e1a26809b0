import { DomainError } from '@northlight/contract';
import { authorise, EXPIRED, type ProjectAccess } from '../platform/http/principal.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';

/** Where templates are used. */
export const WEB = ['web'] as const;

export interface NamedProject {
  readonly access: ProjectAccess;
  readonly name: string;
}

/** A project that the request names in its body: the same refusals, in the same order, as if its address did. */
async function project(
  services: Services,
  { principal }: RequestContext,
  projectId: number,
  need: 'read' | 'write',
): Promise<NamedProject> {
  const standing = await services.projectAccess(principal, projectId);
  authorise(principal, { need, access: WEB, project: standing, writes: need === 'write' });
  if (!standing || standing === EXPIRED) throw new DomainError('projectInvalid');
  const { name } = await services.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { access: standing, name };
}

export const readableProject = (services: Services, context: RequestContext, projectId: number) =>
  project(services, context, projectId, 'read');

export const writableProject = (services: Services, context: RequestContext, projectId: number) =>
  project(services, context, projectId, 'write');
