import { DomainError } from '@northlight/contract';
import { authorise, ACCESS_EXPIRED, type ProjectAccess } from '../platform/http/principal.ts';
import type { RequestContext } from '../platform/http/request-context.ts';

/** Access type of template operations: the console. */
export const WEB_ACCESS = ['web'] as const;

export interface NamedProject {
  readonly access: ProjectAccess;
  readonly name: string;
  /** Context of the request as if its path named this project. */
  readonly context: RequestContext;
}

/**
 * Authorises a project that the request body names. The errors and their order are those of a project in the
 * path.
 */
async function findProject(
  context: RequestContext,
  projectId: number,
  need: 'read' | 'write',
): Promise<NamedProject> {
  const { principal, services } = context;
  const requirement = { need, access: WEB_ACCESS, writes: need === 'write' };
  const access = await services.projectAccess(principal, projectId);
  authorise(principal, { ...requirement, project: access });
  if (!access || access === ACCESS_EXPIRED) throw new DomainError('projectInvalid');
  const { name } = await services.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { access, name, context: { ...context, project: access, requirement } };
}

export const findReadableProject = (context: RequestContext, projectId: number) =>
  findProject(context, projectId, 'read');

export const findWritableProject = (context: RequestContext, projectId: number) =>
  findProject(context, projectId, 'write');
