import { DomainError } from '@northlight/contract';
import { authorise, EXPIRED, type ProjectAccess } from '../platform/http/principal.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';

/** Access types of template operations. */
export const WEB = ['web'] as const;

export interface NamedProject {
  readonly access: ProjectAccess;
  readonly name: string;
}

/** Authorises a project that the request body names, with the same errors in the same order as one in the path. */
async function findProject(
  services: Services,
  { principal }: RequestContext,
  projectId: number,
  need: 'read' | 'write',
): Promise<NamedProject> {
  const access = await services.projectAccess(principal, projectId);
  authorise(principal, { need, access: WEB, project: access, writes: need === 'write' });
  if (!access || access === EXPIRED) throw new DomainError('projectInvalid');
  const { name } = await services.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { access, name };
}

export const readableProject = (services: Services, context: RequestContext, projectId: number) =>
  findProject(services, context, projectId, 'read');

export const writableProject = (services: Services, context: RequestContext, projectId: number) =>
  findProject(services, context, projectId, 'write');
