import { DEMO_FUNC_SUPPORT } from '../../accounts/index.ts';
import { ACCESS_POINT, ALLOWED, CLIENT_MAC, type Examples, GATEWAY, OK, SWITCH } from './example.ts';

export const project = {
  id: 1042,
  name: 'Harbour Hotel',
  scenario: 'hotel',
  netMode: 0,
  country: 'Germany',
  province: 'Hamburg',
  city: 'Hamburg',
  address: 'Kehrwieder 2',
  timeZone: 'Europe/Berlin',
  typeFlag: 0,
  right: 'rw',
  property: 'own',
  isShare: false,
  deviceCount: 12,
  devicesOnline: 11,
  onlineUsers: 74,
  unreadAlarms: 1,
  openAlarms: 1,
  experienceNum: 0,
  createdAt: '2026-03-02T09:00:00.000Z',
  favourite: false,
  tags: ['hotels'],
  can: { write: ALLOWED, addDevices: ALLOWED, own: ALLOWED, share: ALLOWED },
};
const client = {
  mac: CLIENT_MAC,
  name: 'Reception tablet',
  ip: '192.168.10.117',
  vlan: 10,
  ssid: 'Harbour Guests',
  band: '5G',
  device: ACCESS_POINT,
  signalDbm: -58,
  rxBytes: 18_273_645,
  txBytes: 4_536_271,
  online: true,
  connectedAt: '2026-11-23T12:40:00.000Z',
  lastSeenAt: '2026-11-23T14:04:48.000Z',
};
const alarm = {
  id: '7d2e8f90-4b5c-4d6e-8f70-a1b2c3d4e5f6',
  time: '2026-11-23T13:58:00.000Z',
  kind: 'device-offline',
  severity: 'critical',
  event: 'The device is offline.',
  device: { ...ACCESS_POINT, mac: '00:1B:2D:4F:60:12', model: 'NL-AP6C' },
  read: 0,
};
const webhook = {
  id: '8e3f90a1-5c6d-4e7f-9081-b2c3d4e5f607',
  url: 'https://hooks.example.com/northlight',
  enabled: true,
  createdAt: '2026-10-01T08:00:00.000Z',
};
const notifications = {
  mail: { on: true, criticalOnly: false, address: 'owner@example.com' },
  recipients: ['owner@example.com'],
  webhooks: [webhook],
  can: { mail: ALLOWED, webhooks: ALLOWED },
};
const delivery = {
  id: '90415263-7485-4960-8a7b-8c9dae0f1122',
  target: webhook.url,
  moment: 'begin',
  subject: 'Lobby-AP is offline',
  state: 'delivered',
  attempts: 1,
  status: 200,
  createdAt: '2026-11-23T13:58:01.000Z',
  endedAt: '2026-11-23T13:58:02.000Z',
};
const rule = {
  kind: 'device-offline',
  enabled: true,
  severity: 'critical',
  toleranceSeconds: 120,
  notify: true,
};
const alarmRules = { version: 4, items: [rule], can: { change: ALLOWED } };
const series = {
  from: '2026-11-23T02:05:00.000Z',
  to: '2026-11-23T14:05:00.000Z',
  stepSeconds: 21_600,
  series: [{ metric: 'clients', values: [61, 74], peaks: [70, 82] }],
};

const keptView = {
  list: 'devices' as const,
  view: {
    columns: {
      visibility: { mac: false },
      order: ['name', 'state'],
      widths: { name: 220 },
      density: 'compact' as const,
    },
    filters: [{ name: 'Offline', filter: 'Status = Offline' }],
  },
};

export const generalExamples: Examples = {
  health: { answer: { status: 'ok', version: '0.1.0' } },
  sessionGet: {
    answer: {
      account: {
        id: '5b0cde6f-2a3b-4c4d-8e5f-708192a3b4c5',
        account: 'owner@example.com',
        nickname: 'Kim',
        role: 0,
        kind: 0,
        label: 'Kim',
      },
      accessType: 'openapi',
      visitor: false,
      idleMinutes: 30,
      menu: {},
      demoFuncSupport: [...DEMO_FUNC_SUPPORT],
      projectListVersion: 1_284_503_977,
    },
  },
  signOut: { answer: OK },
  entrySignIn: {
    body: { ticket: 'r8VtQ2mNc5XyLk0PzW3hJd7BfGs9UaEi' },
    answer: {
      token: 'nl_4uZr7KxQ0mWc2VtYb9LsDf6GhJk1PzXn',
      expiresAt: '2026-11-23T16:05:00.000Z',
      projectId: 1042,
    },
  },
  sessionKey: {
    answer: { algorithm: 'AES-256-GCM', key: 'K34VFiiu0qar9xWICc9PPHYue3MPi02lakgrTwVCGQk' },
  },
  profileGet: {
    answer: {
      account: 'owner@example.com',
      nickname: 'Kim',
      roleTitle: 'Network administrator',
      email: 'owner@example.com',
      companyName: 'Harbour Hotels',
      companyLocation: 'Hamburg',
      label: 'Kim',
      lengthUnit: 'm',
    },
  },
  cloudCodeGet: { answer: { cloudCode: '7K2M9QXD', qrText: 'northlight:7K2M9QXD' } },
  listViewList: { answer: { items: [keptView] } },
  projectList: { answer: { items: [project] } },
  projectCreate: {
    body: {
      name: project.name,
      scenario: 'hotel',
      netMode: 0,
      country: 'Germany',
      province: 'Hamburg',
      city: 'Hamburg',
      address: 'Kehrwieder 2',
      timeZone: 'Europe/Berlin',
      devicePassword: 'Quay-7-lantern',
    },
    answer: { ...project, deviceCount: 0, devicesOnline: 0, onlineUsers: 0, unreadAlarms: 0, openAlarms: 0 },
  },
  projectGet: { answer: project },
  projectChange: { body: { name: 'Harbour Hotel' }, answer: project },
  projectDelete: {
    answer: {
      id: project.id,
      name: project.name,
      deletedAt: '2026-11-23T14:05:00.000Z',
      undoUntil: '2026-11-23T14:15:00.000Z',
    },
  },
  projectPasswordReveal: { answer: { ciphertext: '9b1f4c0de2a37586' } },
  placeList: { answer: { items: [{ name: 'Germany', timeZone: 'Europe/Berlin' }] } },
  auditList: {
    answer: {
      items: [
        {
          id: '01526374-8596-4a7b-8c8d-9eafb0c1d2e3',
          at: '2026-11-23T14:05:00.000Z',
          actor: 'owner@example.com',
          network: '203.0.113.7',
          projectId: 1042,
          action: 'device.rename',
          object: SWITCH.name,
          before: 'Switch 1',
          after: SWITCH.name,
          result: 'ok',
          sequence: 48_211,
        },
      ],
      nextCursor: '1795442700000_01526374-8596-4a7b-8c8d-9eafb0c1d2e3',
    },
  },
  deviceSeries: { answer: { ...series, series: [{ metric: 'cpu', deviceId: SWITCH.id, values: [12, 14] }] } },
  projectSeries: { answer: series },
  clientSeries: { answer: { ...series, series: [{ metric: 'signal', values: [-58, -61] }] } },
  chartEvents: {
    answer: {
      items: [
        {
          id: alarm.id,
          kind: 'offline',
          severity: 'critical',
          at: '2026-11-23T13:40:00.000Z',
          until: '2026-11-23T13:52:00.000Z',
          open: false,
          text: `${ACCESS_POINT.name} is offline.`,
          device: { id: ACCESS_POINT.id, name: ACCESS_POINT.name },
          alarmId: alarm.id,
        },
      ],
    },
  },
  projectStatus: {
    answer: {
      at: '2026-11-23T14:05:00.000Z',
      devices: { total: 12, online: 11, waiting: 0, byKind: [{ kind: 'ap', total: 9, online: 8 }] },
      clients: {
        total: 74,
        wired: 12,
        withoutAddress: 0,
        byBand: [{ band: '5G', clients: 62 }],
        bySsid: [{ ssid: 'Harbour Guests', clients: 62 }],
      },
      busiest: [{ ...ACCESS_POINT, kind: 'ap', clients: 21, reportedAt: '2026-11-23T14:04:48.000Z' }],
      weakest: [{ ...ACCESS_POINT, kind: 'ap', clients: 21, meanSignalDbm: -71 }],
      hottest: [{ ...SWITCH, kind: 'switch', clients: 5, cpuPercent: 12 }],
    },
  },
  clientVisits: {
    answer: {
      items: [
        {
          from: client.connectedAt,
          device: ACCESS_POINT,
          ssid: 'Harbour Guests',
          band: '5G',
          signalDbm: -58,
          roamedFrom: { device: { id: '0gRq1TUbX8yKe5nVw2ZpLe', name: 'Bar-AP' }, signalDbm: -77 },
          pause: { seconds: 12, cause: 'Channel plan: 12 radios', at: '2026-11-22T03:00:20.000Z' },
        },
        { from: '2026-11-22T08:00:00.000Z', until: '2026-11-22T17:30:00.000Z', device: SWITCH, port: 'p3' },
      ],
    },
  },
  clientConnectionCheck: {
    answer: {
      link: {
        state: 'ok',
        finding: 'connected',
        device: ACCESS_POINT,
        ssid: 'Harbour Guests',
        band: '5G',
        signalDbm: -58,
      },
      vlan: { state: 'ok', finding: 'configured', id: 10, name: 'Guests' },
      path: {
        state: 'failed',
        finding: 'vlan-missing',
        devices: [ACCESS_POINT, SWITCH, GATEWAY],
        gap: { device: SWITCH, port: { id: 'p3', label: '3' }, vlanId: 10 },
      },
      address: { state: 'failed', finding: 'none', pool: { name: 'guests', addresses: 100, used: 41 } },
      gateway: { state: 'ok', finding: 'online', device: GATEWAY },
      internet: {
        state: 'ok',
        finding: 'online',
        wan: { id: 'wan1', label: 'WAN1' },
        ip: '203.0.113.14',
        latencyMs: 9.4,
        lossPercent: 0,
        reportedAt: '2026-11-23T14:04:48.000Z',
      },
    },
  },
  clientRename: {
    body: { name: 'Reception tablet' },
    answer: { mac: CLIENT_MAC, name: 'Reception tablet' },
  },
  clientList: { answer: { items: [client] } },
  alarmList: { answer: { items: [alarm], total: 1 } },
  alarmMarkRead: { body: { ids: [alarm.id] }, answer: { marked: 1 } },
  alarmResolve: { body: { ids: [alarm.id] }, answer: { resolved: 1 } },
  alarmNotificationsGet: { answer: notifications },
  alarmMailSet: { body: { on: true }, answer: notifications },
  alarmWebhookAdd: {
    body: { url: webhook.url },
    answer: { webhook, secret: 'b1946ac92492d2347c6235b4d2611184' },
  },
  alarmWebhookChange: { body: { enabled: true }, answer: webhook },
  alarmWebhookRemove: { answer: OK },
  alarmWebhookTest: {
    answer: {
      id: delivery.id,
      target: webhook.url,
      moment: 'test',
      subject: 'Test',
      state: 'queued',
      attempts: 0,
      createdAt: '2026-11-23T14:05:00.000Z',
    },
  },
  alarmDeliveryList: {
    answer: { items: [delivery], nextCursor: `1795442280000_${delivery.id}` },
  },
  alarmRulesGet: { answer: alarmRules },
  alarmRulesChange: { body: { baseVersion: 3, rules: [rule] }, answer: alarmRules },
  logList: {
    answer: {
      items: [
        {
          id: 'c2d3e4f5-0617-4829-9a3b-4c5d6e7f8091',
          at: '2026-11-23T13:58:00.000Z',
          kind: 'device',
          severity: 'warning',
          event: 'The device is offline.',
          device: ACCESS_POINT,
        },
      ],
      nextCursor: '1795442280000000_c2d3e4f5-0617-4829-9a3b-4c5d6e7f8091',
    },
  },
  logRetentionGet: { answer: { days: 90 } },
  logRetentionSet: { body: { days: 30 }, answer: { days: 30 } },
};
