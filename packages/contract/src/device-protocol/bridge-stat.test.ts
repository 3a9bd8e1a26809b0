import { expect, test } from 'vitest';
import { bridgeStat } from './bridge-stat.ts';

const PEER = { mac: '02:00:00:00:00:0a', signalDbm: -54, rxRateMbps: 173.3, txRateMbps: 200 };
const OTHER = { ...PEER, mac: '02:00:00:00:00:0b' };

test.each<[string, unknown, boolean]>([
  ['a base without clients', { mode: 'base', peers: [] }, true],
  ['a base with two clients', { mode: 'base', channel: 100, noiseDbm: -95, peers: [PEER, OTHER] }, true],
  ['a client with chains', { mode: 'client', peers: [{ ...PEER, chainsDbm: [-55, -58] }] }, true],
  ['a client of two bases', { mode: 'client', peers: [PEER, OTHER] }, false],
  ['a peer that is listed twice', { mode: 'base', peers: [PEER, PEER] }, false],
  ['a positive signal', { mode: 'base', peers: [{ ...PEER, signalDbm: 3 }] }, false],
  ['five chains', { mode: 'base', peers: [{ ...PEER, chainsDbm: [-55, -55, -55, -55, -55] }] }, false],
  ['retries above 100 %', { mode: 'base', peers: [{ ...PEER, retryPercent: 101 }] }, false],
  ['an unknown mode', { mode: 'repeater', peers: [] }, false],
])('checks the report of a bridge: %s', (_title, value, isValid) =>
  expect(bridgeStat.safeParse(value).success).toBe(isValid),
);
