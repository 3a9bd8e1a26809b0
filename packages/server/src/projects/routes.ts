import { DomainError, type Project } from '@northlight/contract';
import { projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { accessOn } from './policy.ts';
import { presentProject } from './present.ts';
import { createProject } from './service.ts';
import { countProjects, findProject, listProjects } from './store.ts';

export function projectRoutes(
  services: Services,
): HandlersOf<'projectList' | 'projectCreate' | 'projectGet'> {
  const { db } = services;
  const one = async (id: number, { principal }: RequestContext): Promise<Project> => {
    const row = await findProject(db, id);
    const access = row && accessOn(principal, row);
    if (!row || !access) throw new DomainError('projectInvalid');
    return presentProject(row, principal, access, (await countProjects(db, [id]))(id));
  };
  return {
    projectList: async ({ query }, { principal }) => {
      const rows = await listProjects(db, principal, query.search);
      const counts = await countProjects(
        db,
        rows.map((row) => row.id),
      );
      const items = rows.flatMap((row) => {
        const access = accessOn(principal, row);
        return access ? [presentProject(row, principal, access, counts(row.id))] : [];
      });
      return { items, total: items.length };
    },
    projectCreate: async ({ body }, context) => one(await createProject(services, body, context), context),
    projectGet: (_input, context) => one(projectOf(context).projectId, context),
  };
}
