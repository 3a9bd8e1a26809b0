import { type Entropy, drawRandomInt } from '@northlight/runtime';

const formatHex = (value: number): string => value.toString(16).padStart(2, '0');

/** Returns the MAC of a device's client, which is always the same for an index. */
export const buildClientMac = (serial: string, index: number): string =>
  ['06', serial.slice(6, 8), serial.slice(8, 10), serial.slice(10, 12), '00', formatHex(index)].join(':');

/** Returns the memory figures of a device with 512 MB. */
export const buildMemory = (entropy: Entropy): object => ({
  total: 512_000_000,
  free: drawRandomInt(entropy, 180, 260) * 1_000_000,
  cached: 60_000_000,
  buffered: 9_000_000,
});
