import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { AccessPointSite, createConfiguration, createWlan, KEY, RADIO_0 } from './access-point-site.ts';
import { UNTAGGED } from './device.ts';
import { explainMissingForMachine } from './requirements.ts';
import { createPskNetwork } from './station.ts';

const WLANS = [
  createWlan('Office', { bands: ['2.4G', '5G'] }),
  createWlan('Guests', { bands: ['2.4G', '5G'] }),
];
const RADIO_1 = { id: 'radio1', channel: 36, widthMhz: 20, powerDbm: 'auto' } as const;
const PING_SECONDS = 0.1;

describe.skipIf(explainMissingForMachine() !== undefined)('a channel that an access point announces', () => {
  let site: AccessPointSite;

  beforeAll(async () => {
    site = await AccessPointSite.create(inject('software'));
    const report = await site.device.configure(createConfiguration(WLANS, { radios: [RADIO_0, RADIO_1] }));
    expect(report).toMatchObject({ status: 'applied', issues: [] });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await site.device.output()}\n`);
  });

  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
  });

  const listPrograms = async (): Promise<string[]> =>
    (await site.device.host.run('pgrep', '-f', 'hostapd -B')).trim().split('\n').toSorted();

  it.each([
    {
      name: 'another channel of 2.4 GHz',
      band: '2437',
      radios: [{ ...RADIO_0, channel: 11 }, RADIO_1],
      expected: { freq: '2462', width: '20 MHz' },
    },
    {
      name: 'a wider channel of 5 GHz',
      band: '5180',
      radios: [
        { ...RADIO_0, channel: 11 },
        { ...RADIO_1, channel: 44, widthMhz: 40 },
      ],
      expected: { freq: '5220', width: '40 MHz' },
    },
  ] as const)(
    'moves to $name with its clients, without a restart',
    async ({ band, expected, name, radios }) => {
      const station = site.station(1);
      await station.join({ ...createPskNetwork('Office', KEY), freq_list: band });
      await station.requestLease();
      const programs = await listPrograms();
      const ping = await station.host.start('ping', '-n', '-i', String(PING_SECONDS), UNTAGGED.router);
      const report = await site.device.configure(createConfiguration(WLANS, { radios: [...radios] }));
      const output = await ping.end('SIGINT');
      expect(report).toMatchObject({ status: 'applied', issues: [] });
      const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(output) ?? [];
      process.stdout.write(
        `${name}: ${Number(sent) - Number(received)} of ${sent} pings lost, one each ${PING_SECONDS} s\n`,
      );
      expect((await station.status()).get('freq')).toBe(expected.freq);
      expect(await station.host.run('iw', 'dev', station.device, 'info')).toContain(
        `width: ${expected.width}`,
      );
      expect(await station.log()).not.toContain('CTRL-EVENT-DISCONNECTED');
      expect(await listPrograms()).toEqual(programs);
      expect(Number(received)).toBeGreaterThan(0);
      expect(Number(sent) - Number(received)).toBeLessThanOrEqual(2 / PING_SECONDS);
    },
  );

  it('restarts all SSIDs of a radio for a channel on which it listens for radar first', async () => {
    const programs = await listPrograms();
    const radios = [
      { ...RADIO_0, channel: 11 },
      { ...RADIO_1, channel: 100 },
    ];
    const report = await site.device.configure(createConfiguration(WLANS, { radios }));
    expect(report).toMatchObject({ status: 'applied', issues: [] });
    expect((await listPrograms()).filter((pid) => programs.includes(pid))).toHaveLength(2);
    for (const device of ['nlw1b0', 'nlw1b1'])
      expect(await site.device.host.run('cat', `/var/lib/nl-ap/air/${device}.done`)).toContain('channel=100');
  });
});
