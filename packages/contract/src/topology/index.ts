import { z } from 'zod';
import { deviceKind } from '../device-protocol/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { projectParams } from '../projects/endpoints.ts';

/** Kinds of evidence for a link, most trusted first; `none` for a device without evidence. */
export const LINK_EVIDENCE = ['lldp-both', 'lldp-one', 'wireless', 'forwarding', 'address', 'none'] as const;

export const topologyNode = z.object({
  id: z.string(),
  /**
   * `device` is a device of the project; an unknown device is behind a port with several devices; the unknown network
   * contains devices without evidence.
   */
  kind: z.enum(['device', 'unknown-device', 'unknown-network']),
  name: z.string().optional(),
  deviceKind: deviceKind.optional(),
  /** Code of the device's state. */
  state: z.number().int().optional(),
});
export type TopologyNode = z.infer<typeof topologyNode>;

const linkEnd = z.object({
  nodeId: z.string(),
  /** Port of the node; absent if it is unknown. */
  port: z.string().optional(),
});

export const topologyLink = z.object({
  /** End towards the gateway. */
  upper: linkEnd,
  lower: linkEnd,
  evidence: z.enum(LINK_EVIDENCE),
  /** False for a further link that closes a loop. */
  isInTree: z.boolean(),
  /** True if other evidence of the same age and trust contradicts the link. */
  isUncertain: z.boolean(),
  /** Time of the latest evidence. */
  seenAt: z.string().optional(),
});
export type TopologyLink = z.infer<typeof topologyLink>;

export const topology = z.object({
  /** The gateway; absent in a project without one. */
  rootId: z.string().optional(),
  nodes: z.array(topologyNode),
  links: z.array(topologyLink),
});
export type Topology = z.infer<typeof topology>;

export const topologyEndpoints = {
  topologyGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/topology',
    access: ['web', 'openapi'],
    needs: 'read',
    summary:
      'Returns the links between the devices of a project, inferred from LLDP, wireless connections and forwarding tables.',
    params: projectParams,
    response: topology,
  }),
} as const;
