import { expect, test } from 'vitest';
import { RadioScanner } from './radio-scanner.ts';

const channel = (number: number, mhz: number, enabled = true) => ({
  number,
  mhz,
  enabled,
  maxPowerDbm: 20,
  open: enabled,
  radar: false,
});
const CHANNELS: Readonly<Record<string, ReturnType<typeof channel>[]>> = {
  radio0: [channel(1, 2412), channel(6, 2437), channel(11, 2462), channel(13, 2472, false)],
  radio1: [channel(36, 5180), channel(40, 5200)],
};

/** Creates a scanner of two radios, with the commands that it has run without those that start and stop interfaces. */
function createScanner(answer: (command: string) => string = () => '') {
  const commands: string[] = [];
  const scanner = new RadioScanner({
    radios: [
      { id: 'radio0', interface: 'wlan0' },
      { id: 'radio1', interface: 'wlan1' },
    ],
    listChannels: (radio) => Promise.resolve(CHANNELS[radio] ?? []),
    run: (command) => {
      const line = command.join(' ');
      commands.push(line);
      return Promise.resolve(answer(line));
    },
  });
  return { commands, scanner, scans: () => commands.filter((line) => line.includes(' scan ')) };
}

test('scans the radios one after another, and sends only in a scan of all channels', async () => {
  const { commands, scanner } = createScanner();
  await Promise.all([scanner.scanInTurns([{ id: 'radio0', channel: 6 }]), scanner.scanAll()]);
  const scan = (device: string, parameters: string) => [
    `iw dev ${device} survey dump`,
    `ip link set dev ${device} up`,
    `iw dev ${device} scan freq ${parameters}`,
    `ip link set dev ${device} down`,
    `iw dev ${device} survey dump`,
  ];
  expect(commands).toEqual([
    ...scan('wlan0', '2412 2437 flush passive'),
    ...scan('wlan0', '2412 2437 2462 flush'),
    ...scan('wlan1', '5180 5200 flush'),
  ]);
});

test('listens on the own channels each time, and on every other permitted channel in turns', async () => {
  const { scanner, scans } = createScanner();
  const figures = [
    { id: 'radio0', channel: 6 },
    { id: 'radio1', channel: 40 },
  ];
  const listened = [];
  for (let count = 0; count < 3; count++) listened.push((await scanner.scanInTurns(figures)).channels);
  expect(scans().filter((line) => line.includes('wlan0'))).toEqual([
    'iw dev wlan0 scan freq 2412 2437 flush passive',
    'iw dev wlan0 scan freq 2437 2462 flush passive',
    'iw dev wlan0 scan freq 2412 2437 flush passive',
  ]);
  expect(listened[1]).toEqual([
    { band: '2.4G', channel: 6 },
    { band: '2.4G', channel: 11 },
    { band: '5G', channel: 36 },
    { band: '5G', channel: 40 },
  ]);
});

test('does not listen with a radio that has no channel', async () => {
  const { commands, scanner } = createScanner();
  expect(await scanner.scanInTurns([{ id: 'radio0', channel: undefined }])).toEqual({
    networks: [],
    channels: [],
  });
  expect(commands).toEqual([]);
});

const line = (mhz: number, active: number, busy: number, mark = ''): string =>
  `Survey data from wlan0\n\tfrequency:\t${mhz} MHz${mark}\n\tnoise:\t-93 dBm\n\tchannel active time:\t${active} ms\n\tchannel busy time:\t${busy} ms\n`;

test('measures how busy the channels were during the visit', async () => {
  let surveys = 0;
  const { scanner } = createScanner((command) => {
    if (command !== 'iw dev wlan0 survey dump') return '';
    surveys++;
    return surveys === 1
      ? line(2412, 1_000, 900) + line(2437, 60_000, 6_000, ' [in use]') + line(2462, 110, 90)
      : line(2412, 1_100, 950) + line(2437, 60_000, 6_000, ' [in use]') + line(2462, 112, 28);
  });
  const { channels } = await scanner.scanAll();
  expect(channels.slice(0, 3)).toEqual([
    { band: '2.4G', channel: 1, busyPercent: 50, noiseDbm: -93 },
    // The counters of the own channel did not run during the scan.
    { band: '2.4G', channel: 6, noiseDbm: -93 },
    // The driver counts the time of the last visit only.
    { band: '2.4G', channel: 11, busyPercent: 25, noiseDbm: -93 },
  ]);
});
