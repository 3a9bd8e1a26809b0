import { z } from 'zod';
import { deviceKind, portStat } from '../device-protocol/index.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import {
  manualDeviceType,
  topologyDraft,
  topologyDraftSave,
  topologyEdits,
  topologyEditSave,
} from './edits.ts';

export * from './edits.ts';

/** Kinds of evidence for a link, most trusted first; `manual` if a user added it, `none` for a device without evidence. */
export const LINK_EVIDENCE = ['lldp-both', 'lldp-one', 'wireless', 'forwarding', 'manual', 'none'] as const;

export const topologyNode = z.object({
  id: z.string(),
  /**
   * `device` is a device of the project; an unknown device is behind a port with several devices, or a neighbour that is not
   * managed; the unknown network contains devices without evidence; a user added a manual device.
   */
  kind: z.enum(['device', 'unknown-device', 'unknown-network', 'manual-device']),
  /** Name of a device; for an unknown device the name that a user gave to it, otherwise the one that it announces. */
  name: z.string().optional(),
  /** A neighbour that is not managed, as devices report it: its MAC address, announced name, and type if it is known. */
  neighbour: z
    .object({ mac: z.string(), name: z.string().optional(), type: z.enum(['router', 'switch']).optional() })
    .optional(),
  deviceKind: deviceKind.optional(),
  /** True for a device whose model is not in the catalogue: only the capabilities that it reports describe it. */
  isUnlisted: z.literal(true).optional(),
  /** Type of a manual device. */
  manualType: manualDeviceType.optional(),
  /** Code of the device's state. */
  state: z.number().int().optional(),
});
export type TopologyNode = z.infer<typeof topologyNode>;

const linkEnd = z.object({
  nodeId: z.string(),
  /** Port of the node; absent if it is unknown. */
  port: z.string().optional(),
});

/** Time in which the history of the topology is kept (days). */
export const TOPOLOGY_HISTORY_DAYS = 180;

/**
 * A change that led to new links: the device's report, its addition, its removal, a change of its role or address, or an
 * edit by a user.
 */
export const topologyCause = z.object({
  kind: z.enum(['report', 'device-added', 'device-removed', 'device-changed', 'edited']),
  deviceId: z.string().optional(),
});
export type TopologyCause = z.infer<typeof topologyCause>;

/** Classes of link speeds: MB below 1, GB from 1 to below 10, TB from 10 Gbit/s. */
export const getSpeedClass = (speedMbps: number): 'MB' | 'GB' | 'TB' => {
  if (speedMbps < 1_000) return 'MB';
  return speedMbps < 10_000 ? 'GB' : 'TB';
};

export const topologyLink = z.object({
  /** Number of the link. A link that returns later has another one. */
  id: z.number().int(),
  /** End towards the gateway. */
  upper: linkEnd,
  lower: linkEnd,
  evidence: z.enum(LINK_EVIDENCE),
  /** False for a further link that closes a loop. */
  isInTree: z.boolean(),
  /** True if other evidence of the same age and trust contradicts the link, or if the evidence allows other places too. */
  isUncertain: z.boolean(),
  /** Time of the latest evidence. */
  seenAt: z.string().optional(),
  /** Time since when the link exists. */
  since: z.string(),
  /** The change that began the link; absent if it is unknown. */
  begunBy: topologyCause.optional(),
  /**
   * State of the port at the upper end, or at the lower end if the upper one reports none; in the past its speed alone.
   * Absent for links without a known port, and for times without reports of the port.
   */
  figures: portStat.pick({ up: true, speedMbps: true, duplex: true, poeWatts: true, stp: true }).optional(),
});
export type TopologyLink = z.infer<typeof topologyLink>;

export const topology = z.object({
  /** The gateway, or the device to which all others lead; absent without links. */
  rootId: z.string().optional(),
  /** Time of the past from which the topology is known. */
  historySince: z.string(),
  /** WAN ports of the root with their last reported state; absent for a root without WAN ports, and in the past. */
  wans: z.array(z.object({ port: z.string(), up: z.boolean().optional() })).optional(),
  nodes: z.array(topologyNode),
  links: z.array(topologyLink),
  /** The present edits, also in an answer about the past. */
  edits: topologyEdits,
});
export type Topology = z.infer<typeof topology>;

/** Maximum number of changes in an answer; the latest are returned. */
export const TOPOLOGY_CHANGES_MAX = 500;

const changeEnd = z.object({
  nodeId: z.string(),
  /** Name of the device; absent for an unknown network, and an unknown device that announces none. */
  name: z.string().optional(),
  port: z.string().optional(),
});

/**
 * A change of the network: a device was added to the project or removed from it, it was connected, disconnected or moved to
 * another port or device, or it went offline or came online.
 */
export const topologyChange = z.object({
  at: z.string(),
  kind: z.enum([
    'device-added',
    'device-removed',
    'connected',
    'disconnected',
    'moved',
    'went-offline',
    'came-online',
  ]),
  deviceId: z.string(),
  name: z.string().optional(),
  /** End of the earlier link, and of the new one. */
  from: changeEnd.optional(),
  to: changeEnd.optional(),
  cause: topologyCause.optional(),
  /** The operation or the record of the device log that led to the change; absent if the caller may not see it. */
  record: z.object({ kind: z.enum(['operation', 'log']), id: z.string() }).optional(),
});
export type TopologyChange = z.infer<typeof topologyChange>;

export const topologyEndpoints = {
  topologyChangeList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/topology/changes',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['topology'],
    counts: ['devices'],
    summary: 'Lists the latest changes of the network in a period, newest first.',
    params: projectParams,
    query: z.object({ from: z.iso.datetime(), to: z.iso.datetime().optional() }),
    response: createWholeListSchema(topologyChange),
  }),
  topologyGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/topology',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: ['topology'],
    counts: ['devices'],
    summary:
      'Returns the devices of a project and the links between them, inferred from LLDP, wireless connections and forwarding tables, as they are or as they were at a time.',
    params: projectParams,
    query: z.object({
      /** Time of the past for which the topology is returned, at most 180 days ago; without it as it is now. */
      at: z.iso.datetime().optional(),
    }),
    response: topology,
    errors: ['timeBeforeProject'],
  }),
  topologyDraftGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/topology/draft',
    access: ['web'],
    needs: 'write',
    reads: [],
    summary: "Returns the caller's unsaved changes of the topology.",
    params: projectParams,
    response: z.object({ draft: topologyDraft.optional() }),
  }),
  topologyDraftSave: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/topology/draft',
    access: ['web'],
    needs: 'write',
    summary: "Stores the caller's unsaved changes of the topology.",
    params: projectParams,
    body: topologyDraftSave,
    response: topologyDraft,
    errors: ['configConflict'],
  }),
  topologyDraftDiscard: endpoint({
    method: 'DELETE',
    path: '/api/v1/projects/{projectId}/topology/draft',
    access: ['web'],
    needs: 'write',
    summary: "Discards the caller's unsaved changes of the topology.",
    params: projectParams,
    response: done,
  }),
  topologyEditSave: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/topology/edits',
    access: ['web', 'openapi'],
    needs: 'write',
    changes: ['topology'],
    summary:
      'Saves positions, names, hidden devices, the root, and devices and links that no report contains.',
    params: projectParams,
    body: topologyEditSave,
    response: topologyEdits,
    errors: ['configConflict'],
  }),
} as const;
