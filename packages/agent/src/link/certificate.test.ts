import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@northlight/runtime';
import { pass } from '../testing/index.ts';
import { claimed, CREDENTIAL, ID, setup } from '../testing/link-world.ts';
import type { ConnectRequest } from './connection.ts';

const LIFE = 90 * DAY_MS;

/** A device over TLS and a cloud that signs what it asks for: certificate N for key N. */
async function online(options: { signs?: boolean } = {}) {
  let keys = 0;
  const newKey = (id: string) => ({ key: `key ${++keys} of ${id}`, csr: `request ${keys}` });
  const world = setup({ ...claimed, secret: 'secret', newKey });
  const { clock, cloud, link } = world;
  const connections: ConnectRequest[] = [];
  let accepts: (request: ConnectRequest) => boolean = () => true;
  cloud.accepts = (request) => {
    connections.push(request);
    return accepts(request);
  };
  const { answers } = cloud;
  let signs = options.signs ?? true;
  cloud.answers = (request) => {
    if (request.kind !== 'certificate') return answers(request);
    if (!signs) return { kind: 'refused', code: 2010, message: 'Too many.' };
    const certificate = request.csr.replace('request', 'certificate');
    return { kind: 'certificate', certificate, authority: 'authority', notAfter: clock.now() + LIFE };
  };
  await link.boot();
  await clock.advance(0);
  return {
    ...world,
    asked: () => cloud.said('req').filter(({ kind }) => kind === 'certificate').length,
    /** What connections were made with, oldest first. */
    used: () => connections.map(({ certificate, password }) => certificate?.cert ?? password),
    again: async () => {
      cloud.kick(ID);
      await pass(clock, 5_000);
    },
    refuse: (refused: typeof accepts) => (accepts = refused),
    sign: (does: boolean) => (signs = does),
  };
}

describe('a certificate', () => {
  it('is asked for once the device is online, kept with its key, and used from the next connection on', async () => {
    const { again, asked, clock, store, used } = await online();
    expect((await store.load())?.certificate).toEqual({
      certificate: 'certificate 1',
      key: `key 1 of ${ID}`,
      issuedAt: clock.now(),
      notAfter: clock.now() + LIFE,
    });
    await again();
    await again();
    expect([used(), asked()]).toEqual([['token', 'certificate 1', 'certificate 1'], 1]);
  });

  it('is renewed when two thirds of its life are over, with a new key, and not before', async () => {
    const { again, asked, clock, store, used } = await online();
    await again();
    for (let day = 0; day < 59; day++) await pass(clock, DAY_MS);
    expect(asked()).toBe(1);
    for (let day = 0; day < 8; day++) await pass(clock, DAY_MS);
    expect(asked()).toBe(2);
    expect((await store.load())?.certificate).toMatchObject({ key: `key 2 of ${ID}` });
    await again();
    expect(used()).toEqual(['token', 'certificate 1', 'certificate 2']);
  });

  it('that is refused gives way to the token, is forgotten, and another one is asked for', async () => {
    const { again, asked, refuse, store, used } = await online();
    refuse(({ certificate }) => certificate?.cert !== 'certificate 1');
    await again();
    await again();
    expect([used(), asked()]).toEqual([['token', 'certificate 1', 'token', 'certificate 2'], 2]);
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL });
  });

  it('with which connections just end is left aside at every third attempt', async () => {
    const { again, asked, cloud, clock, refuse, used } = await online();
    refuse(({ certificate }) => {
      if (certificate?.cert === 'certificate 1') throw new Error('ended in the handshake');
      return true;
    });
    await again();
    await pass(clock, 15_000);
    expect(used()).toEqual(['token', 'certificate 1', 'certificate 1', 'token']);
    expect([asked(), cloud.connected]).toEqual([2, [ID]]);
  });

  it('that is over is not used', async () => {
    const { again, clock, cloud, sign, used } = await online();
    sign(false);
    cloud.reachable = false;
    cloud.kick(ID);
    await clock.leap(LIFE + DAY_MS);
    cloud.reachable = true;
    await pass(clock, 60_000);
    await again();
    expect(used()).toEqual(['token', 'token', 'token']);
  });

  it('that the cloud does not issue now is asked for again an hour later', async () => {
    const { asked, clock, sign, store } = await online({ signs: false });
    await pass(clock, 3_500_000);
    expect([asked(), (await store.load())?.certificate]).toEqual([1, undefined]);
    sign(true);
    await pass(clock, 600_000);
    expect([asked(), (await store.load())?.certificate]).toMatchObject([2, { certificate: 'certificate 2' }]);
  });

  it('does not go over to another owner, nor into the next epoch', async () => {
    const { again, clock, cloud, link, refuse, store } = await online();
    refuse(({ clientId }) => clientId !== ID);
    const next = { id: ID, token: 'hello', epoch: 2 };
    cloud.claims.set(link.state.sn, next);
    await again();
    await pass(clock, 30_000);
    refuse(({ certificate }) => certificate === undefined);
    await pass(clock, 60_000);
    expect(await store.load()).toMatchObject({ credential: next });
    expect((await store.load())?.certificate?.certificate).not.toBe('certificate 1');
  });
});
