import type { OfferMessage } from '@northlight/contract/device-protocol';
import { SeededEntropy, hashSha256Hex, SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { Provisioning } from './provisioning.ts';
import { MemoryDeviceStore } from './testing/memory-store.ts';

const SN = 'NLAP000000000001';
const HELLO = { v: 1, model: 'NL-AP5', mac: '02:00:00:00:00:01', sw: '1.0.0' };

async function claimedDevice() {
  const [store, clock] = [new MemoryDeviceStore(), new SteppedClock()];
  await store.addBaseDevice(SN, 'secret');
  const id = await store.claim(SN, 7, clock.now());
  const provisioning = new Provisioning(store, clock, new SeededEntropy(1), () => undefined);
  const offers: OfferMessage[] = [];
  const release = provisioning.listen(SN, (offer) => offers.push(offer));
  /** Returns true if every offer so far contains the credential that is valid now. */
  const areOffersValid = async () => {
    const valid = (await store.readCredential(id))?.tokenHash;
    return offers.every((offer) => offer.status === 'claimed' && hashSha256Hex(offer.token) === valid);
  };
  return { areOffersValid, id, offers, provisioning, release, store };
}

test.each([
  ['a claim that is announced after the hello', ['hello', 'claimed']],
  ['a hello that follows the announced claim', ['claimed', 'hello']],
] as const)('offers only the valid credential after %s', async (_title, order) => {
  const { areOffersValid, offers, provisioning } = await claimedDevice();
  const steps = { hello: () => provisioning.hello(SN, HELLO), claimed: () => provisioning.claimed(SN) };
  await Promise.all(order.map((step) => steps[step]()));
  expect(offers.length).toBeGreaterThan(0);
  expect(await areOffersValid()).toBe(true);
});

test('offers a new credential for each connection', async () => {
  const { offers, provisioning, release } = await claimedDevice();
  await provisioning.hello(SN, HELLO);
  release();
  provisioning.listen(SN, (offer) => offers.push(offer));
  await provisioning.hello(SN, HELLO);
  const tokens = offers.map((offer) => offer.status === 'claimed' && offer.token);
  expect(new Set(tokens).size).toBe(2);
});

test('offers a connected device a credential of its new owner after it is claimed again', async () => {
  const { id, offers, provisioning, store } = await claimedDevice();
  await provisioning.hello(SN, HELLO);
  await store.unclaim(id);
  await provisioning.hello(SN, HELLO);
  expect(offers.at(-1)).toMatchObject({ status: 'waiting' });
  const next = await store.claim(SN, 8, 0);
  await provisioning.claimed(SN);
  expect(offers.at(-1)).toMatchObject({ status: 'claimed', id: next });
});
