import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema } from '../kit/page.ts';
import { searchText, storableText, shortTitle } from '../net/index.ts';
import {
  customScenario,
  DEMO_SCENES,
  deletedProject,
  newProject,
  project,
  projectChange,
  projectMark,
  setupProgress,
} from './schema.ts';

const both = ['web', 'openapi'] as const;
const web = ['web'] as const;
const ok = z.object({ ok: z.literal(true) });
export const projectParams = z.object({ projectId: numberText(z.number().int().nonnegative()) });

export const projectEndpoints = {
  projectList: endpoint({
    method: 'GET',
    path: '/api/v1/projects',
    access: both,
    needs: 'session',
    reads: ['projects'],
    counts: ['devices', 'clients', 'alarms'],
    summary: 'Lists the projects of the caller, with their numbers of devices, clients and alarms.',
    query: z.object({ search: searchText(60).optional() }),
    response: createWholeListSchema(project),
  }),
  setupProgressGet: endpoint({
    method: 'GET',
    path: '/api/v1/setup-progress',
    access: web,
    needs: 'account',
    reads: ['projects', 'networkConfig'],
    counts: ['devices', 'clients'],
    summary:
      'Returns the setup steps that the caller has completed, from the first project to the first client.',
    response: setupProgress,
  }),
  projectCreate: endpoint({
    method: 'POST',
    path: '/api/v1/projects',
    access: both,
    needs: 'account',
    changes: ['projects'],
    summary: 'Creates a project.',
    body: newProject,
    response: project,
    status: 201,
  }),
  projectGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}',
    access: both,
    needs: 'read',
    reads: ['projects'],
    counts: ['devices', 'clients', 'alarms'],
    summary: 'Returns one project with its counts.',
    params: projectParams,
    response: project,
  }),
  projectChange: endpoint({
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}',
    access: both,
    needs: 'owner',
    changes: ['projects'],
    summary: 'Changes the name, scenario, location, time zone or device management password of the project.',
    params: projectParams,
    body: projectChange,
    response: project,
  }),
  projectDelete: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{projectId}',
    access: both,
    needs: 'owner',
    changes: ['projects'],
    summary: 'Deletes the project. It is hidden at once and removed permanently after the undo period.',
    params: projectParams,
    response: deletedProject,
    errors: ['transferPending'],
  }),
  projectDeletedList: endpoint({
    method: 'GET',
    path: '/api/v1/deleted-projects',
    access: web,
    needs: 'account',
    reads: ['projects'],
    summary: 'Lists deleted projects of the caller that can still be restored.',
    response: z.object({ items: z.array(deletedProject) }),
  }),
  projectRestore: endpoint({
    method: 'POST',
    path: '/api/v1/deleted-projects/{projectId}/restore',
    access: web,
    needs: 'account',
    changes: ['projects'],
    summary: 'Restores a deleted project within the undo period.',
    params: projectParams,
    response: project,
    errors: ['projectInvalid'],
  }),
  projectMark: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/mark',
    access: web,
    needs: 'read',
    changes: ['projects'],
    summary: 'Saves the caller’s favourite mark and tags of the project.',
    params: projectParams,
    body: projectMark,
    response: projectMark,
  }),
  projectPasswordReveal: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/device-password/reveal',
    access: both,
    needs: 'write',
    summary:
      'Reveals the device management password, encrypted with the key of the session. The audit log records it.',
    params: projectParams,
    response: z.object({ ciphertext: z.string() }),
  }),
  demoCopyCreate: endpoint({
    method: 'POST',
    path: '/api/v1/demo-copies',
    access: web,
    needs: 'account',
    changes: ['projects'],
    summary: 'Creates a demo project for the caller, with simulated devices that can be configured.',
    body: z.object({ scene: z.enum(DEMO_SCENES) }),
    response: project,
    status: 201,
    errors: ['experienceDailyLimit', 'experienceExists'],
  }),
  scenarioList: endpoint({
    method: 'GET',
    path: '/api/v1/scenarios',
    access: web,
    needs: 'account',
    reads: ['scenarios'],
    summary: 'Lists the custom scenarios of the caller.',
    response: z.object({ items: z.array(customScenario), max: z.number().int() }),
  }),
  scenarioCreate: endpoint({
    method: 'POST',
    path: '/api/v1/scenarios',
    access: web,
    needs: 'account',
    changes: ['scenarios'],
    summary: 'Adds a custom scenario.',
    body: z.object({ name: shortTitle }),
    response: customScenario,
    status: 201,
  }),
  scenarioRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/scenarios/{scenarioId}',
    access: web,
    needs: 'account',
    changes: ['scenarios'],
    summary: 'Removes a custom scenario. Projects that use it keep its name.',
    params: z.object({ scenarioId: z.uuid() }),
    response: ok,
  }),
  placeList: endpoint({
    method: 'GET',
    path: '/api/v1/places',
    access: both,
    needs: 'session',
    summary: 'Lists countries, the provinces of a country, or the cities of a province or country, by name.',
    query: z.object({
      country: storableText(60).optional(),
      province: storableText(60).optional(),
      /** Beginning of a city name, ignoring case and accents. */
      search: searchText(60).optional(),
    }),
    response: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          /** Time zone of the city, or of most cities of the country or province. */
          timeZone: z.string(),
          /** Province of the city; present for a city that was found by its name. */
          province: z.string().optional(),
        }),
      ),
    }),
  }),
} as const;
