import { describe, expect, it } from 'vitest';
import { DAY_MS } from '@northlight/runtime';
import { passTime } from '../testing/index.ts';
import { CLAIMED_STATE, CREDENTIAL, ID, startWorld } from '../testing/link-world.ts';
import type { ConnectRequest } from './connection.ts';

const LIFETIME = 90 * DAY_MS;

/** Returns a device that is online over TLS, and its cloud, which issues certificate N for key N. */
async function online(options: { signs?: boolean } = {}) {
  let keys = 0;
  const newKey = (id: string) => ({ key: `key ${++keys} of ${id}`, csr: `request ${keys}` });
  const world = startWorld({ ...CLAIMED_STATE, secret: 'secret', newKey });
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
    return { kind: 'certificate', certificate, authority: 'authority', notAfter: clock.now() + LIFETIME };
  };
  await link.boot();
  await clock.advance(0);
  return {
    ...world,
    requestCount: () => cloud.received('req').filter(({ kind }) => kind === 'certificate').length,
    /** Returns the certificate or password of each connection attempt, oldest first. */
    used: () => connections.map(({ certificate, password }) => certificate?.cert ?? password),
    reconnect: async () => {
      cloud.kick(ID);
      await passTime(clock, 5_000);
    },
    refuse: (refused: typeof accepts) => (accepts = refused),
    setSigning: (does: boolean) => (signs = does),
  };
}

describe('a device certificate', () => {
  it('is requested when the device is online, saved with its key, and used from the next connection on', async () => {
    const { reconnect, requestCount, clock, store, used } = await online();
    expect((await store.load())?.certificate).toEqual({
      certificate: 'certificate 1',
      key: `key 1 of ${ID}`,
      issuedAt: clock.now(),
      notAfter: clock.now() + LIFETIME,
    });
    await reconnect();
    await reconnect();
    expect([used(), requestCount()]).toEqual([['token', 'certificate 1', 'certificate 1'], 1]);
  });

  it('is renewed with a new key after two thirds of its lifetime, and not before', async () => {
    const { reconnect, requestCount, clock, store, used } = await online();
    await reconnect();
    for (let day = 0; day < 59; day++) await passTime(clock, DAY_MS);
    expect(requestCount()).toBe(1);
    for (let day = 0; day < 8; day++) await passTime(clock, DAY_MS);
    expect(requestCount()).toBe(2);
    expect((await store.load())?.certificate).toMatchObject({ key: `key 2 of ${ID}` });
    await reconnect();
    expect(used()).toEqual(['token', 'certificate 1', 'certificate 2']);
  });

  it('is replaced after the cloud refused it: the device connects by token and requests another one', async () => {
    const { reconnect, requestCount, refuse, store, used } = await online();
    refuse(({ certificate }) => certificate?.cert !== 'certificate 1');
    await reconnect();
    await reconnect();
    expect([used(), requestCount()]).toEqual([['token', 'certificate 1', 'token', 'certificate 2'], 2]);
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL });
  });

  it('is not used for the attempt after every third failure in a row', async () => {
    const { reconnect, requestCount, cloud, clock, refuse, used } = await online();
    refuse(({ certificate }) => {
      if (certificate?.cert === 'certificate 1') throw new Error('ended in the handshake');
      return true;
    });
    await reconnect();
    await passTime(clock, 15_000);
    expect(used()).toEqual(['token', 'certificate 1', 'certificate 1', 'token']);
    expect([requestCount(), cloud.connected]).toEqual([2, [ID]]);
  });

  it('is not used after it has expired', async () => {
    const { reconnect, clock, cloud, setSigning, used } = await online();
    setSigning(false);
    cloud.reachable = false;
    cloud.kick(ID);
    await clock.leap(LIFETIME + DAY_MS);
    cloud.reachable = true;
    await passTime(clock, 60_000);
    await reconnect();
    expect(used()).toEqual(['token', 'token', 'token']);
  });

  it('is requested again 1 h after the cloud refused to issue it', async () => {
    const { requestCount, clock, setSigning, store } = await online({ signs: false });
    await passTime(clock, 3_500_000);
    expect([requestCount(), (await store.load())?.certificate]).toEqual([1, undefined]);
    setSigning(true);
    await passTime(clock, 600_000);
    expect([requestCount(), (await store.load())?.certificate]).toMatchObject([
      2,
      { certificate: 'certificate 2' },
    ]);
  });

  it('is forgotten when the device gets a new owner or a new epoch', async () => {
    const { reconnect, clock, cloud, link, refuse, store } = await online();
    refuse(({ clientId }) => clientId !== ID);
    const next = { id: ID, token: 'hello', epoch: 2 };
    cloud.claims.set(link.state.sn, next);
    await reconnect();
    await passTime(clock, 30_000);
    refuse(({ certificate }) => certificate === undefined);
    await passTime(clock, 60_000);
    expect(await store.load()).toMatchObject({ credential: next });
    expect((await store.load())?.certificate?.certificate).not.toBe('certificate 1');
  });
});
