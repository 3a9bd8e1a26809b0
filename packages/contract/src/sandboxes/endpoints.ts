import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema, permission } from '../kit/page.ts';
import { numberText } from '../kit/number-text.ts';
import { projectParams } from '../projects/endpoints.ts';
import { project } from '../projects/schema.ts';
import {
  sandbox,
  SANDBOX_DAYS,
  SANDBOX_DEVICES_MAX,
  sandboxEntry,
  sandboxFaultChange,
  SANDBOXES_PER_DAY,
} from './schema.ts';

const access = ['web', 'openapi'] as const;
const PATH = '/api/v1/projects/{projectId}/sandboxes';
const OWN = '/api/v1/projects/{projectId}/sandbox';

export const sandboxEndpoints = {
  sandboxList: endpoint({
    method: 'GET',
    path: PATH,
    access,
    needs: 'read',
    reads: ['projects'],
    counts: ['networkConfig', 'deviceSettings'],
    summary: 'Lists the sandboxes of the project that the caller has opened.',
    params: projectParams,
    response: createWholeListSchema(sandboxEntry).extend({ can: z.object({ create: permission }) }),
  }),
  sandboxCreate: endpoint({
    method: 'POST',
    path: PATH,
    access,
    needs: 'write',
    changes: ['projects'],
    notInDemo: true,
    summary: `Opens a sandbox: a copy of the project for ${SANDBOX_DAYS} days with up to ${SANDBOX_DEVICES_MAX} simulated devices, that nothing real depends on. An account has one of each project, and opens ${SANDBOXES_PER_DAY} within 24 h.`,
    params: projectParams,
    response: project,
    status: 201,
    errors: ['experienceDailyLimit', 'experienceExists', 'deviceLimit'],
  }),
  sandboxTakeOver: endpoint({
    method: 'POST',
    path: `${PATH}/{sandboxId}/take-overs`,
    access,
    needs: 'write',
    changes: ['networkDraft'],
    notInDemo: true,
    summary:
      'Adds the changes of a sandbox to the draft of the caller in the real project. Nothing is applied. Items that the draft changes in another way refuse it.',
    params: projectParams.extend({ sandboxId: numberText(z.number().int().nonnegative()) }),
    response: z.object({ changes: z.number().int() }),
    errors: ['configConflict'],
  }),
  sandboxGet: endpoint({
    method: 'GET',
    path: OWN,
    access,
    needs: 'read',
    reads: ['projects', 'networkConfig', 'deviceSettings', 'devices'],
    summary:
      'Returns the sandbox that the project is: its source, devices with their faults, and the changes to take over.',
    params: projectParams,
    response: sandbox,
  }),
  sandboxFaultSet: endpoint({
    method: 'PUT',
    path: `${OWN}/fault`,
    access,
    needs: 'write',
    changes: ['devices'],
    summary:
      'Unplugs the uplink cable of a simulated device or switches the device off, or ends such a fault.',
    params: projectParams,
    body: sandboxFaultChange,
    response: sandbox,
    errors: ['deviceUnknown'],
  }),
} as const;
