import { commandPush, topics } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { claimed, CREDENTIAL, ID, setup, SN, VLAN_30 } from '../testing/link-world.ts';

/** The device starts, dies again before it has reached the cloud, and starts once more. */
async function startsTwice({ clock, cloud, make }: ReturnType<typeof setup>): Promise<void> {
  cloud.reachable = false;
  const again = make();
  await again.boot();
  await clock.advance(0);
  again.cut();
  cloud.reachable = true;
  await make().boot();
  await clock.advance(0);
}

test('a reset forgets the configuration and not who the device is; it takes the same revision again', async () => {
  const { clock, cloud, driver, link, make, store } = setup(claimed);
  await link.boot();
  await clock.advance(0);
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  const command = { cid: 'r1', kind: 'reset', args: {}, deadline: clock.now() + 60_000 };
  cloud.send(ID, topics.downCommand(ID, 'r1'), command);
  await clock.advance(0);
  expect(await store.load()).toMatchObject({ credential: CREDENTIAL, active: { rev: 0 } });
  const reborn = make();
  await reborn.boot();
  await clock.advance(0);
  expect(cloud.said('birth').at(-1)).toMatchObject({
    bootReason: 'reset',
    cfgRev: 0,
    cfgSeen: { rev: 3 },
  });
  expect(driver.running.vlans).toEqual([]);
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  expect(cloud.said('cfg').at(-1)).toMatchObject({ rev: 3, status: 'applied' });
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.said('birth').at(-1)).toMatchObject({ bootReason: 'reconnect', cfgRev: 3 });
});

test('a command that this software does not know, or cannot read, fails with a reason, once', async () => {
  const { clock, cloud, link } = setup(claimed);
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
  expect(cloud.said('cmd')).toEqual([
    { cid: 'new', state: 'failed', result: { reason: 'This software does not know the command.' } },
    { cid: 'bad', state: 'failed', result: { reason: 'The command could not be read.' } },
  ]);
});

test('a command that a restart cut short is told as failed right after the birth, and when it is asked for again', async () => {
  const world = setup(claimed);
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
  link.cut();
  await startsTwice(world);
  const failed = { cid: 'p1', state: 'failed', result: { reason: 'The device restarted meanwhile.' } };
  expect(cloud.heard.slice(-3).map(({ channel }) => channel)).toEqual(['birth', 'cmd', 'req']);
  expect(cloud.said('cmd')).toEqual([{ cid: 'p1', state: 'accepted' }, failed]);
  cloud.send(ID, topics.downCommand(ID, 'p1'), ping);
  await clock.advance(0);
  expect(cloud.said('cmd')).toHaveLength(3);
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.said('birth')).toHaveLength(3);
  expect(cloud.said('cmd')).toHaveLength(3);
});

test('local management is told by a new birth, outlasts a restart, and keeps the cloud’s settings out', async () => {
  const { clock, cloud, driver, link, make } = setup(claimed);
  await link.boot();
  await clock.advance(0);
  await link.setManaged('local');
  await clock.advance(0);
  expect(cloud.said('birth').map(({ managed }) => managed)).toEqual(['cloud', 'local']);
  link.cut();
  const reborn = make();
  await reborn.boot();
  await clock.advance(0);
  expect(cloud.said('birth').at(-1)).toMatchObject({ managed: 'local', bootReason: 'power' });
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  expect(cloud.said('cfg').at(-1)).toMatchObject({ rev: 3, status: 'rejected', code: 76 });
  await reborn.setManaged('cloud');
  await clock.advance(0);
  expect(cloud.said('birth').at(-1)).toMatchObject({ managed: 'cloud' });
  cloud.push(ID, 4, VLAN_30);
  await clock.advance(0);
  expect(driver.running).toEqual(VLAN_30);
  // Who takes the device back to the factory's gives it to the cloud again.
  await reborn.setManaged('local');
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

test('a command that comes while a configuration is being applied waits for that', async () => {
  const { clock, cloud, driver, link } = setup(claimed);
  await link.boot();
  await clock.advance(0);
  let finish = (): void => undefined;
  driver.during = () => new Promise<void>((resolve) => (finish = resolve));
  cloud.push(ID, 3, VLAN_30);
  await clock.advance(0);
  cloud.command(ID, 'c1', clock.now() + 60_000);
  await clock.advance(0);
  expect([cloud.said('cmd'), driver.done.includes('restart')]).toEqual([[], false]);
  finish();
  await clock.advance(0);
  expect(driver.done).toContain('restart');
});

test('the end of a command is told again after a new birth while nobody has acknowledged it', async () => {
  const world = setup(claimed);
  const { clock, cloud, link } = world;
  await link.boot();
  await clock.advance(0);
  cloud.command(ID, 'r1', clock.now() + 60_000);
  await clock.advance(0);
  await startsTwice(world);
  // The birth that came does not say what the first start was for.
  expect(cloud.said('birth').at(-1)).not.toHaveProperty('bootCommand');
  expect(cloud.said('cmd').at(-1)).toMatchObject({ cid: 'r1', state: 'done' });
  const told = cloud.said('cmd').length;
  cloud.kick(ID);
  await clock.advance(60_000);
  expect(cloud.said('cmd')).toHaveLength(told);
});

test('a command does not run again when the device goes over to another owner and is given back', async () => {
  const results = [
    { cid: 'c1', state: 'done', result: { reason: 'told to nobody else' } },
    { cid: 'c2', state: 'accepted' },
  ] as const;
  const { clock, cloud, driver, link } = setup({
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
  expect(cloud.said('cmd', other.id)).toEqual([]);
  owned = ID;
  cloud.claims.set(SN, CREDENTIAL);
  cloud.kick(other.id);
  await clock.advance(60_000);
  for (const { cid } of results) cloud.command(ID, cid, clock.now() + 60_000);
  await clock.advance(0);
  expect(cloud.said('cmd', ID)).toEqual([
    { cid: 'c1', state: 'done' },
    { cid: 'c2', state: 'failed' },
  ]);
  expect(driver.done).not.toContain('restart');
});
