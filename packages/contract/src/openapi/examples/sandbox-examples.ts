import { ACCESS_POINT, ALLOWED, type Examples } from './example.ts';
import { project } from './general-examples.ts';

const times = { createdAt: '2026-11-23T14:05:00Z', expiresAt: '2026-11-30T14:05:00Z' };
const source = { id: project.id, name: project.name };
const sandbox = {
  source,
  ...times,
  devices: [
    {
      ...ACCESS_POINT,
      online: false,
      uplink: { name: 'Core switch', port: 'p4' },
      isOff: false,
      isCut: true,
      can: { cut: ALLOWED },
    },
  ],
  changes: [
    {
      path: ['vlans', '20', 'name'],
      item: 'VLAN 20',
      label: 'name',
      setting: 'VLAN 20, name',
      now: 'Guests',
      after: 'Visitors',
    },
  ],
  notes: ['2 clients have no known port or network and are left out.'],
  can: { write: ALLOWED },
};

/** Examples of the sandboxes of projects. */
export const sandboxExamples: Examples = {
  sandboxList: {
    answer: {
      items: [{ id: 2_048_576, name: 'Harbour Hotel sandbox', ...times, changes: 1 }],
      total: 1,
      can: { create: ALLOWED },
    },
  },
  sandboxCreate: {
    answer: {
      ...project,
      id: 2_048_576,
      name: 'Harbour Hotel sandbox',
      typeFlag: 9,
      property: 'demo',
      sandboxOf: source,
      expiresAt: times.expiresAt,
    },
  },
  sandboxTakeOver: { answer: { changes: 1 } },
  sandboxGet: { answer: sandbox },
  sandboxFaultSet: {
    body: { deviceId: ACCESS_POINT.id, kind: 'cable', active: true },
    answer: sandbox,
  },
};
