import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { newProject, project } from './schema.ts';

const both = ['web', 'openapi'] as const;
export const projectParams = z.object({ projectId: z.coerce.number().int().nonnegative() });

export const projectEndpoints = {
  projectList: endpoint({
    method: 'GET',
    path: '/api/v1/projects',
    access: both,
    needs: 'session',
    summary: 'Projects that the caller may see, with their counts.',
    query: z.object({ search: storableText(60).optional() }),
    response: listOf(project),
  }),
  projectCreate: endpoint({
    method: 'POST',
    path: '/api/v1/projects',
    access: both,
    needs: 'account',
    summary: 'Makes a project.',
    body: newProject,
    response: project,
    status: 201,
  }),
  projectGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}',
    access: both,
    needs: 'read',
    summary: 'One project with its counts.',
    params: projectParams,
    response: project,
  }),
} as const;
