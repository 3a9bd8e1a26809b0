import { TOPOLOGY_DOCUMENT } from '../../topology/index.ts';
import { ACCESS_POINT, ALLOWED, createJob, type Examples, OK, SWITCH } from './example.ts';

const config = {
  vlans: [{ id: 10, name: 'Guests', ip: '192.168.10.1', prefix: 24, ports: ['lan1'] }],
  dhcpPools: [
    {
      name: 'guests',
      vlanId: 10,
      start: '192.168.10.100',
      end: '192.168.10.199',
      dns: ['192.168.10.1'],
      leaseMinutes: 120,
    },
  ],
};
const MODEM_ID = 'manual p5d0x2m7';
const topologyEdits = {
  revision: 7,
  positions: [{ nodeId: SWITCH.id, direction: 'vertical', x: 22, y: 90 }],
  names: [],
  hidden: [],
  devices: [{ id: MODEM_ID, type: 'modem', name: 'Provider modem' }],
  links: [
    {
      id: 'k3f8s0a1',
      upper: { nodeId: MODEM_ID },
      lower: { nodeId: 'gateway0000000000000001', port: 'wan1' },
      isUsed: true,
    },
  ],
} as const;
const staged = { baseVersion: 11, config };
const draft = {
  ...staged,
  devices: [],
  version: 2,
  base: { vlans: [], dhcpPools: [] },
  updatedAt: '2026-11-23T14:02:10Z',
};
const changes = [
  { path: ['vlans', '10'], item: 'VLAN 10', setting: 'Name', now: 'Visitors', after: 'Guests' },
];
const history = {
  version: 12,
  title: 'Add VLAN 10',
  changedBy: 'owner@example.com',
  changedAt: '2026-11-23T14:05:00Z',
  changes,
  changeCount: changes.length,
};

export const networkExamples: Examples = {
  deviceDriftGet: {
    answer: { drift: { cause: 'local', changes, version: 12, keep: ALLOWED, push: ALLOWED } },
  },
  deviceDriftKeep: { answer: OK },
  deviceDriftPush: {
    body: { confirmName: 'Hotel Lisboa' },
    answer: { job: createJob('configure', 'Push the configuration to Lobby-switch') },
  },
  networkConfigGet: {
    answer: {
      version: 11,
      config,
      scope: {
        device: { id: '0gRq1TUbX8yKe5nVw2ZpLb', name: 'Gateway', model: 'NL-GW5', state: 1 },
        lanPorts: [
          { id: 'lan1', label: 'LAN 1', role: 'lan', type: 'electrical', maxSpeedMbps: 1000, poe: false },
        ],
        wanPorts: [
          { id: 'wan1', label: 'WAN', role: 'wan', type: 'electrical', maxSpeedMbps: 1000, poe: false },
        ],
        features: ['vlan', 'dhcp', 'wan'],
        limits: { vlanMin: 2, vlanMax: 4094, vlans: 16, dhcpPools: 16, staticRoutes: 32, portMappings: 32 },
        wireless: { netMode: 0, devices: [], hasGateway: true },
      },
      can: { configure: ALLOWED },
    },
  },
  networkConfigApply: {
    body: staged,
    answer: { version: 12, job: createJob('configure', 'Apply 1 change') },
  },
  networkConfigReview: {
    body: staged,
    answer: {
      changes,
      devices: [{ ...SWITCH, model: 'NL-SW8P', online: true, restarts: false }],
      clientsAffected: 5,
      costs: [],
    },
  },
  networkDraftGet: { answer: { draft } },
  networkDraftSave: { body: { ...staged, version: 1 }, answer: { draft } },
  networkDraftBulkChange: {
    body: { deviceIds: [SWITCH.id], portIds: ['p1', 'p2'], ports: { poe: false } },
    answer: { draft, refused: [] },
  },
  networkDraftDiscard: { answer: OK },
  networkSecretReveal: { answer: { ciphertext: '9b1f4c0de2a37586' } },
  networkAnswerList: {
    answer: {
      items: [
        {
          deviceId: SWITCH.id,
          deviceName: SWITCH.name,
          refused: false,
          list: 'vlans',
          key: '10',
          field: 'name',
          reason: 'The name is shortened to 16 characters.',
          substitution: 'Guests',
        },
      ],
    },
  },
  networkDeliveryGet: {
    answer: {
      version: 12,
      devices: [{ id: SWITCH.id, name: SWITCH.name, parts: ['vlans'], state: 'sending' }],
      before: config,
    },
  },
  networkPortVlanList: {
    answer: {
      items: [
        {
          deviceId: SWITCH.id,
          ports: [
            { id: 'p1', untagged: [20], tagged: [] },
            { id: 'u1', untagged: [1], tagged: [20, 30] },
          ],
          ssids: [],
        },
      ],
    },
  },
  networkHistoryList: { answer: { items: [history], nextCursor: '12' } },
  networkHistoryGet: { answer: { ...history, config, devices: [] } },
  networkHistoryCompare: { answer: { items: changes } },
  topologyChangeList: {
    answer: {
      items: [
        {
          at: '2026-11-24T14:05:10.000Z',
          kind: 'moved',
          deviceId: ACCESS_POINT.id,
          name: ACCESS_POINT.name,
          from: { nodeId: SWITCH.id, name: SWITCH.name, port: 'p1' },
          to: { nodeId: SWITCH.id, name: SWITCH.name, port: 'p4' },
          cause: { kind: 'report', deviceId: SWITCH.id },
        },
      ],
    },
  },
  topologyGet: {
    answer: {
      rootId: 'gateway0000000000000001',
      historySince: '2026-09-01T09:30:00.000Z',
      wans: [{ port: 'wan1', up: true }],
      nodes: [
        { id: 'gateway0000000000000001', kind: 'device', name: 'Gateway', deviceKind: 'gateway', state: 1 },
        { id: SWITCH.id, kind: 'device', name: SWITCH.name, deviceKind: 'switch', state: 1 },
      ],
      links: [
        {
          id: 41,
          upper: { nodeId: 'gateway0000000000000001', port: 'lan1' },
          lower: { nodeId: SWITCH.id, port: 'u1' },
          evidence: 'lldp-both',
          isInTree: true,
          isUncertain: false,
          seenAt: '2026-11-23T14:04:48.000Z',
          since: '2026-11-20T08:12:30.000Z',
          begunBy: { kind: 'device-added', deviceId: SWITCH.id },
          figures: { up: true, speedMbps: 1_000, duplex: 'full', stp: 'forwarding' },
        },
      ],
      edits: topologyEdits,
    },
  },
  topologyEditSave: {
    body: {
      baseRevision: 6,
      changes: [
        TOPOLOGY_DOCUMENT.set('devices', { id: MODEM_ID, type: 'modem', name: 'Provider modem' }),
        TOPOLOGY_DOCUMENT.set('links', {
          id: 'k3f8s0a1',
          upper: { nodeId: MODEM_ID },
          lower: { nodeId: 'gateway0000000000000001', port: 'wan1' },
        }),
        TOPOLOGY_DOCUMENT.set('positions', { nodeId: SWITCH.id, direction: 'vertical', x: 22, y: 90 }),
      ],
    },
    answer: topologyEdits,
  },
  bridgeStateList: {
    answer: {
      items: [
        {
          id: ACCESS_POINT.id,
          name: 'Barn bridge',
          online: true,
          bridge: {
            mode: 'client',
            channel: 100,
            widthMhz: 40,
            powerDbm: 20,
            noiseDbm: -92,
            peers: [
              {
                peer: { mac: '02:4e:4c:00:00:05' },
                signalDbm: -54,
                chainsDbm: [-56, -58],
                rxRateMbps: 240,
                txRateMbps: 270,
                retryPercent: 3,
              },
            ],
          },
          bridgeAt: '2026-11-23T14:04:48Z',
        },
      ],
    },
  },
  foreignNetworkList: {
    answer: {
      items: [
        {
          bssid: '5c:49:79:0a:1b:2c',
          ssid: 'Café Central',
          band: '2.4G',
          channel: 6,
          signalDbm: -71,
          security: 'WPA2',
          usesOwnSsid: false,
          receivers: [{ deviceId: ACCESS_POINT.id, deviceName: ACCESS_POINT.name, signalDbm: -71 }],
          seenAt: '2026-11-23T14:04:48Z',
        },
      ],
    },
  },
  wirelessAirGet: {
    answer: {
      items: [
        {
          policyId: 'guests',
          wanted: 2,
          onAir: 1,
          paused: false,
          reportedAt: '2026-11-23T14:04:48Z',
          missing: [
            { deviceId: ACCESS_POINT.id, deviceName: ACCESS_POINT.name, band: '5G', reason: 'offline' },
          ],
        },
      ],
    },
  },
};
