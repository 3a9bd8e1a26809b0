import { ACCESS_POINT, ALLOWED, createJob, type Examples, OK, SWITCH } from './example.ts';

const device = {
  ...SWITCH,
  sn: 'NLSW8P0000001042',
  mac: '00:1B:2D:4F:60:11',
  model: 'NL-SW8P',
  modelName: 'Access switch SW8P, 8 PoE ports',
  kind: 'switch',
  role: 'switch',
  state: 1,
  stateAt: '2026-11-23T09:12:44.000Z',
  waiting: false,
  managed: 'cloud',
  managementMode: 1,
  linkType: 1,
  configState: 1,
  features: ['vlan', 'poe', 'restart'],
  ip: '192.168.10.12',
  vlan: 10,
  port: 'lan1',
  uplink: { id: '0gRq1TUbX8yKe5nVw2ZpLb', name: 'Gateway' },
  softwareVersion: '1.4.2',
  cpuPercent: 12,
  memoryPercent: 41,
  uptimeSeconds: 86_400,
  clientCount: 5,
  reportedAt: '2026-11-23T14:04:48.000Z',
  stale: false,
  config: { desiredRev: 7, reportedRev: 7, status: 'applied', issues: [] },
  can: {
    configure: ALLOWED,
    restart: ALLOWED,
    reset: ALLOWED,
    upgrade: ALLOWED,
    rename: ALLOWED,
    replace: ALLOWED,
    remove: ALLOWED,
    diagnose: ALLOWED,
    openLocalPage: ALLOWED,
  },
};

const batchRow = {
  row: 1,
  sn: device.sn,
  claimCode: 'K7M2Q9XD4T',
  name: SWITCH.name,
  model: device.model,
  modelName: device.modelName,
  kind: device.kind,
};

const port = {
  id: 'p1',
  enabled: true,
  mode: 'access',
  pvid: 10,
  tagged: [],
  untagged: [10],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
  poe: true,
  remark: 'Reception',
  terminal: 'phone',
};
const stagedSettings = { changes: [{ deviceId: SWITCH.id, baseVersion: 3, settings: { ports: [port] } }] };
const settingsReview = {
  changes: [
    {
      path: ['ports', 'p1'],
      item: 'Port p1',
      label: 'Lobby-switch',
      setting: 'PoE',
      now: 'Off',
      after: 'On',
    },
  ],
  devices: [{ id: SWITCH.id, name: SWITCH.name, model: 'NL-SW8P', online: true, restarts: false }],
  clientsAffected: 1,
  costs: [],
  refused: [],
};
const authority = {
  id: '3c8a9f10-52d7-4f36-8b0e-c1d2e3f4a5b6',
  name: 'Example Networks Device CA',
  fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  notAfter: '2036-01-01T00:00:00.000Z',
  addedAt: '2026-11-20T08:00:00.000Z',
  devices: 4,
};
const waitingDevice = {
  sn: 'OWF1001B2D4F6012',
  mac: '00:1B:2D:4F:60:12',
  model: 'edgecore_eap101',
  modelName: 'edgecore_eap101',
  kind: 'ap',
  softwareVersion: '3.2.0',
  network: '203.0.113.7',
  since: '2026-11-23T13:50:00.000Z',
  lastSeenAt: '2026-11-23T14:04:48.000Z',
  status: 'waiting',
  can: { add: ALLOWED },
};
const tunnel = {
  id: 'd0a6f7b8-1c2d-4e3f-9a4b-5c6d7e8f9012',
  deviceId: SWITCH.id,
  deviceName: SWITCH.name,
  state: 'opening',
  expiresAt: '2026-11-23T14:20:00.000Z',
};
const schedule = { deviceIds: [SWITCH.id], weekdays: [1, 4], at: '03:30' };
const restartSchedule = {
  ...schedule,
  id: 'e1b7a8c9-2d3e-4f40-8b5c-6d7e8f901234',
  nextAt: '2026-11-26T02:30:00.000Z',
  createdBy: 'owner@example.com',
  createdAt: '2026-11-01T10:00:00.000Z',
};
const firmware = {
  id: 'a7c3d4e5-6f70-4182-93a4-b5c6d7e8f901',
  models: ['NL-SW8P'],
  version: '1.5.0',
  sizeBytes: 8_421_376,
  notes: 'Faster spanning tree.',
  uploadedBy: 'owner@example.com',
  uploadedAt: '2026-11-19T16:30:00.000Z',
};
const release = { ...firmware, channel: 'stable', uploadedBy: 'Northlight' };
const restart = createJob('restart', 'Restart Lobby-switch');

export const deviceExamples: Examples = {
  deviceList: { answer: { items: [device], total: 1 } },
  deviceGet: {
    answer: {
      ...device,
      vectorImage: `/api/v1/projects/12/devices/${device.id}/drawing`,
      capabilities: {
        kind: 'switch',
        tier: 'access',
        ports: [
          {
            id: 'p1',
            label: '1',
            role: 'access',
            type: 'electrical',
            maxSpeedMbps: 1000,
            poe: true,
            poeMaxWatts: 30,
          },
        ],
        radios: [],
        limits: { vlanMin: 1, vlanMax: 4094, vlans: 64, dhcpPools: 0, staticRoutes: 0, portMappings: 0 },
        features: ['vlan', 'poe', 'restart'],
        restartsOn: [],
        poeBudgetWatts: 120,
      },
      ports: [
        {
          id: 'p1',
          label: '1',
          role: 'access',
          type: 'electrical',
          maxSpeedMbps: 1000,
          poe: true,
          up: true,
          speedMbps: 1000,
          duplex: 'full',
          rxBytes: 91_827_364,
          txBytes: 45_362_718,
          poeWatts: 4.2,
        },
      ],
      radios: [],
    },
  },
  deviceAdd: {
    body: { sn: device.sn, claimCode: 'K7M2Q9XD4T', name: device.name },
    answer: device,
  },
  deviceRename: { body: { name: 'Lobby-switch' }, answer: device },
  deviceRemove: { answer: { ...OK, deleteType: 2 } },
  deviceBatchCheck: {
    body: { devices: [{ sn: device.sn, claimCode: 'K7M2Q9XD4T', name: device.name }] },
    answer: { rows: [batchRow] },
  },
  deviceBatchAdd: {
    body: { devices: [{ sn: device.sn, claimCode: 'K7M2Q9XD4T', name: device.name }] },
    answer: { added: 1, rows: [{ ...batchRow, deviceId: device.id }] },
  },
  deviceImport: {
    answer: {
      accepted: true,
      added: 1,
      rows: [{ ...batchRow, row: 2, deviceId: device.id }],
      list: {
        columns: [
          { number: 1, heading: 'Serial number' },
          { number: 2, heading: 'Claim code' },
          { number: 3, heading: 'Name' },
        ],
        chosen: { sn: 1, claimCode: 2, name: 3 },
        sheet: 'Devices',
        sheets: ['Devices'],
        hiddenRows: 0,
      },
    },
  },
  deviceRestart: { body: { deviceIds: [SWITCH.id] }, answer: restart },
  baseDeviceRegister: {
    body: {
      devices: [
        {
          sn: device.sn,
          mac: device.mac,
          model: device.model,
          claimCode: 'K7M2Q9XD4T',
          secret: '2b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfe',
        },
      ],
    },
    answer: { registered: 1 },
  },
  authorityList: { answer: { items: [authority] } },
  authorityAdd: {
    body: { pem: '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUXk…\n-----END CERTIFICATE-----' },
    answer: { ...authority, devices: 0 },
  },
  authorityRemove: { answer: OK },
  waitingDeviceList: { answer: { items: [waitingDevice], waiting: 1 } },
  waitingDeviceAdd: {
    body: { projectId: 1042, name: ACCESS_POINT.name },
    answer: {
      ...device,
      ...ACCESS_POINT,
      sn: waitingDevice.sn,
      mac: waitingDevice.mac,
      model: waitingDevice.model,
      modelName: waitingDevice.modelName,
      kind: 'ap',
      role: 'access-point',
      state: 0,
      waiting: true,
    },
  },
  waitingDeviceIgnore: { answer: OK },
  waitingDeviceReject: { answer: OK },
  waitingDeviceRestore: { answer: OK },
  openWifiUpgrade: {
    body: { imageUrl: 'https://downloads.example.com/openwifi/eap101-3.2.1.bin' },
    answer: createJob('upgrade', 'Upgrade Lobby-AP'),
  },
  deviceCommand: {
    body: { kind: 'locate', deviceIds: [SWITCH.id], args: { seconds: 30 } },
    answer: createJob('locate', 'Locate Lobby-switch'),
  },
  meshNodeSearch: { answer: createJob('find-nodes', 'Find nodes near Living-room') },
  meshNodeAdd: {
    body: { sns: ['NLMESHS000001042'] },
    answer: {
      added: 1,
      rows: [
        {
          sn: 'NLMESHS000001042',
          name: 'NL-MESHS-6011',
          model: 'NL-MESHS',
          modelName: 'Mesh node MESHS, secondary',
          kind: 'mesh',
          deviceId: '0gRq1TUbX8yKe5nVw2ZpLe',
        },
      ],
    },
  },
  deviceDiagnose: {
    body: { kind: 'ping', args: { host: 'example.com', count: 4 } },
    answer: createJob('ping', 'Ping from Lobby-switch'),
  },
  jobList: { answer: { items: [restart] } },
  jobGet: { answer: restart },
  jobCancel: { answer: restart },
  jobRetry: { answer: restart },
  restartScheduleList: { answer: { items: [restartSchedule] } },
  restartScheduleAdd: { body: schedule, answer: restartSchedule },
  restartScheduleRemove: { answer: OK },
  deviceRoleReview: {
    body: { role: 'access-point' },
    answer: {
      changes: [
        {
          path: ['role'],
          item: 'Lobby-router',
          setting: 'Role of Lobby-router',
          now: 'Gateway',
          after: 'Access point',
        },
      ],
      devices: [{ id: SWITCH.id, name: 'Lobby-router', model: 'NL-WR3', online: true, restarts: false }],
      clientsAffected: 0,
      costs: ['Clients of Lobby-router lose their connection for up to 1 min.'],
      broken: [],
    },
  },
  deviceRoleChange: {
    body: { role: 'access-point' },
    answer: createJob('configure', 'Role of Lobby-router: Access point'),
  },
  deviceSettingsGet: { answer: { version: 3, settings: { ports: [port] }, can: { configure: ALLOWED } } },
  deviceSettingsReview: { body: stagedSettings, answer: settingsReview },
  deviceSettingsApply: { body: stagedSettings, answer: createJob('configure', 'Configure Lobby-switch') },
  tunnelOpen: { answer: tunnel },
  tunnelGet: { answer: { ...tunnel, state: 'open', enterUrl: 'https://d0a6f7b8.example.com/enter?k=4uZr' } },
  tunnelClose: { answer: OK },
  firmwareList: {
    answer: {
      items: [firmware],
      channels: [{ model: 'NL-SW8P', modelName: 'Access switch SW8P, 8 PoE ports', channel: 'stable' }],
      updates: [
        {
          deviceId: SWITCH.id,
          deviceName: SWITCH.name,
          from: '1.4.2',
          to: firmware.version,
          firmwareId: firmware.id,
        },
      ],
    },
  },
  firmwareUpload: { answer: firmware },
  firmwareRemove: { answer: OK },
  firmwareChannelSet: { body: { model: 'NL-SW8P', channel: 'beta' }, answer: OK },
  deviceUpgrade: {
    body: { deviceIds: [SWITCH.id], firmwareId: firmware.id, waves: true },
    answer: createJob('upgrade', 'Upgrade Lobby-switch to 1.5.0'),
  },
  releaseList: { answer: { items: [release] } },
  releaseUpload: { answer: release },
  releaseMove: { body: { channel: 'stable' }, answer: release },
  releaseWithdraw: { answer: OK },
};
