import { expect, test } from 'vitest';
import { parseRadarFinds, RadarReader } from './radar-finds.ts';

const channel = (
  number: number,
  state = 'usable (for 900 sec)',
  radar = true,
): string => `	* ${5000 + 5 * number} MHz [${number}] 
	  Maximum TX power: 20.0 dBm
${radar ? '	  Radar detection\n' : ''}	  Channel widths: 20MHz HT40+ VHT80
${radar ? `	  DFS state: ${state}\n	  DFS CAC time: 60000 ms\n` : ''}`;
const list = (...channels: string[]): string =>
  `Band 2:\n${channels.join('')}	* 5845 MHz [169] (disabled)\n`;
const radar = (seconds: number): string => `unavailable (for ${seconds} sec)`;

test.each([
  ['no radar', list(channel(36, '', false), channel(52), channel(56)), []],
  [
    'radar on a channel of 40 MHz',
    list(channel(36, '', false), channel(52, radar(12)), channel(56, radar(11)), channel(60)),
    [{ channels: [52, 56], ageSeconds: 11 }],
  ],
  [
    'two finds',
    list(channel(52, radar(1700)), channel(100, radar(5)), channel(104, radar(5))),
    [
      { channels: [100, 104], ageSeconds: 5 },
      { channels: [52], ageSeconds: 1700 },
    ],
  ],
  [
    'a channel after its time',
    list(channel(52, 'usable (for 4 sec)'), channel(56, 'available (for 70 sec)')),
    [],
  ],
  [
    'a channel that is off',
    list('	* 5260 MHz [52] (disabled)\n', channel(56, radar(3))),
    [{ channels: [56], ageSeconds: 3 }],
  ],
  ['other text', 'command failed: No such device (-19)', []],
])('%s', (_, text, finds) => expect(parseRadarFinds(text)).toEqual(finds));

test('reads a radio by its phy, and nothing from a program that does not know the command', async () => {
  const radios = [
    { id: 'radio0', interface: 'wlan0' },
    { id: 'radio1', interface: 'wlan1' },
  ] as const;
  const run = (outputs: Readonly<Record<string, string>>) => (argv: readonly string[]) => {
    const output = outputs[argv.join(' ')];
    return output === undefined ? Promise.reject(new Error(argv.join(' '))) : Promise.resolve(output);
  };
  const info = { 'iw dev wlan1 info': 'Interface wlan1\n\twiphy 3\n' };
  const reader = new RadarReader({
    radios,
    run: run({ ...info, 'iw phy phy3 channels': list(channel(52, radar(9))) }),
  });
  expect(await Promise.all(['radio0', 'radio1', 'radio2'].map((id) => reader.read(id)))).toEqual([
    [],
    [{ channels: [52], ageSeconds: 9 }],
    [],
  ]);
  expect(await new RadarReader({ radios, run: run(info) }).read('radio1')).toEqual([]);
});
