import type { RfRunDetail } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { playSite, pollUntil, type TestBrowser, type TestServer } from '../../testing/index.ts';

const bssidOf = (index: number): string => `02:00:00:00:0${index}:00`;

interface CrowdOptions {
  /** Models of other devices of the project. */
  readonly others?: readonly string[];
  /** Level with which the access points receive each other; undefined if they do not. */
  readonly signalDbm?: number | undefined;
}

/** Returns a project whose access points all send on channel 6 of 2.4 GHz and receive each other, beside other devices. */
export async function playCrowd(
  world: TestServer,
  owner: TestBrowser,
  count: number,
  { others = [], ...options }: CrowdOptions = {},
) {
  const signalDbm = 'signalDbm' in options ? options.signalDbm : -60;
  const site = await playSite(world, owner, ...Array.from({ length: count }, () => 'NL-AP6C'), ...others);
  const { params } = site;
  const devices = site.devices.slice(0, count);
  for (const device of devices) await device.on({ session: 'rf' });
  let seq = 0;
  /** Lets the access points report these channels. */
  const report = async (channels: readonly number[]): Promise<void> => {
    seq += 1;
    const sent = Promise.all(
      devices.map((device, index) =>
        device.raw.publish(topics.up(device.id, 'stat'), {
          session: 'rf',
          seq,
          ts: world.clock.now(),
          radios: [
            {
              id: 'radio0',
              up: true,
              channel: channels[index] ?? 6,
              widthMhz: 20,
              powerDbm: 20,
              clients: 20,
              ssids: ['A'],
              bssids: [bssidOf(index)],
            },
          ],
          nearbyNetworks: devices.flatMap((_, other) =>
            other === index || signalDbm === undefined
              ? []
              : [
                  {
                    bssid: bssidOf(other),
                    ssid: 'A',
                    band: '2.4G',
                    channel: channels[other] ?? 6,
                    signalDbm,
                    security: 'WPA2',
                  },
                ],
          ),
        }),
      ),
    );
    await pollUntil(async () => {
      await world.clock.advance(100);
      const { radios } = await owner.call('rfInterferenceGet', { params });
      return (
        radios.length === count &&
        devices.every(
          ({ id }, index) =>
            radios.find(({ deviceId }) => deviceId === id)?.channel === (channels[index] ?? 6),
        )
      );
    });
    await sent;
  };
  await report([]);
  const read = (runId: string): Promise<RfRunDetail> =>
    owner.call('rfRunGet', { params: { ...params, runId } });
  return {
    ...site,
    report,
    read,
    /** Lets the devices of a job confirm it, wave by wave; returns the names of the devices of each wave. */
    confirmAll: async (jobId: string): Promise<string[][]> => {
      const job = await site.job(jobId);
      const waves: string[][] = [];
      for (const wave of [...new Set(job.rows.map((row) => row.wave))].sort((one, other) => one - other)) {
        const rows = job.rows.filter((row) => row.wave === wave);
        for (const { deviceId } of rows) {
          const device = devices.find(({ id }) => id === deviceId);
          await device?.reportConfig(await device.push());
        }
        waves.push(rows.map(({ deviceName }) => deviceName));
      }
      await site.jobWhen(jobId, ({ state }) => state === 'done');
      return waves;
    },
    /** Runs an optimization to its end. */
    plan: async (): Promise<RfRunDetail> => {
      const { id } = await owner.call('rfRunStart', { params });
      await world.services.rfPlanner.processAll();
      return read(id);
    },
  };
}
