import type { RfRunDetail } from '@northlight/contract';
import { type RadarFind, topics } from '@northlight/contract/device-protocol';
import { playSite, pollUntil, type TestBrowser, type TestServer } from '../../testing/index.ts';

const RADIO = 'radio1';
const bssidOf = (index: number): string => `02:00:00:00:0${index}:50`;

interface ReportedRadio {
  readonly channel: number;
  readonly radar?: RadarFind[];
  /** Id of the radio of the radar; the radio of 5 GHz by default. */
  readonly radarRadio?: string;
  readonly busyPercent?: number;
  /** True for an access point that no other one receives, and that receives none. */
  readonly isFar?: boolean;
}

/** Returns a project whose access points send on 5 GHz with 20 MHz and receive each other, and that report when the test asks. */
export async function playRadarSite(world: TestServer, owner: TestBrowser, count: number) {
  const site = await playSite(world, owner, ...Array.from({ length: count }, () => 'NL-AP6C'));
  const { devices, params } = site;
  for (const device of devices) await device.on({ session: 'radar' });
  let seq = 0;
  /** Lets the access points report their radio of 5 GHz, and waits until the server shows the channels. */
  const report = async (radios: readonly ReportedRadio[]): Promise<void> => {
    seq += 1;
    const sent = Promise.all(
      devices.slice(0, radios.length).map((device, index) => {
        const { busyPercent, channel, radar, radarRadio = RADIO } = radios[index] ?? { channel: 100 };
        const isOwn = radarRadio === RADIO;
        return device.raw.publish(topics.up(device.id, 'stat'), {
          session: 'radar',
          seq,
          ts: world.clock.now(),
          radios: [
            {
              id: RADIO,
              up: true,
              channel,
              widthMhz: 20,
              powerDbm: 20,
              clients: 10,
              ssids: ['A'],
              bssids: [bssidOf(index)],
              ...(busyPercent !== undefined && { busyPercent, txPercent: 20, rxPercent: 10 }),
              ...(radar && isOwn && { radar }),
            },
            ...(radar && !isOwn ? [{ id: radarRadio, up: false, ssids: [], radar }] : []),
          ],
          nearbyNetworks: radios.flatMap((other, from) =>
            from === index || other.isFar === true || radios[index]?.isFar === true
              ? []
              : [
                  {
                    bssid: bssidOf(from),
                    ssid: 'A',
                    band: '5G',
                    channel: other.channel,
                    signalDbm: -60,
                    security: 'WPA2',
                  },
                ],
          ),
        });
      }),
    );
    let isSent = false;
    void sent.then(() => (isSent = true));
    await pollUntil(async () => {
      await world.clock.advance(100);
      return isSent;
    });
    // Current figures are written at an interval.
    await world.clock.advance(1_100);
    await pollUntil(async () => {
      await world.clock.advance(100);
      const shown = (await owner.call('rfInterferenceGet', { params })).radios;
      return radios.every(
        ({ channel }, index) =>
          shown.find(({ deviceId, radioId }) => deviceId === devices[index]?.id && radioId === RADIO)
            ?.channel === channel,
      );
    });
  };
  const read = (runId: string): Promise<RfRunDetail> =>
    owner.call('rfRunGet', { params: { ...params, runId } });
  return {
    ...site,
    report,
    read,
    /** Runs an optimization to its end. */
    plan: async (): Promise<RfRunDetail> => {
      const { id } = await owner.call('rfRunStart', { params });
      await world.services.rfPlanner.processAll();
      return read(id);
    },
  };
}
