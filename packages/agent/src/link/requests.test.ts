import { formatCanonicalJson, DAY_MS, hashSha256Hex } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { passTime, type FakeCloud } from '../testing/index.ts';
import {
  CLAIMED_STATE,
  CREDENTIAL,
  ID,
  startWorld,
  SN,
  listConfigStates,
  VLAN_30,
  VLAN_40,
} from '../testing/link-world.ts';
import { FACTORY, createInitialState, handleEvent } from './index.ts';
import { CONFIG_SCHEMA, type DeviceAnswer } from '@northlight/contract/device-protocol';

const YEARS = 56 * 365 * DAY_MS;
const kinds = (cloud: FakeCloud) => cloud.received('req').map(({ kind }) => kind);
const answer = (cloud: FakeCloud, next: DeviceAnswer): void => {
  const { answers } = cloud;
  cloud.answers = (request) => (request.kind === next.kind ? next : answers(request));
};
const applied = (driver: { calls: string[] }) => driver.calls.filter((entry) => entry.startsWith('apply'));

async function online(options: Parameters<typeof startWorld>[0] = {}) {
  const world = startWorld({ ...options, saved: { ...CLAIMED_STATE.saved, ...options.saved } });
  await world.link.boot();
  await world.clock.advance(0);
  return world;
}

describe('the time of the cloud', () => {
  it('is requested once per boot when the device clock is right', async () => {
    const { clock, cloud, link } = await online();
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect([cloud.received('birth').length, kinds(cloud), link.state.offsetMs]).toEqual([2, ['time'], 0]);
  });

  it.each([
    ['of 1970', YEARS],
    ['10 min slow', 600_000],
    ['5 years ahead', -5 * 365 * DAY_MS],
  ])('corrects a clock %s: deadlines follow the cloud’s clock', async (_title, behind) => {
    const { clock, cloud, driver, link } = await online({ behind });
    expect(link.state.offsetMs).toBe(behind);
    cloud.command(ID, 'late', clock.now() - 1);
    await clock.advance(0);
    expect(cloud.received('cmd')).toMatchObject([{ cid: 'late', state: 'failed' }]);
    cloud.command(ID, 'due', clock.now() + 1_000);
    await clock.advance(0);
    expect(driver.calls).toContain('restart');
  });

  it('is ignored when the device clock is 4 s slow', async () => {
    expect((await online({ behind: 4_000 })).link.state.offsetMs).toBe(0);
  });

  it('is requested again when a command is past its deadline by the device clock', async () => {
    const world = { ...CLAIMED_STATE, behind: 5 * 365 * DAY_MS };
    const { clock, cloud, driver, link } = startWorld(world);
    await link.boot();
    await clock.advance(0);
    world.behind = 0;
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(driver.calls).toContain('restart');
  });

  it('is awaited before a command is rejected as late', async () => {
    const world = startWorld({ ...CLAIMED_STATE, behind: -5 * 365 * DAY_MS });
    const { clock, cloud, driver, link } = world;
    const { answers } = cloud;
    cloud.answers = () => undefined;
    await link.boot();
    await clock.advance(0);
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(cloud.received('cmd')).toEqual([]);
    cloud.answers = answers;
    cloud.kick(ID);
    await passTime(clock, 5_000);
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(driver.calls.filter((entry) => entry === 'restart')).toHaveLength(1);
  });

  it('starts commands that were queued on the same connection before it arrived', async () => {
    const { clock, cloud, driver, link } = startWorld({ ...CLAIMED_STATE, behind: -5 * 365 * DAY_MS });
    const { answers } = cloud;
    cloud.answers = (request) => {
      cloud.command(ID, 'c1', clock.now() + 60_000);
      return answers(request);
    };
    await link.boot();
    await clock.advance(0);
    expect(driver.calls).toContain('restart');
  });

  it('is ignored in an answer without a request', async () => {
    const { clock, cloud, link } = await online();
    cloud.send(ID, `d/${ID}/down/res/1-1`, { kind: 'time', now: 0 });
    await clock.advance(0);
    expect(link.state.offsetMs).toBe(0);
  });
});

describe('a configuration that cannot be read', () => {
  const good = {
    rev: 1,
    hash: hashSha256Hex(formatCanonicalJson(VLAN_30)),
    confirmSecs: 60,
    config: VLAN_30,
  };
  const send = (cloud: FakeCloud, push: object) => cloud.send(ID, `d/${ID}/down/cfg`, push);

  it.each<[string, object]>([
    ['another hash', { ...good, hash: 'x' }],
    ['no readable configuration', { ...good, config: { vlans: 7 } }],
    ['no revision', { hash: 'x' }],
  ])('is requested again if it has %s, and the answer is applied', async (_title, push) => {
    const { clock, cloud, driver } = await online();
    answer(cloud, { kind: 'config', desired: good });
    send(cloud, push);
    await clock.advance(0);
    expect(kinds(cloud)).toEqual(['time', 'config']);
    expect(listConfigStates(cloud)).toEqual(['1 received', '1 applying', '1 applied']);
    expect(driver.running).toEqual(VLAN_30);
  });

  it('is requested once, then rejected with the reason', async () => {
    const { clock, cloud, driver } = await online();
    answer(cloud, { kind: 'config', desired: { ...good, config: { vlans: 7 } } });
    send(cloud, { ...good, hash: 'x' });
    await clock.advance(0);
    send(cloud, { ...good, hash: 'x' });
    await clock.advance(0);
    expect(kinds(cloud)).toEqual(['time', 'config']);
    expect(listConfigStates(cloud)).toEqual(['1 rejected', '1 rejected']);
    expect(cloud.received('cfg').map(({ issues }) => issues)).toMatchObject([
      [{ reason: 'The configuration could not be read.' }],
      [{ reason: 'The configuration does not match its hash.' }],
    ]);
    expect(applied(driver)).toEqual([]);
  });

  it('is rejected with an issue of its schema if the schema has a later version', async () => {
    const { clock, cloud } = await online();
    send(cloud, { ...good, schema: CONFIG_SCHEMA + 1, config: { entirely: 'new' } });
    await clock.advance(0);
    expect(cloud.received('cfg')).toMatchObject([
      { rev: 1, status: 'rejected', issues: [{ path: 'schema' }] },
    ]);
    expect(kinds(cloud)).toEqual(['time']);
  });
});

describe('a push', () => {
  it('is applied on another base revision, and its report names the revision that was running', async () => {
    const { clock, cloud } = await online();
    cloud.push(ID, 3, VLAN_30, 60, { base: 0 });
    await clock.advance(0);
    cloud.push(ID, 6, VLAN_40, 60, { base: 5 });
    await clock.advance(0);
    expect(cloud.received('cfg').map(({ base, rev, status }) => [rev, status, base])).toEqual([
      [3, 'received', undefined],
      [3, 'applying', undefined],
      [3, 'applied', undefined],
      [6, 'received', 3],
      [6, 'applying', undefined],
      [6, 'applied', undefined],
    ]);
  });

  it.each([
    ['without a base revision if it is based on the revision on trial', 5, undefined],
    ['with the base revision of the trial if it is based on another revision', 4, 5],
  ] as const)('is reported as received %s', (_title, base, found) => {
    const outcome = { status: 'applied' as const, issues: [], ms: 1 };
    const trial = { rev: 5, hash: 'h', config: VLAN_40, confirmSecs: 60, attempts: 1, outcome };
    const known = createInitialState(
      { sn: SN, canHello: false },
      { ...FACTORY, credential: CREDENTIAL, trial },
    );
    const state = { ...known, role: 'device', phase: 'online', offsetMs: 0 } as const;
    const hash = hashSha256Hex(formatCanonicalJson(VLAN_30));
    const payload = JSON.stringify({ rev: 6, hash, base, config: VLAN_30 });
    const { effects } = handleEvent(state, { type: 'message', topic: `d/${ID}/down/cfg`, payload }, 0);
    const published = effects.flatMap((effect) => (effect.type === 'publish' ? [effect.message] : []));
    expect(published).toEqual([
      { rev: 6, hash, status: 'received', issues: [], ...(found !== undefined && { base: found }) },
    ]);
  });

  it('is recorded even when rejected, so that no other content can have its revision', async () => {
    const { clock, cloud, driver } = await online();
    driver.outcome = { status: 'rejected', issues: [] };
    cloud.push(ID, 4, VLAN_30);
    await clock.advance(0);
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 0, cfgSeen: { rev: 4 } });
    driver.outcome = { status: 'applied', issues: [] };
    cloud.push(ID, 4, VLAN_40);
    await clock.advance(0);
    expect(listConfigStates(cloud).at(-1)).toBe('4 rejected');
    expect(driver.running.vlans).toEqual([]);
  });
});

describe('a scheduled push', () => {
  it('is received, survives a restart, and is applied at its time by the cloud’s clock', async () => {
    const { clock, cloud, driver, link, make } = await online({ behind: YEARS });
    const when = clock.now() + 40 * DAY_MS;
    cloud.push(ID, 1, VLAN_30, 60, { when });
    await clock.advance(0);
    expect(listConfigStates(cloud)).toEqual(['1 received']);
    link.cutPower();
    await make().boot();
    for (let hours = 0; hours < 40 * 24 - 1; hours++) await clock.advance(3_600_000);
    cloud.push(ID, 1, VLAN_30, 60, { when });
    await clock.advance(0);
    expect([listConfigStates(cloud), applied(driver)]).toEqual([['1 received', '1 received'], []]);
    await passTime(clock, 3_600_000);
    expect(applied(driver)).toEqual(['apply 30']);
    expect(listConfigStates(cloud).at(-1)).toBe('1 applied');
  });

  it('is replaced by a higher revision, not by a lower one', async () => {
    const { clock, cloud, driver } = await online();
    const when = clock.now() + 60_000;
    cloud.push(ID, 5, VLAN_30, 60, { when });
    cloud.push(ID, 4, VLAN_40);
    await clock.advance(0);
    expect(driver.running).toEqual(VLAN_40);
    await passTime(clock, 61_000);
    expect(driver.running).toEqual(VLAN_30);
    cloud.push(ID, 6, VLAN_40, 60, { when: clock.now() + 60_000 });
    cloud.push(ID, 7, VLAN_40, 60, { when: clock.now() + 90_000 });
    cloud.push(ID, 8, VLAN_30);
    await passTime(clock, 120_000);
    expect(applied(driver)).toEqual(['apply 40', 'apply 30', 'apply 30']);
    expect(listConfigStates(cloud).filter((state) => /[67] a/.test(state))).toEqual([]);
  });

  it('is not replaced by a lower revision that arrives late', async () => {
    const { clock, cloud, driver } = await online();
    cloud.push(ID, 6, VLAN_40, 60, { when: clock.now() + 60_000 });
    cloud.push(ID, 5, VLAN_30, 60, { when: clock.now() + 30_000 });
    await passTime(clock, 61_000);
    expect(applied(driver)).toEqual(['apply 40']);
  });

  it('is applied after the reconnection if it falls due while the cloud is unreachable', async () => {
    const { clock, cloud, driver } = await online();
    cloud.push(ID, 1, VLAN_30, 60, { when: clock.now() + 10_000 });
    await clock.advance(0);
    cloud.reachable = false;
    cloud.kick(ID);
    await passTime(clock, 300_000);
    expect(applied(driver)).toEqual([]);
    cloud.reachable = true;
    await passTime(clock, 120_000);
    expect(applied(driver)).toEqual(['apply 30']);
    expect(listConfigStates(cloud).at(-1)).toBe('1 applied');
  });

  it('is not applied early when the device clock is ahead', async () => {
    const { clock, cloud, driver, link, store } = startWorld({ ...CLAIMED_STATE, behind: -5 * 365 * DAY_MS });
    const { answers } = cloud;
    cloud.answers = () => undefined;
    await link.boot();
    await clock.advance(0);
    cloud.push(ID, 1, VLAN_30, 60, { when: clock.now() + 10_000 });
    await clock.advance(0);
    expect(applied(driver)).toEqual([]);
    expect((await store.load())?.held).toMatchObject({ rev: 1 });
    cloud.answers = answers;
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect(applied(driver)).toEqual([]);
    await passTime(clock, 10_000);
    expect(applied(driver)).toEqual(['apply 30']);
  });
});

describe('the boot id', () => {
  it('is new at each boot and stays the same across connections', async () => {
    const { clock, cloud, link, make } = await online();
    cloud.kick(ID);
    await passTime(clock, 5_000);
    link.cutPower();
    await make().boot();
    await clock.advance(0);
    const boots = cloud.received('birth').map(({ boot }) => boot);
    expect(boots[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(boots[1]).toBe(boots[0]);
    expect(boots[2]).not.toBe(boots[0]);
  });
});

describe('a renewed credential', () => {
  const passwords = (cloud: FakeCloud) => {
    const used: string[] = [];
    const { accepts } = cloud;
    cloud.accepts = (request) => {
      used.push(request.password);
      return accepts(request);
    };
    return used;
  };
  const old = async () => {
    const world = await online({ saved: { renewedAt: Date.UTC(2025, 0, 1) } });
    return { ...world, used: passwords(world.cloud) };
  };

  it('is requested after 60 days, and not again within the next 50 days', async () => {
    const { clock, cloud, store } = await online();
    answer(cloud, { kind: 'credential', token: 'second', epoch: 2 });
    for (let day = 0; day < 59; day++) await passTime(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time']);
    for (let day = 0; day < 8; day++) await passTime(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time', 'credential']);
    const next = { id: ID, token: 'second', epoch: 2 };
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL, next });
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect(await store.load()).toMatchObject({ credential: next });
    expect(await store.load()).not.toHaveProperty('next');
    for (let day = 0; day < 50; day++) await passTime(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time', 'credential']);
  });

  it('is saved before it is used, and used from the next connection on', async () => {
    const { clock, cloud, store, used } = await old();
    expect(kinds(cloud)).toEqual(['time', 'credential']);
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect(used).toEqual(['token']);
    answer(cloud, { kind: 'credential', token: 'second', epoch: 2 });
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect((await store.load())?.next).toMatchObject({ token: 'second' });
    cloud.kick(ID);
    await passTime(clock, 5_000);
    expect(used).toEqual(['token', 'token', 'second']);
  });

  it('is replaced by the present credential when the cloud refuses it', async () => {
    const { clock, cloud, link, store } = await online({
      saved: { next: { id: ID, token: 'lost', epoch: 2 } },
    });
    link.cutPower();
    await store.save({
      ...link.state.saved,
      credential: CREDENTIAL,
      next: { id: ID, token: 'lost', epoch: 2 },
    });
    cloud.accepts = ({ password }) => password === CREDENTIAL.token;
    const used = passwords(cloud);
    await link.boot();
    await passTime(clock, 10_000);
    expect(used).toEqual(['lost', 'token']);
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL });
    expect(await store.load()).not.toHaveProperty('next');
  });
});
