import { z } from 'zod';
import { MAX_FOUND_NODES } from '../device-protocol/commands.ts';
import { deviceKind } from '../device-protocol/capabilities.ts';
import { endpoint } from '../kit/endpoint.ts';
import { serialNumber } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { NET_MODES } from '../projects/schema.ts';
import { job } from './jobs.ts';
import { jobParams } from './params.ts';

const both = ['web', 'openapi'] as const;
const MESH_ONLY = [NET_MODES.mesh];

/** Time after the last report of a search in which its nodes can be added (min). */
export const FOUND_NODES_MINUTES = 60;

/** Result of adding one found node. It contains no claim code, because callers never receive one. */
export const meshNodeRow = z.object({
  sn: z.string(),
  name: z.string().optional(),
  /** Model of the node; present only if the primary node reported its correct claim code. */
  model: z.string().optional(),
  modelName: z.string().optional(),
  kind: deviceKind.optional(),
  /** Id of the device that was added. */
  deviceId: z.string().optional(),
  error: z.string().optional(),
  code: z.number().int().optional(),
});
export type MeshNodeRow = z.infer<typeof meshNodeRow>;

export const meshEndpoints = {
  meshNodeSearch: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/mesh-node-searches',
    access: both,
    needs: 'write',
    changes: ['jobs'],
    modes: MESH_ONLY,
    summary:
      'Opens a window of 2 min in which the primary node finds factory-new nodes nearby. The job lists them. A search that is already running is returned.',
    params: projectParams,
    response: job,
    errors: [
      'deviceOffline',
      'upgrading',
      'deviceRestarting',
      'deviceBusy',
      'unsupportedFeature',
      'deviceUnknown',
    ],
    status: 202,
  }),
  meshNodeAdd: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/mesh-node-searches/{jobId}/additions',
    access: both,
    needs: 'write',
    changes: ['devices', 'projects'],
    modes: MESH_ONLY,
    summary:
      'Adds nodes that a search of the last hour found, and returns the errors of the others. They are added as with a serial number and claim code.',
    params: jobParams,
    body: z.object({ sns: z.array(serialNumber).min(1, 'Choose at least one node.').max(MAX_FOUND_NODES) }),
    response: z.object({ added: z.number().int(), rows: z.array(meshNodeRow) }),
    errors: ['deviceNameExists'],
  }),
} as const;
