import type { BridgeDevice, BridgeLink, BridgeState } from '@northlight/contract';
import { describe, expect, it, test } from 'vitest';
import { createLinkValues, toLink, toLinkValues } from './bridge-values.ts';
import { describeLinkState, findAdvice, findWeakestSignal, planLink, readLink } from './link-readings.ts';
import { getToneHz } from './signal-tone.ts';

const radio = { id: 'r1', band: '5G', maxPowerDbm: 23, antennaGainDbi: 13 } as const;
const DEVICES = (['house', 'barn', 'shed'] as const).map((id): BridgeDevice => ({
  id,
  name: id,
  model: 'NL-CPE5',
  role: id === 'house' ? 'bridge-base' : 'bridge-client',
  mac: '',
  supportsLinks: true,
  radio,
  maxClients: 8,
  maxDistanceMetres: 5_000,
}));
const LINK: BridgeLink = {
  id: 'l1',
  name: 'Barn',
  baseId: 'house',
  clientIds: ['barn', 'shed'],
  ssid: 'Barn link',
  keyId: '7f0c6a7a-0d7f-4f6c-8f5e-000000000001',
  channel: 100,
  widthMhz: 40,
  powerDbm: 20,
  distanceMetres: 300,
  maxClients: 2,
  peerLock: true,
  vlans: 'all',
};
const createState = (
  id: string,
  peers: readonly [id: string, signalDbm: number][],
  online = true,
): BridgeState => ({
  id,
  name: id,
  online,
  bridge: {
    mode: id === 'house' ? 'base' : 'client',
    channel: 100,
    powerDbm: 20,
    noiseDbm: -92,
    peers: peers.map(([peer, signalDbm]) => ({
      peer: { id: peer, name: peer },
      signalDbm,
      chainsDbm: [],
      rxRateMbps: 100,
      txRateMbps: 100,
    })),
  },
  bridgeAt: '2026-11-26T12:00:00Z',
});

describe('the readings of a link', () => {
  it('combine the reports of both ends of each client', () => {
    const states = [createState('house', [['barn', -52]]), createState('barn', [['house', -54]])];
    const [barn, shed] = readLink(LINK, states, DEVICES);
    expect(barn?.state).toBe('connected');
    expect(barn?.ends.map(({ id, peer }) => [id, peer.signalDbm])).toEqual([
      ['barn', -54],
      ['house', -52],
    ]);
    // 20 dBm and two antennas of 13 dBi over 300 m at 5.5 GHz.
    expect(barn?.ends[0]?.expectedDbm).toBeCloseTo(-50.8, 1);
    expect(shed?.state).toBe('disconnected');
    expect(describeLinkState([barn, shed].filter((each) => each !== undefined))).toBe('1 of 2 connected');
    expect(findWeakestSignal(readLink(LINK, states, DEVICES))).toBe(-54);
  });

  it('ignore the last report of an offline client', () => {
    const states = [createState('house', []), createState('barn', [['house', -54]], false)];
    expect(readLink(LINK, states, DEVICES).map(({ state }) => state)).toEqual([
      'disconnected',
      'disconnected',
    ]);
  });

  it('are unknown until a bridge has reported', () => {
    const clients = readLink(LINK, [{ id: 'house', name: 'house', online: true }], DEVICES);
    expect(clients.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(describeLinkState(clients)).toBe('Not reported yet');
  });
});

test.each([
  [-51, undefined],
  [-60, /^9 dB weaker than expected/],
  [-70, /^19 dB weaker than expected/],
])('decides the advice about a signal of %d dBm when −51 dBm are expected', (signalDbm, advice) => {
  const peer = { peer: { mac: '' }, signalDbm, chainsDbm: [], rxRateMbps: 1, txRateMbps: 1 };
  const given = findAdvice(LINK, { expectedDbm: -51, peer });
  if (advice) expect(given).toMatch(advice);
  else expect(given).toBeUndefined();
});

test('gives advice about a small margin when the signal is as expected', () => {
  const peer = { peer: { mac: '' }, signalDbm: -70, chainsDbm: [], rxRateMbps: 1, txRateMbps: 1 };
  expect(findAdvice(LINK, { expectedDbm: -69, peer })).toMatch(/^9 dB above the minimum/);
});

test('plans signal, margin and clearance of a link before it is measured', () => {
  const { clearanceMetres, expectedDbm, marginDb } = planLink(LINK, DEVICES);
  expect(expectedDbm).toBeCloseTo(-50.8, 1);
  expect(marginDb).toBeCloseTo(28.2, 1);
  expect(clearanceMetres).toBeCloseTo(1.21, 2);
});

test('converts a link to form values and back, and keeps its stored key', () => {
  expect(toLink(toLinkValues(LINK))).toEqual(LINK);
  expect(toLink({ ...toLinkValues(LINK), key: 'another passphrase' })).not.toHaveProperty('keyId');
  expect(createLinkValues('new', DEVICES)).toMatchObject({ baseId: 'house', clientIds: ['barn'] });
});

test('plays a higher tone for a stronger signal, within three octaves', () => {
  expect([-120, -90, -60, -30, 0].map(getToneHz)).toEqual([220, 220, 622, 1760, 1760]);
});
