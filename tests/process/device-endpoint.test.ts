import { topics } from '@northlight/contract/device-protocol';
import { buildBirth, pollUntil, RawDevice } from '@northlight/server/testing';
import { expect, test } from 'vitest';
import { type EndpointDevice, type EndpointWorld, openWorld } from './endpoint-world.ts';

const CUT_OFF_MS = 2_000;

const event = (eid: string) => ({
  eid,
  ts: 0,
  type: 'link-down',
  sev: 'warning' as const,
  data: { text: eid },
});
const ended = (device: RawDevice): Promise<void> =>
  new Promise((resolve) => device.client.once('close', () => resolve()));

test('claims, configures and restarts a device, and the device keeps its configuration', async () => {
  await using world = await openWorld();
  const claimed = await world.claim('NL-GW5');
  await using site = world.plugIn(claimed);
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  const job = await world.apply(claimed, 30);
  await pollUntil(async () => (await world.jobState(claimed, job)) === 'done');
  const device = site.device(claimed.base.sn);
  // The job is done when the report is committed. The device makes the configuration permanent later, when it
  // receives the acknowledgement of that report.
  await pollUntil(() => device.link.state.saved.active.config.vlans.some(({ id }) => id === 30));
  const { id: restart } = await world.browser.call('deviceCommand', {
    params: { projectId: claimed.projectId },
    body: { kind: 'restart', deviceIds: [claimed.id] },
  });
  await pollUntil(async () => (await world.jobState(claimed, restart)) === 'done', 30_000);
  expect(await world.stateOf(claimed)).toBe(1);
});

test('shows a device offline by its last will and ignores the death of an earlier session', async () => {
  await using world = await openWorld();
  const claimed = await world.claim('NL-AP6C');
  const credential = await world.credentialOf(claimed);
  const first = await RawDevice.online(world.port, claimed.base, credential, { session: 'one' });
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  await first.unplug();
  await pollUntil(async () => (await world.stateOf(claimed)) === 0);
  await using second = await RawDevice.online(world.port, claimed.base, credential, { session: 'two' });
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  await second.publish(topics.up(claimed.id, 'death'), { session: 'one', bd: 0 });
  await second.publish(topics.up(claimed.id, 'evt'), event('after'));
  await pollUntil(async () => (await world.eventsOf(claimed)).includes('after'));
  expect(await world.stateOf(claimed)).toBe(1);
});

test('acknowledges a message only after its commit', async () => {
  await using world = await openWorld();
  const [claimed, other] = [await world.claim('NL-AP6C'), await world.claim('NL-AP6C')];
  await using device = await RawDevice.online(world.port, claimed.base, await world.credentialOf(claimed));
  await using neighbour = await RawDevice.online(world.port, other.base, await world.credentialOf(other));
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  let acknowledged = false;
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const { db } = world.server.context.services;
  const holding = db.transaction().execute(async (tx) => {
    await tx.selectFrom('devices').select('id').where('id', '=', claimed.id).forUpdate().execute();
    holds();
    await letGo;
  });
  await held;
  const birth = buildBirth(claimed.base, { session: 'held' });
  const published = device.publish(topics.up(claimed.id, 'birth'), birth).then(() => (acknowledged = true));
  try {
    // The other device does not wait for the commit that the lock delays.
    await neighbour.publish(topics.up(other.id, 'evt'), event('meanwhile'));
    await pollUntil(async () => (await world.eventsOf(other)).includes('meanwhile'));
    expect(acknowledged).toBe(false);
  } finally {
    release();
  }
  await Promise.all([holding, published]);
  const stored = db.selectFrom('devices').select('session').where('id', '=', claimed.id);
  expect(await stored.executeTakeFirst()).toEqual({ session: 'held' });
});

test('disconnects a removed device within 2 s and refuses its credential', async () => {
  await using world = await openWorld();
  const claimed = await world.claim('NL-AP6C');
  const other = await world.claim('NL-AP6C');
  const credential = await world.credentialOf(claimed);
  await using device = await RawDevice.online(world.port, claimed.base, credential);
  await using neighbour = await RawDevice.online(world.port, other.base, await world.credentialOf(other));
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  const out = ended(device);
  const start = performance.now();
  await world.browser.call('deviceRemove', {
    params: { projectId: claimed.projectId, deviceId: claimed.id },
  });
  await out;
  expect(performance.now() - start).toBeLessThan(CUT_OFF_MS);
  await expect(RawDevice.online(world.port, claimed.base, credential)).rejects.toThrow(/.+/);
  expect(neighbour.client.connected).toBe(true);
});

test('ends the earlier credential and its connection at a new first contact', async () => {
  await using world = await openWorld();
  const claimed = await world.claim('NL-AP6C');
  const old = await world.credentialOf(claimed);
  await using device = await RawDevice.online(world.port, claimed.base, old);
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
  const out = ended(device);
  const start = performance.now();
  const fresh = await world.credentialOf(claimed);
  await out;
  await expect(RawDevice.connect(world.port, old.id, old.id, old.token)).rejects.toThrow(/.+/);
  expect(performance.now() - start).toBeLessThan(CUT_OFF_MS);
  await using _again = await RawDevice.online(world.port, claimed.base, fresh);
  await pollUntil(async () => (await world.stateOf(claimed)) === 1);
});

test('loses no acknowledged event over a restart, and shows devices online again afterwards', async () => {
  await using world = await openWorld();
  const [spoken, running] = [await world.claim('NL-AP6C'), await world.claim('NL-GW5')];
  await using _site = world.plugIn(running);
  const credential = await world.credentialOf(spoken);
  const device = await RawDevice.online(world.port, spoken.base, credential);
  await pollUntil(async () => (await world.stateOf(running)) === 1);
  const acknowledged: string[] = [];
  const talking = new AbortController();
  const gone = ended(device);
  const talk = (async () => {
    for (let count = 0; !talking.signal.aborted; count++) {
      const eid = `e${count}`;
      const isAnswered = await answered(device.publish(topics.up(spoken.id, 'evt'), event(eid)), gone);
      if (!isAnswered) return;
      acknowledged.push(eid);
    }
  })();
  await pollUntil(() => acknowledged.length > 20);
  await world.server[Symbol.asyncDispose]();
  talking.abort();
  await talk;
  await device[Symbol.asyncDispose]();
  await world.startAgain();
  await pollUntil(async () => acknowledged.every(await includedIn(world, spoken)));
  await pollUntil(async () => (await world.stateOf(running)) === 1);
  const job = await world.apply(running, 40);
  await pollUntil(async () => (await world.jobState(running, job)) === 'done', 30_000);
});

test('keeps a device from publishing or receiving anything of another device', async () => {
  await using world = await openWorld();
  const [own, victim] = [await world.claim('NL-AP6C'), await world.claim('NL-GW5')];
  const token = await world.credentialOf(own);
  await using honest = await RawDevice.online(world.port, victim.base, await world.credentialOf(victim));
  await pollUntil(async () => (await world.stateOf(victim)) === 1);
  for (const topic of [
    topics.downAll(victim.id),
    'd/+/down/#',
    '#',
    `$share/g/${topics.downAll(victim.id)}`,
  ]) {
    await using device = await RawDevice.connect(world.port, own.id, own.id, token.token);
    await answered(device.client.subscribeAsync(topic, { qos: 1 }), ended(device));
    await honest.publish(topics.upRequest(victim.id, 'r'), { kind: 'time' });
    expect((await honest.next()).topic).toBe(topics.downResponse(victim.id, 'r'));
    expect(device.unread).toEqual([]);
  }
  const liar = await RawDevice.connect(world.port, own.id, own.id, token.token);
  await answered(liar.publish(topics.up(victim.id, 'evt'), event('lie')), ended(liar));
  await liar[Symbol.asyncDispose]();
  await honest.publish(topics.up(victim.id, 'evt'), event('truth'));
  await pollUntil(async () => (await world.eventsOf(victim)).includes('truth'));
  expect(await world.eventsOf(victim)).toEqual(['truth']);
  await expect(RawDevice.connect(world.port, victim.id, own.id, token.token)).rejects.toThrow(/.+/);
  expect(honest.client.connected).toBe(true);
});

/** Resolves to false if the connection ends first, which is also a refusal. */
function answered(work: Promise<unknown>, gone: Promise<void>): Promise<boolean> {
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    gone.then(() => false),
  ]);
}

async function includedIn(world: EndpointWorld, claimed: EndpointDevice): Promise<(eid: string) => boolean> {
  const { db } = world.server.context.services;
  const rows = await db.selectFrom('alarms').select('event').where('device_id', '=', claimed.id).execute();
  const kept = new Set(rows.map(({ event: text }) => text));
  return (eid) => kept.has(eid);
}
