import { type AlarmKind, formatDays, projectRetention } from '@northlight/contract';
import {
  type ChannelStat,
  type DiskState,
  recorderStat,
  type RecorderStat,
} from '@northlight/contract/device-protocol';
import type { Db } from '../../platform/db/database.ts';
import { type Condition, ONLINE_STATES, type Reading, selectOnlineDevices } from './condition.ts';

const DISK_FAULTS: Readonly<Partial<Record<DiskState, readonly ['critical' | 'warning', string]>>> = {
  failing: ['warning', 'reports faults and will fail'],
  failed: ['critical', 'has failed'],
  missing: ['critical', 'is missing'],
};
/** Cameras that a text names; further ones are counted. */
const MAX_NAMES = 3;

/** A recorder with its last report, and its project's knowledge about its cameras. */
export interface ReportedRecorder {
  readonly projectId: number;
  readonly deviceId: string;
  readonly name: string;
  readonly stat: RecorderStat;
  /** Cameras that are devices of the project, by MAC address. */
  readonly cameras: ReadonlyMap<string, { readonly name: string; readonly isOnline: boolean }>;
  /** Promised days by the MAC address of the camera. */
  readonly promises: ReadonlyMap<string, number>;
}

/** Faults of disks, recordings and cameras of recorders, by their last reports. */
export const recorderFaults: Condition = {
  kinds: ['disk-fault', 'disk-full', 'recording-stopped', 'retention-short', 'camera-lost'],
  read: async (db, getLimit, since) => {
    const rows = await selectOnlineDevices(db)
      .select('device_state.recorder')
      .where('device_state.recorder_at', '>', since)
      .where('devices.kind', '=', 'nvr')
      .execute();
    const reports = rows.flatMap((row) => {
      const stat = recorderStat.safeParse(row.recorder).data;
      return stat ? [{ ...row, stat }] : [];
    });
    if (reports.length === 0) return [];
    const cameras = await readCameras(
      db,
      reports.flatMap(({ stat }) => stat.channels.flatMap(({ mac }) => mac ?? [])),
    );
    const promises = Map.groupBy(await readPromises(db), ({ project_id }) => project_id);
    return reports.flatMap(({ id, name, project_id, stat }) =>
      findRecorderFaults(
        {
          projectId: project_id,
          deviceId: id,
          name,
          stat,
          cameras: new Map(cameras.get(project_id)?.map(({ mac, ...camera }) => [mac, camera] as const)),
          promises: new Map(
            promises.get(project_id)?.map(({ camera_mac, days }) => [camera_mac, days] as const),
          ),
        },
        getLimit,
      ),
    );
  },
};

/** Returns the faults of a recorder. An offline camera of the project is none: its alarm is that of the offline device. */
export function findRecorderFaults(
  recorder: ReportedRecorder,
  getLimit: (kind: AlarmKind) => number,
): Reading[] {
  const { cameras, deviceId, name, projectId, stat } = recorder;
  const createReading = (kind: AlarmKind, text: string, more: Partial<Reading> = {}): Reading => ({
    projectId,
    deviceId,
    kind,
    value: 0,
    describe: () => text,
    isFollowed: true,
    ...more,
  });
  const disks = stat.disks.flatMap(({ id, label, state }) => {
    const [severity, fault] = DISK_FAULTS[state] ?? [];
    return severity === undefined
      ? []
      : [createReading('disk-fault', `${name}: ${label} ${fault}.`, { severity, subject: id })];
  });
  const stopped = stat.channels.filter(
    ({ due, mac, online, recording }) => mac !== undefined && online && !recording && due !== false,
  );
  const lost = stat.channels.flatMap(({ mac, name: title, number, online }) => {
    const camera = cameras.get(mac ?? '');
    if (mac === undefined || online || camera?.isOnline === false) return [];
    const shown = camera?.name ?? title ?? mac;
    const text = `${name} does not receive ${shown} (channel ${number})${camera ? ', which is online' : ''}.`;
    return [createReading('camera-lost', text, { subject: mac })];
  });
  const { daysUntilFull } = projectRetention(stat);
  return [
    ...disks,
    ...(stopped.length > 0
      ? [createReading('recording-stopped', `${name} does not record ${listNames(stopped, cameras)}.`)]
      : []),
    ...lost,
    ...(daysUntilFull !== undefined && daysUntilFull <= getLimit('disk-full')
      ? [
          createReading('disk-full', describeFull(name, daysUntilFull), {
            value: daysUntilFull,
            severity: daysUntilFull <= 0 ? 'critical' : 'warning',
          }),
        ]
      : []),
    ...findShortRetention(recorder, getLimit('retention-short'), createReading),
  ];
}

function findShortRetention(
  { cameras, name, promises, stat }: ReportedRecorder,
  limitPercent: number,
  createReading: (kind: AlarmKind, text: string, more: Partial<Reading>) => Reading,
): Reading[] {
  const { projectedDays } = projectRetention(stat);
  const promised = stat.channels.flatMap((channel) => {
    const days = promises.get(channel.mac ?? '');
    return days === undefined ? [] : [{ channel, days }];
  });
  const longest = Math.max(...promised.map(({ days }) => days));
  if (projectedDays === undefined || promised.length === 0) return [];
  const percent = (100 * projectedDays) / longest;
  if (percent > limitPercent) return [];
  const short = promised.filter(({ days }) => (100 * projectedDays) / days <= limitPercent);
  const text = `${name} will hold ${formatDays(projectedDays)} at the present rate; ${formatDays(longest)} are promised for ${listNames(
    short.map(({ channel }) => channel),
    cameras,
  )}.`;
  return [createReading('retention-short', text, { value: percent })];
}

const describeFull = (name: string, days: number): string =>
  days <= 0
    ? `The disks of ${name} are full, and it does not overwrite: recording has stopped.`
    : `The disks of ${name} are full in ${formatDays(days)}. Recording then stops.`;

function listNames(channels: readonly ChannelStat[], cameras: ReportedRecorder['cameras']): string {
  const names = channels.map(
    ({ mac = '', name, number }) => cameras.get(mac)?.name ?? name ?? `channel ${number}`,
  );
  const more = names.length - MAX_NAMES;
  if (more <= 0)
    return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more`;
}

const readPromises = (db: Db) => db.selectFrom('recording_promises').selectAll().execute();

async function readCameras(db: Db, macs: readonly string[]) {
  if (macs.length === 0) return new Map<number, never[]>();
  const rows = await db
    .selectFrom('devices')
    .select(['project_id', 'name', 'mac', 'state'])
    .where('mac', 'in', [...new Set(macs)])
    .execute();
  const cameras = rows.map(({ state, ...row }) => ({
    ...row,
    isOnline: ONLINE_STATES.some((code) => code === state),
  }));
  return Map.groupBy(cameras, ({ project_id }) => project_id);
}
