import { expect, test } from 'vitest';
import { EMPTY_WIRELESS, wirelessConfig } from './schema.ts';
import { hasRawKey } from './security.ts';
import { mapSecrets, type SecretSlot, getSecretSlot } from './secrets.ts';
import { createPolicy, createPsk, RAW_WPA_KEY } from './testing/fixtures.ts';

const RADIUS = {
  mode: 'wpa2' as const,
  ciphers: ['AES' as const],
  keyUpdateSeconds: 0,
  radius: { ip: '10.0.0.5', port: 1812, secret: 'shared-key' },
};
const CONFIG = {
  ...EMPTY_WIRELESS,
  policies: [
    createPolicy({ id: 'a', security: createPsk('pass phrase') }),
    createPolicy({ id: 'b', security: RADIUS }),
    createPolicy({ id: 'c' }),
    createPolicy({ id: 'd', security: createPsk(RAW_WPA_KEY) }),
  ],
};
const buildSecretId = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;

test('replaces the secrets of a configuration by ids, and the ids by the secrets', () => {
  const safe = new Map<string, string>();
  const store = ({ value, id }: SecretSlot): SecretSlot => {
    if (value === undefined) return { id };
    const fresh = buildSecretId(safe.size);
    safe.set(fresh, value);
    return { id: fresh };
  };
  const stored = mapSecrets(CONFIG, store);
  expect(JSON.stringify(stored)).not.toMatch(/pass phrase|shared-key|"key"|"secret"/);
  expect(wirelessConfig.parse(stored)).toEqual(stored);
  expect(stored.policies.map((each) => getSecretSlot(each)?.id)).toEqual([
    buildSecretId(0),
    buildSecretId(1),
    undefined,
    buildSecretId(2),
  ]);
  expect(stored.policies.map(({ security }) => hasRawKey(security))).toEqual([false, false, false, true]);
  const filled = mapSecrets(stored, ({ id = '' }) => ({ value: safe.get(id) }));
  expect(filled).toEqual(CONFIG);
  expect(mapSecrets(stored, store)).toEqual(stored);
});
