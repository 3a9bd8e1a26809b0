import { networkConfig } from '@northlight/contract';
import { expect, test } from 'vitest';
import { HOTEL_NETWORK, HOUSE_NETWORK } from './networks.ts';

test.each([
  ['hotel', HOTEL_NETWORK],
  ['house', HOUSE_NETWORK],
])('the network of the %s is a valid configuration', (_name, network) => {
  expect(networkConfig.safeParse(network).error?.issues ?? []).toEqual([]);
});
