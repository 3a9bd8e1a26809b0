import type { ChannelStat, DiskState, RecorderStat } from '@northlight/contract/device-protocol';
import type { AlarmSite } from './alarm-site.ts';
import type { SitePlan } from './site-plan.ts';

export const TB = 1e12;
const DAY_SECONDS = 86_400;
export const FOREIGN = '5c:00:00:00:00:07';

/** A shop whose recorder records two cameras of the project, and one of another maker at port 7 of the switch. */
export const SHOP: SitePlan = {
  gw: { model: 'NL-GW5' },
  sw: { model: 'NL-SW8P', on: 'gw', port: 'lan1' },
  nvr: { model: 'NL-NVR16', on: 'sw', port: 'p1' },
  gate: { model: 'NL-IPC4B', on: 'sw', port: 'p2' },
  till: { model: 'NL-IPC4D', on: 'sw', port: 'p3' },
};

interface ShopState {
  readonly disks?: readonly DiskState[];
  /** Bytes of the channels in the last 24 h, and bytes in use on each disk. */
  readonly dayBytes?: number;
  readonly usedBytes?: number;
  readonly overwrites?: boolean;
  readonly channels?: Readonly<Partial<Record<'foreign' | 'gate' | 'till', Partial<ChannelStat>>>>;
  readonly recorder?: Partial<RecorderStat>;
}

function createReport(site: AlarmSite, state: ShopState): RecorderStat {
  const { channels = {}, dayBytes = 0.1 * TB, disks = ['normal', 'normal'], overwrites = true } = state;
  const { recorder, usedBytes = 4 * TB } = state;
  const create = (
    number: number,
    name: string,
    mac: string,
    own: Partial<ChannelStat> = {},
  ): ChannelStat => ({
    number,
    name,
    mac,
    online: true,
    recording: true,
    oldestSeconds: 20 * DAY_SECONDS,
    dayBytes,
    daySeconds: DAY_SECONDS,
    ...own,
  });
  return {
    overwrites,
    disks: disks.map((diskState, index) => ({
      id: `d${index + 1}`,
      label: `Disk ${index + 1}`,
      state: diskState,
      ...(diskState !== 'missing' && { capacityBytes: 4 * TB, usedBytes }),
    })),
    channels: [
      create(1, 'Gate', site.device('gate').mac, channels.gate),
      create(2, 'Till', site.device('till').mac, channels.till),
      create(3, 'Yard', FOREIGN, channels.foreign),
      { number: 4, online: false, recording: false },
    ],
    ...recorder,
  };
}

/** Reports a state of the recorder for minutes. */
export const hold =
  (state: ShopState, minutes = 3) =>
  async (site: AlarmSite): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await site.report('nvr', { recorder: createReport(site, state) });
      await site.wait(58_000);
    }
  };

export const play =
  (...parts: readonly ((site: AlarmSite) => Promise<unknown>)[]) =>
  async (site: AlarmSite): Promise<void> => {
    for (const part of parts) await part(site);
  };

export const down =
  (...names: readonly string[]) =>
  (site: AlarmSite) =>
    site.down(...names);

/** Reports a camera with a figure for minutes. */
export const holdCamera =
  (figures: object, minutes = 4, name = 'gate') =>
  async (site: AlarmSite): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await site.report(name, { camera: { streams: [], ...figures } });
      await site.wait(58_000);
    }
  };

export const promise = (days: number) => (site: AlarmSite) => site.promiseDays('nvr', [1, 2], days);
export const connectForeign = (site: AlarmSite) => site.reportClients('sw', [{ mac: FOREIGN, port: 'p7' }]);
