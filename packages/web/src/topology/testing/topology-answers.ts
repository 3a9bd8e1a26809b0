import type { Device, DeviceVlans, Topology, TopologyDraft, TopologyLink } from '@northlight/contract';
import type { Answers } from '../../testing/answers.ts';
import { ALLOWED, createDevice, PAST } from '../../testing/fixtures.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { createSeriesAnswers } from '../../testing/series-answers.ts';
import { refuse } from '../../testing/refuse.ts';
import { NO_EDITS } from './no-edits.ts';

export const GATEWAY = createDevice('NL-GW5', 'Gateway');
export const SWITCH = createDevice('NL-SW8P', 'Switch');
export const HALL = createDevice('NL-AP6C', 'Hall');
export const BAR = createDevice('NL-AP6C', 'Bar');
/** A gateway, a switch below it, and two access points below the switch. */
export const SITE: readonly Device[] = [GATEWAY, SWITCH, HALL, BAR];

const createLink = (
  id: number,
  upper: TopologyLink['upper'],
  lower: TopologyLink['lower'],
  speedMbps: number,
): TopologyLink => ({
  id,
  upper,
  lower,
  evidence: 'lldp-both',
  isInTree: true,
  isUncertain: false,
  since: PAST,
  figures: { up: true, speedMbps, duplex: 'full' },
});

/** The present topology of the site; `devices` replaces its devices. */
export const createTopology = (
  values: Partial<Topology> = {},
  devices: readonly Device[] = SITE,
): Topology => ({
  rootId: GATEWAY.id,
  historySince: PAST,
  wans: [{ port: 'wan1', up: true }],
  nodes: devices.map(({ id, kind, name, state }) => ({ id, kind: 'device', name, deviceKind: kind, state })),
  links: [
    createLink(1, { nodeId: GATEWAY.id, port: 'lan1' }, { nodeId: SWITCH.id, port: 'p8' }, 1_000),
    createLink(2, { nodeId: SWITCH.id, port: 'p1' }, { nodeId: HALL.id, port: 'lan1' }, 1_000),
    createLink(3, { nodeId: SWITCH.id, port: 'p2' }, { nodeId: BAR.id, port: 'lan1' }, 100),
  ].filter(({ lower }) => devices.some(({ id }) => id === lower.nodeId)),
  edits: NO_EDITS,
  ...values,
});

const createPort = (id: string, ...tagged: number[]): DeviceVlans['ports'][number] => ({
  id,
  untagged: [1],
  tagged,
});
/** VLANs of the site: VLAN 20 ends at the switch, because its port to the gateway does not carry it. */
const PORT_VLANS: readonly DeviceVlans[] = [
  { deviceId: GATEWAY.id, ports: [createPort('lan1', 20)], ssids: [] },
  { deviceId: SWITCH.id, ports: [createPort('p1'), createPort('p2'), createPort('p8')], ssids: [] },
];

/**
 * Answers for the page of the network topology, whose history begins at `PAST` and has no changes. They keep the caller's
 * draft.
 */
export function createTopologyAnswers(topology: Topology = createTopology()): Answers {
  let draft: TopologyDraft | undefined;
  return {
    ...createNetworkAnswers({ devices: SITE }),
    ...createSeriesAnswers(),
    alarmList: { items: [], total: 0 },
    deviceSettingsGet: { version: 0, settings: {}, can: { configure: ALLOWED } },
    networkPortVlanList: { items: [...PORT_VLANS] },
    topologyChangeList: { items: [] },
    topologyDraftGet: () => (draft ? { draft } : {}),
    topologyDraftSave: ({ body }) => {
      if (body.version !== (draft?.version ?? 0)) return refuse('configConflict');
      draft = { ...body, version: body.version + 1, updatedAt: PAST };
      return draft;
    },
    topologyDraftDiscard: () => {
      draft = undefined;
      return { ok: true };
    },
    topologyGet: topology,
  };
}
