import { expect, test } from 'vitest';
import { computeClientLink } from './client-links.ts';
import type { Disturbance } from './interference.ts';

const RECEIVER_MW = 10 ** (-95 / 10);
/** A hidden sender at −82 dBm that sends for this share of the time. */
const createDisturbance = (airtime: number): Disturbance => ({
  widthMhz: 20,
  receiverMw: RECEIVER_MW,
  noiseMw: RECEIVER_MW,
  slotCollision: 0,
  interferers: [{ sender: 0, powerMw: 10 ** (-82 / 10) }],
  airtimes: [airtime],
});
const PATH = {
  client: { id: 'client', metres: 20, downMbps: 5, upMbps: 1 },
  downDbm: -60,
  upDbm: -66,
};

test('a link without interference uses the rate of its signal, and repeats only what fading corrupts', () => {
  const link = computeClientLink(PATH, 20, createDisturbance(0));
  // 35 dB: two streams with MCS 10 each need 37 dB, with MCS 9 each 34 dB.
  expect(link.rateMbps).toBeCloseTo(229.4);
  expect(link.retries).toBeCloseTo(0.02);
});

test('rate control accepts repeats from a rare hidden sender, and avoids a frequent one with a lower rate', () => {
  const rare = computeClientLink(PATH, 20, createDisturbance(0.03));
  expect(rare.rateMbps).toBeCloseTo(229.4);
  expect(rare.retries).toBeGreaterThan(0.05);
  const frequent = computeClientLink(PATH, 20, createDisturbance(0.6));
  expect(frequent.rateMbps).toBeLessThan(200);
  expect(frequent.rateMbps).toBeGreaterThan(0);
  expect(frequent.retries).toBeLessThan(0.5);
});

test('repeats need airtime', () => {
  const alone = computeClientLink(PATH, 20, createDisturbance(0));
  const disturbed = computeClientLink(PATH, 20, createDisturbance(0.03));
  expect(disturbed.downAirtime).toBeGreaterThan(alone.downAirtime * 1.03);
});
