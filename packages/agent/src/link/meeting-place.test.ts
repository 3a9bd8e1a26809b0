import { expect, test } from 'vitest';
import { pass } from '../testing/index.ts';
import { CREDENTIAL, ID, setup, SN } from '../testing/link-world.ts';

const broker = { host: 'mqtt.example.com', port: 8883 };

test('the offer names a broker: the credential is used there and renewed for there, hellos go to the first address', async () => {
  const { clock, cloud, link, store } = setup({ secret: 's3cret' });
  cloud.claims.set(SN, { ...CREDENTIAL, broker });
  await link.boot();
  await pass(clock, 20_000);
  expect(link.online).toBe(true);
  expect(cloud.places).toEqual([undefined, broker]);
  expect((await store.load())?.credential).toEqual({ ...CREDENTIAL, broker });
});

test('a broker that forgot the device: two refusals, a hello at the first address, and in with the new token', async () => {
  const { clock, cloud, link } = setup({
    saved: { credential: { ...CREDENTIAL, broker } },
    secret: 's3cret',
  });
  cloud.accepts = ({ clientId, password }) => clientId !== ID || password === 'new';
  cloud.claims.set(SN, { ...CREDENTIAL, token: 'new', broker });
  await link.boot();
  await pass(clock, 30_000);
  expect(cloud.attempts).toEqual([ID, ID, `p-${SN}`, ID]);
  expect(cloud.places).toEqual([broker, broker, undefined, broker]);
  expect(link.online).toBe(true);
});

test('a broker that is gone for good: every third failure tries the first address, which is kept once it accepts', async () => {
  const { clock, cloud, link, store } = setup({
    saved: { credential: { ...CREDENTIAL, broker } },
    secret: 's3cret',
  });
  cloud.reaches = (place) => place === undefined;
  await link.boot();
  await pass(clock, 120_000);
  expect(cloud.places).toEqual([broker, broker, broker, undefined]);
  expect(link.online).toBe(true);
  expect((await store.load())?.credential).toEqual(CREDENTIAL);
});
