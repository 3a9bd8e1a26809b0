import { expect, test } from 'vitest';
import { api, type ApiKey } from '../api.ts';
import type { Endpoint } from '../kit/endpoint.ts';
import { DEMO_FUNC_SUPPORT, DEMO_FUNCTIONS } from './demo-functions.ts';

const endpoints: Readonly<Record<string, Endpoint>> = api;
const isExcluded = (key: ApiKey): boolean => endpoints[key]?.notInDemo === true;

test.each(Object.entries(DEMO_FUNCTIONS))('demo copies refuse all operations of %s or none', (name, keys) => {
  const supported = (DEMO_FUNC_SUPPORT as readonly string[]).includes(name);
  expect(keys.map((key) => [key, isExcluded(key)])).toEqual(keys.map((key) => [key, !supported]));
});

test('assigns every operation that demo copies refuse to a demo function', () => {
  const named = Object.values(DEMO_FUNCTIONS).flat() as ApiKey[];
  const excluded = (Object.keys(api) as ApiKey[]).filter(isExcluded);
  expect(excluded.filter((key) => !named.includes(key))).toEqual([]);
});
