import { commandPush, topics } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { CLAIMED_STATE, CREDENTIAL, ID, startWorld, SN, VLAN_30 } from '../testing/link-world.ts';

/** Boots the device, cuts its power before it reaches the cloud, and boots it again. */
async function bootTwice({ clock, cloud, make }: ReturnType<typeof startWorld>): Promise<void> {
  cloud.reachable = false;
  const again = make();
  await again.boot();
  await clock.advance(0);
  again.cutPower();
  cloud.reachable = true;
  await make().boot();
  await clock.advance(0);
}

test('a reset device has no configuration, keeps its identity, and accepts the same revision again', async () => {
  const { clock, cloud, driver, link, make, store } = startWorld(CLAIMED_STATE);
  await link.boot();
  await clock.advance(0);
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  const command = { cid: 'r1', kind: 'reset', args: {}, deadline: clock.now() + 60_000 };
  cloud.send(ID, topics.downCommand(ID, 'r1'), command);
  await clock.advance(0);
  expect(await store.load()).toMatchObject({ credential: CREDENTIAL, active: { rev: 0 } });
  const restarted = make();
  await restarted.boot();
  await clock.advance(0);
  expect(cloud.received('birth').at(-1)).toMatchObject({
    bootReason: 'reset',
    cfgRev: 0,
    cfgSeen: { rev: 3 },
  });
  expect(driver.running.vlans).toEqual([]);
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  expect(cloud.received('cfg').at(-1)).toMatchObject({ rev: 3, status: 'applied' });
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.received('birth').at(-1)).toMatchObject({ bootReason: 'reconnect', cfgRev: 3 });
});

test('rejects unknown and unreadable commands once, with a reason', async () => {
  const { clock, cloud, link } = startWorld(CLAIMED_STATE);
  await link.boot();
  await clock.advance(0);
  const send = (cid: unknown, command: object) =>
    cloud.send(ID, topics.downCommand(ID, 'x'), {
      cid,
      deadline: clock.now() + 60_000,
      args: {},
      ...command,
    });
  send('new', { kind: 'teleport' });
  send('bad', { kind: 'ping', args: 'nothing' });
  send('new', { kind: 'teleport' });
  send({ cid: 1 }, { kind: 'ping' });
  await clock.advance(0);
  expect(cloud.received('cmd')).toEqual([
    { cid: 'new', state: 'failed', result: { reason: 'This software does not know the command.' } },
    { cid: 'bad', state: 'failed', result: { reason: 'The command could not be read.' } },
  ]);
});

test('reports a command that a restart interrupted as failed, after the birth and at each repetition', async () => {
  const world = startWorld(CLAIMED_STATE);
  const { clock, cloud, link } = world;
  await link.boot();
  await clock.advance(0);
  const ping = commandPush.parse({
    cid: 'p1',
    kind: 'ping',
    args: { host: '192.0.2.1', count: 1 },
    deadline: clock.now() + 600_000,
  });
  cloud.send(ID, topics.downCommand(ID, 'p1'), ping);
  await clock.advance(0);
  link.cutPower();
  await bootTwice(world);
  const failed = { cid: 'p1', state: 'failed', result: { reason: 'The device restarted meanwhile.' } };
  expect(cloud.messages.slice(-3).map(({ channel }) => channel)).toEqual(['birth', 'cmd', 'req']);
  expect(cloud.received('cmd')).toEqual([{ cid: 'p1', state: 'accepted' }, failed]);
  cloud.send(ID, topics.downCommand(ID, 'p1'), ping);
  await clock.advance(0);
  expect(cloud.received('cmd')).toHaveLength(3);
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.received('birth')).toHaveLength(3);
  expect(cloud.received('cmd')).toHaveLength(3);
});

test('reports local management in a new birth, keeps local management across a restart, and rejects pushes during local management', async () => {
  const { clock, cloud, driver, link, make } = startWorld(CLAIMED_STATE);
  await link.boot();
  await clock.advance(0);
  await link.setManaged('local');
  await clock.advance(0);
  expect(cloud.received('birth').map(({ managed }) => managed)).toEqual(['cloud', 'local']);
  link.cutPower();
  const restarted = make();
  await restarted.boot();
  await clock.advance(0);
  expect(cloud.received('birth').at(-1)).toMatchObject({ managed: 'local', bootReason: 'power' });
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  expect(cloud.received('cfg').at(-1)).toMatchObject({ rev: 3, status: 'rejected', code: 76 });
  await restarted.setManaged('cloud');
  await clock.advance(0);
  expect(cloud.received('birth').at(-1)).toMatchObject({ managed: 'cloud' });
  cloud.push(ID, 4, VLAN_30);
  await clock.advance(0);
  expect(driver.running).toEqual(VLAN_30);
  // A factory reset also ends local management.
  await restarted.setManaged('local');
  await clock.advance(0);
  cloud.send(ID, topics.downCommand(ID, 'r9'), {
    cid: 'r9',
    kind: 'reset',
    args: {},
    deadline: clock.now() + 60_000,
  });
  await clock.advance(0);
  const last = make();
  await last.boot();
  await clock.advance(0);
  expect(last.managed).toBe('cloud');
});

test('queues a command that arrives while a configuration is being applied', async () => {
  const { clock, cloud, driver, link } = startWorld(CLAIMED_STATE);
  await link.boot();
  await clock.advance(0);
  let finish = (): void => undefined;
  driver.whileApplying = () => new Promise<void>((resolve) => (finish = resolve));
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  cloud.command(ID, 'c1', clock.now() + 60_000);
  await clock.advance(0);
  expect([cloud.received('cmd'), driver.calls.includes('restart')]).toEqual([[], false]);
  finish();
  await clock.advance(0);
  expect(driver.calls).toContain('restart');
});

test('reports a command result again after a birth until it is acknowledged', async () => {
  const world = startWorld(CLAIMED_STATE);
  const { clock, cloud, link } = world;
  await link.boot();
  await clock.advance(0);
  cloud.command(ID, 'r1', clock.now() + 60_000);
  await clock.advance(0);
  await bootTwice(world);
  // The second boot does not report the command that caused the first.
  expect(cloud.received('birth').at(-1)).not.toHaveProperty('bootCommand');
  expect(cloud.received('cmd').at(-1)).toMatchObject({ cid: 'r1', state: 'done' });
  const reports = cloud.received('cmd').length;
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.received('cmd')).toHaveLength(reports);
});

test('runs a command once although the device moves to another owner and back', async () => {
  const results = [
    { cid: 'c1', state: 'done', result: { reason: 'private result' } },
    { cid: 'c2', state: 'accepted' },
  ] as const;
  const { clock, cloud, driver, link } = startWorld({
    secret: 'secret',
    saved: { credential: CREDENTIAL, results: [...results] },
  });
  const other = { ...CREDENTIAL, id: 'anotherDevice0000000' };
  let owned: string = other.id;
  cloud.accepts = ({ clientId }) => clientId === owned || clientId === `p-${SN}`;
  cloud.claims.set(SN, other);
  await link.boot();
  await clock.advance(60_000);
  expect(link.online).toBe(true);
  expect(cloud.received('cmd', other.id)).toEqual([]);
  owned = ID;
  cloud.claims.set(SN, CREDENTIAL);
  cloud.kick(other.id);
  await clock.advance(60_000);
  for (const { cid } of results) cloud.command(ID, cid, clock.now() + 60_000);
  await clock.advance(0);
  expect(cloud.received('cmd', ID)).toEqual([
    { cid: 'c1', state: 'done' },
    { cid: 'c2', state: 'failed' },
  ]);
  expect(driver.calls).not.toContain('restart');
});
