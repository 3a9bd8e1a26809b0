import { expect, test } from 'vitest';
import { EMPTY_WIRELESS, wirelessConfig } from './schema.ts';
import { hasRawKey } from './security.ts';
import { mapSecrets, type SecretSlot, slotOf } from './secrets.ts';
import { policy, psk, RAW } from './testing/fixtures.ts';

const RADIUS = {
  mode: 'wpa2' as const,
  ciphers: ['AES' as const],
  keyUpdateSeconds: 0,
  radius: { ip: '10.0.0.5', port: 1812, secret: 'shared-word' },
};
const CONFIG = {
  ...EMPTY_WIRELESS,
  policies: [
    policy({ id: 'a', security: psk('pass phrase') }),
    policy({ id: 'b', security: RADIUS }),
    policy({ id: 'c' }),
    policy({ id: 'd', security: psk(RAW) }),
  ],
};
const idOf = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;

test('secrets are put away under their ids, and come back', () => {
  const safe = new Map<string, string>();
  const putAway = ({ value, id }: SecretSlot): SecretSlot => {
    if (value === undefined) return { id };
    const fresh = idOf(safe.size);
    safe.set(fresh, value);
    return { id: fresh };
  };
  const told = mapSecrets(CONFIG, putAway);
  expect(JSON.stringify(told)).not.toMatch(/pass phrase|shared-word|"key"|"secret"/);
  expect(wirelessConfig.parse(told)).toEqual(told);
  expect(told.policies.map((each) => slotOf(each)?.id)).toEqual([idOf(0), idOf(1), undefined, idOf(2)]);
  expect(told.policies.map(({ security }) => hasRawKey(security))).toEqual([false, false, false, true]);
  const filled = mapSecrets(told, ({ id = '' }) => ({ value: safe.get(id) }));
  expect(filled).toEqual(CONFIG);
  expect(mapSecrets(told, putAway)).toEqual(told);
});
