import { expect, test } from 'vitest';
import { parseCommandResult } from './commands.ts';

/** Element of an announced operation, as the client encodes it. */
const encode = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

const parseWidth = (network: object, band: '2.4G' | '5G' = '5G') => {
  const place = band === '5G' ? { channel: 36, frequency: 5180 } : { channel: 6, frequency: 2437 };
  const scan = [{ bssid: '02:00:00:00:00:01', ssid: 'Cafe', signal: -61, ...place, ...network }];
  const result = parseCommandResult('wifi-scan', { error: 0, text: '', rejected: [], result: { scan } });
  const [found] = result?.networks ?? [];
  return { width: found?.widthMhz, load: found?.loadPercent, ssid: found?.ssid };
};

test.each([
  ['without elements', {}, undefined],
  ['of 20 MHz', { ht_oper: encode(36, 0) }, 20],
  ['of 40 MHz', { ht_oper: encode(36, 0b101), vht_oper: encode(0, 0, 0) }, 40],
  ['of 80 MHz', { ht_oper: encode(36, 0b101), vht_oper: encode(1, 42, 0) }, 80],
  ['of 160 MHz by its segments', { ht_oper: encode(36, 0b101), vht_oper: encode(1, 42, 50) }, 160],
  ['of 160 MHz by its old number', { vht_oper: encode(2, 50, 0) }, 160],
  ['with elements of other types', { ht_oper: 5, vht_oper: {} }, undefined],
  ['with empty elements', { ht_oper: '', vht_oper: '%%' }, undefined],
])('reads a network %s in the answer of a scan', (_title, network, width) => {
  expect(parseWidth(network)).toEqual({ width, load: undefined, ssid: 'Cafe' });
});

test('ignores VHT of vendors in 2.4 GHz', () => {
  expect(parseWidth({ ht_oper: encode(6, 0), vht_oper: encode(1, 3, 0) }, '2.4G').width).toBe(20);
});

test.each([
  [51, 20],
  [255, 100],
  [256, undefined],
  ['51', undefined],
])('reads the announced load of a network: %j', (ch_util, load) => {
  expect(parseWidth({ ch_util })).toEqual({ width: undefined, load, ssid: 'Cafe' });
});
