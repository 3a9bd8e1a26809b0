import { expect, test } from 'vitest';
import { bridgeStat } from './bridge-stat.ts';

const PEER = { mac: '02:00:00:00:00:0a', signalDbm: -54, rxRateMbps: 173.3, txRateMbps: 200 };
const OTHER = { ...PEER, mac: '02:00:00:00:00:0b' };

test.each<['accepts' | 'rejects', string, unknown]>([
  ['accepts', 'a base without clients', { mode: 'base', peers: [] }],
  ['accepts', 'a base with two clients', { mode: 'base', channel: 100, noiseDbm: -95, peers: [PEER, OTHER] }],
  ['accepts', 'a client with chains', { mode: 'client', peers: [{ ...PEER, chainsDbm: [-55, -58] }] }],
  ['rejects', 'a client of two bases', { mode: 'client', peers: [PEER, OTHER] }],
  ['rejects', 'a peer that is listed twice', { mode: 'base', peers: [PEER, PEER] }],
  ['rejects', 'a positive signal', { mode: 'base', peers: [{ ...PEER, signalDbm: 3 }] }],
  ['rejects', 'five chains', { mode: 'base', peers: [{ ...PEER, chainsDbm: [-55, -55, -55, -55, -55] }] }],
  ['rejects', 'retries above 100 %', { mode: 'base', peers: [{ ...PEER, retryPercent: 101 }] }],
  ['rejects', 'an unknown mode', { mode: 'repeater', peers: [] }],
])('the schema of a bridge report %s %s', (outcome, _title, value) =>
  expect(bridgeStat.safeParse(value).success).toBe(outcome === 'accepts'),
);
