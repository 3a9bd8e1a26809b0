import {
  DEFAULT_RF_SETTINGS,
  isChangedRow,
  type Permission,
  type RfInterference,
  type RfPlan,
  type RfPlanRow,
  type RfRadioKey,
  type RfRun,
  type RfRunDetail,
  type StoredRfSettings,
} from '@northlight/contract';
import type { Answers } from '../../testing/answers.ts';
import { ALLOWED, createDeviceId, OWNER, PAST } from '../../testing/fixtures.ts';
import { refuse } from '../../testing/refuse.ts';

export const RUN_ID = '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5a77';

/** The 5 GHz radio of an access point, which changes its channel. */
export const createRow = (name: string, values: Partial<RfPlanRow> = {}): RfPlanRow => ({
  deviceId: createDeviceId(name),
  deviceName: name,
  radioId: 'radio1',
  band: '5G',
  now: { channel: 36, widthMhz: 80 },
  proposed: { channel: 52, widthMhz: 80 },
  clients: 7,
  interruptionSeconds: 60,
  othersBefore: 0.41,
  othersAfter: 0.06,
  foreignBefore: 0.2,
  foreignAfter: 0.05,
  neighboursBefore: 3,
  neighboursAfter: 1,
  ...values,
});

export const ROWS: readonly RfPlanRow[] = [
  createRow('AP-1'),
  createRow('AP-2', { proposed: { channel: 100, widthMhz: 40 }, interruptionSeconds: 0 }),
  createRow('AP-3', { proposed: { channel: 36, widthMhz: 80 }, kept: 'by-hand' }),
];

/** A plan that also changes the power of a radio, which others can replace. */
export const POWERED_PLAN: RfPlan = {
  rows: [
    ...ROWS,
    createRow('AP-4', {
      radioId: 'radio0',
      band: '2.4G',
      now: { channel: 1, widthMhz: 20 },
      proposed: { channel: 1, widthMhz: 20 },
      surplus: { places: 34, secondDbm: -61, disturbed: 3 },
      power: { now: 20, proposed: 14, most: 20 },
    }),
  ],
  interferenceBefore: 0.2,
  interferenceAfter: 0.078,
  gap: 0.034,
  budget: [0, 0.74, 1],
  power: {
    interferenceAfter: 0.04,
    places: 'map',
    coverage: [
      {
        band: '2.4G',
        places: 200,
        coveredBefore: 180,
        coveredAfter: 178,
        doubleBefore: 100,
        doubleAfter: 100,
      },
    ],
  },
};

export const createRun = (values: Partial<RfRunDetail> = {}): RfRunDetail => ({
  id: RUN_ID,
  trigger: 'manual',
  state: 'completed',
  percent: 100,
  startedAt: PAST,
  startedBy: OWNER,
  endedAt: PAST,
  changes: 2,
  predicted: -0.61,
  plan: {
    rows: [...ROWS],
    interferenceBefore: 0.2,
    interferenceAfter: 0.078,
    gap: 0.034,
    budget: [0, 0.74, 1],
  },
  selection: { refused: [], revision: 1 },
  outdated: [],
  can: { select: ALLOWED, apply: ALLOWED, restore: ALLOWED },
  ...values,
});

/** An automatic optimization that was applied and has been measured for 6 h. */
export const MEASURED_RUN = createRun({
  id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5a01',
  trigger: 'auto',
  cause: 'Radar on channel 100 at AP-1.',
  startedBy: 'system',
  application: { state: 'applied', at: PAST, by: 'system', changes: 2 },
  measured: -0.48,
  measurement: {
    windows: Array.from({ length: 24 }, (_, index) => ({
      at: new Date(Date.parse(PAST) + index * 900_000).toISOString(),
      loss: 0.1 + 0.02 * Math.sin(index),
      expected: 0.19 + 0.03 * Math.cos(index / 3),
    })),
    radios: [{ deviceId: createDeviceId('AP-1'), radioId: 'radio1', before: 0.39, after: 0.11 }],
  },
});

export const createInterference = (values: Partial<RfInterference> = {}): RfInterference => ({
  online: 3,
  bands: [
    {
      band: '2.4G',
      channels: [
        { channel: 1, radios: 0, foreignNetworks: 4 },
        { channel: 6, radios: 2, foreignNetworks: 1, busyPercent: 41.5 },
      ],
    },
    { band: '5G', channels: [{ channel: 36, radios: 3, foreignNetworks: 2, busyPercent: 62 }] },
  ],
  pairs: [
    {
      a: { deviceId: createDeviceId('AP-1'), deviceName: 'AP-1', radioId: 'radio1' },
      b: { deviceId: createDeviceId('AP-2'), deviceName: 'AP-2', radioId: 'radio1' },
      channel: 36,
      signalDbm: -58,
      lostPercent: 24.8,
    },
  ],
  radios: ROWS.map(({ band, clients, deviceId, deviceName, now, radioId }) => ({
    deviceId,
    deviceName,
    radioId,
    band,
    ...now,
    powerDbm: 20,
    clients,
    busyPercent: 62,
    txPercent: 12,
    rxPercent: 5,
    noiseDbm: -95,
    ownOnChannel: 2,
    foreignOnChannel: 2,
    reportedAt: new Date().toISOString(),
    scannedAt: new Date().toISOString(),
  })),
  ...values,
});

interface RfSite {
  /** Newest run; absent for a project without one. */
  readonly run?: RfRunDetail;
  readonly older?: readonly RfRun[];
  readonly air?: RfInterference;
  readonly settings?: Partial<StoredRfSettings>;
  /** Permission to configure; allowed by default. */
  readonly can?: Permission;
}

/**
 * Answers of the screen of a project, with its newest run and its settings, both of which its operations change. Refused
 * radios keep their channels in the answer.
 */
export function createRfAnswers({
  air = createInterference(),
  can = ALLOWED,
  older = [],
  ...site
}: RfSite = {}): Answers {
  let { run } = site;
  let settings: StoredRfSettings = { ...DEFAULT_RF_SETTINGS, version: 3, ...site.settings };
  const getRun = (): RfRunDetail => run ?? createRun();
  const change = (values: Partial<RfRunDetail>): RfRunDetail => (run = { ...getRun(), ...values });
  return {
    rfInterferenceGet: air,
    rfSettingsGet: () => ({ ...settings, can: { configure: can } }),
    rfSettingsSave: ({ body }) => {
      if (body.version !== settings.version) return refuse('configConflict');
      settings = { ...body, version: body.version + 1 };
      return settings;
    },
    rfRunList: () => ({ items: [...(run ? [run] : []), ...older] }),
    rfRunGet: ({ params }) => {
      const found = older.find(({ id }) => id === params.runId);
      return found ? { ...getRun(), ...found } : getRun();
    },
    rfRunStart: () => {
      const { plan: _plan, endedAt: _endedAt, ...started } = createRun({ state: 'running', percent: 0 });
      run = { ...started, startedAt: new Date().toISOString() };
      return run;
    },
    rfRunCancel: () => change({ state: 'cancelled', problem: `Cancelled by ${OWNER}.` }),
    rfSelectionSave: ({ body: { revision, ...selection } }) => {
      const { plan, selection: before } = getRun();
      if (revision !== before.revision) return refuse('configConflict');
      const rows = (site.run?.plan?.rows ?? ROWS).map((row) =>
        isRefused(selection.refused, row) ? { ...row, proposed: row.now, kept: 'refused' as const } : row,
      );
      const next = { ...selection, revision: revision + 1 };
      return change({
        selection: next,
        changes: rows.filter(isChangedRow).length,
        ...(plan && { plan: { ...plan, rows } }),
      });
    },
  };
}

const isRefused = (refused: readonly RfRadioKey[], row: RfRadioKey): boolean =>
  refused.some(({ deviceId, radioId }) => deviceId === row.deviceId && radioId === row.radioId);
