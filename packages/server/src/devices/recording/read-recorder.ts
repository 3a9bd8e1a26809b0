import { type DeviceDetail, type DeviceRecorder, projectRetention } from '@northlight/contract';
import { type ChannelStat, recorderStat } from '@northlight/contract/device-protocol';
import { DAY_MS } from '@northlight/runtime';
import type { Db } from '../../platform/db/database.ts';
import { readPeers } from '../read-peers.ts';
import type { DeviceRow } from '../store.ts';
import { listPromises } from './promises.ts';

type RecorderRow = Pick<DeviceRow, 'kind' | 'recorder' | 'recorder_at'>;
type RecorderReport = Pick<DeviceDetail, 'recorder' | 'recorderAt'>;

const DAY_SECONDS = DAY_MS / 1000;

/** Returns the reported disks and channels of a recorder. The report of another kind of device is ignored. */
export async function readRecorder(db: Db, projectId: number, row: RecorderRow): Promise<RecorderReport> {
  const stat = row.kind === 'nvr' ? recorderStat.safeParse(row.recorder).data : undefined;
  if (!stat || !row.recorder_at) return {};
  const at = row.recorder_at;
  const macs = stat.channels.flatMap(({ mac }) => mac ?? []);
  const findPeer = await readPeers(db, projectId, macs);
  const promises = await listPromises(db, projectId, macs);
  return {
    recorder: {
      disks: stat.disks,
      channels: stat.channels.map((channel) => {
        const promisedDays = promises.get(channel.mac ?? '');
        return {
          ...presentChannel(channel, at, findPeer),
          ...(promisedDays !== undefined && { promisedDays }),
        };
      }),
      overwrites: stat.overwrites,
      timeSource: stat.timeSource,
      hasDefaultPassword: stat.hasDefaultPassword,
      ...projectRetention(stat),
    },
    recorderAt: at.toISOString(),
  };
}

function presentChannel(
  { daySeconds, gaps = [], mac, oldestSeconds, ...channel }: ChannelStat,
  reportedAt: Date,
  findPeer: Awaited<ReturnType<typeof readPeers>>,
): DeviceRecorder['channels'][number] {
  return {
    ...channel,
    due: channel.due !== false,
    ...(mac !== undefined && { camera: findPeer(mac) }),
    ...(oldestSeconds !== undefined && { heldDays: oldestSeconds / DAY_SECONDS }),
    ...(daySeconds !== undefined && { recordedPercent: (100 * daySeconds) / DAY_SECONDS }),
    gaps: gaps
      .toSorted((one, other) => one.ageSeconds - other.ageSeconds)
      .map(({ ageSeconds, seconds }) => ({
        endedAt: new Date(reportedAt.getTime() - ageSeconds * 1000).toISOString(),
        seconds,
      })),
  };
}
