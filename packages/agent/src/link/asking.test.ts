import { canonicalJson, DAY_MS, sha256Hex } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { pass, type FakeCloud } from '../testing/index.ts';
import { claimed, CREDENTIAL, ID, setup, SN, states, VLAN_30, VLAN_40 } from '../testing/link-world.ts';
import { FACTORY, initialState, onEvent } from './index.ts';
import { CONFIG_SCHEMA, type DeviceAnswer } from '@northlight/contract/device-protocol';

const YEARS = 56 * 365 * DAY_MS;
const kinds = (cloud: FakeCloud) => cloud.said('req').map(({ kind }) => kind);
const answer = (cloud: FakeCloud, next: DeviceAnswer): void => {
  const { answers } = cloud;
  cloud.answers = (request) => (request.kind === next.kind ? next : answers(request));
};
const applied = (driver: { done: string[] }) => driver.done.filter((entry) => entry.startsWith('apply'));

async function online(options: Parameters<typeof setup>[0] = {}) {
  const world = setup({ ...options, saved: { ...claimed.saved, ...options.saved } });
  await world.link.boot();
  await world.clock.advance(0);
  return world;
}

describe('the time', () => {
  it('is asked for once per start by a device whose clock is right', async () => {
    const { clock, cloud, link } = await online();
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect([cloud.said('birth').length, kinds(cloud), link.state.offsetMs]).toEqual([2, ['time'], 0]);
  });

  it.each([
    ['of 1970', YEARS],
    ['ten minutes slow', 600_000],
    ['years ahead', -5 * 365 * DAY_MS],
  ])('makes a clock %s good: deadlines are the cloud’s', async (_title, behind) => {
    const { clock, cloud, driver, link } = await online({ behind });
    expect(link.state.offsetMs).toBe(behind);
    cloud.command(ID, 'late', clock.now() - 1);
    await clock.advance(0);
    expect(cloud.said('cmd')).toMatchObject([{ cid: 'late', state: 'failed' }]);
    cloud.command(ID, 'due', clock.now() + 1_000);
    await clock.advance(0);
    expect(driver.done).toContain('restart');
  });

  it('of a device that is four seconds slow is its own', async () => {
    expect((await online({ behind: 4_000 })).link.state.offsetMs).toBe(0);
  });

  it('is asked again when a command looks late: the clock may have been set meanwhile', async () => {
    const world = { ...claimed, behind: 5 * 365 * DAY_MS };
    const { clock, cloud, driver, link } = setup(world);
    await link.boot();
    await clock.advance(0);
    world.behind = 0;
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(driver.done).toContain('restart');
  });

  it('is awaited before a command is taken for late', async () => {
    const world = setup({ ...claimed, behind: -5 * 365 * DAY_MS });
    const { clock, cloud, driver, link } = world;
    const { answers } = cloud;
    cloud.answers = () => undefined;
    await link.boot();
    await clock.advance(0);
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(cloud.said('cmd')).toEqual([]);
    cloud.answers = answers;
    cloud.kick(ID);
    await pass(clock, 5_000);
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(driver.done.filter((entry) => entry === 'restart')).toHaveLength(1);
  });

  it('judges what was parked when it comes on the same connection', async () => {
    const { clock, cloud, driver, link } = setup({ ...claimed, behind: -5 * 365 * DAY_MS });
    const { answers } = cloud;
    cloud.answers = (request) => {
      cloud.command(ID, 'c1', clock.now() + 60_000);
      return answers(request);
    };
    await link.boot();
    await clock.advance(0);
    expect(driver.done).toContain('restart');
  });

  it('is not taken from an answer that nobody asked for', async () => {
    const { clock, cloud, link } = await online();
    cloud.send(ID, `d/${ID}/down/res/1-1`, { kind: 'time', now: 0 });
    await clock.advance(0);
    expect(link.state.offsetMs).toBe(0);
  });
});

describe('a configuration that cannot be read', () => {
  const good = { rev: 1, hash: sha256Hex(canonicalJson(VLAN_30)), confirmSecs: 60, config: VLAN_30 };
  const send = (cloud: FakeCloud, push: object) => cloud.send(ID, `d/${ID}/down/cfg`, push);

  it.each<[string, object]>([
    ['another hash', { ...good, hash: 'x' }],
    ['no configuration in it', { ...good, config: { vlans: 7 } }],
    ['no revision', { hash: 'x' }],
  ])('with %s is asked for, and what is answered is applied', async (_title, push) => {
    const { clock, cloud, driver } = await online();
    answer(cloud, { kind: 'config', desired: good });
    send(cloud, push);
    await clock.advance(0);
    expect(kinds(cloud)).toEqual(['time', 'config']);
    expect(states(cloud)).toEqual(['1 received', '1 applying', '1 applied']);
    expect(driver.running).toEqual(VLAN_30);
  });

  it('is asked for once, then refused with the reason', async () => {
    const { clock, cloud, driver } = await online();
    answer(cloud, { kind: 'config', desired: { ...good, config: { vlans: 7 } } });
    send(cloud, { ...good, hash: 'x' });
    await clock.advance(0);
    send(cloud, { ...good, hash: 'x' });
    await clock.advance(0);
    expect(kinds(cloud)).toEqual(['time', 'config']);
    expect(states(cloud)).toEqual(['1 rejected', '1 rejected']);
    expect(cloud.said('cfg').map(({ issues }) => issues)).toMatchObject([
      [{ reason: 'The configuration could not be read.' }],
      [{ reason: 'The configuration does not match its hash.' }],
    ]);
    expect(applied(driver)).toEqual([]);
  });

  it('of a later schema is refused, with its schema as the issue', async () => {
    const { clock, cloud } = await online();
    send(cloud, { ...good, schema: CONFIG_SCHEMA + 1, config: { entirely: 'new' } });
    await clock.advance(0);
    expect(cloud.said('cfg')).toMatchObject([{ rev: 1, status: 'rejected', issues: [{ path: 'schema' }] }]);
    expect(kinds(cloud)).toEqual(['time']);
  });
});

describe('a push', () => {
  it('on another base is applied, and says what ran', async () => {
    const { clock, cloud } = await online();
    cloud.push(ID, 3, VLAN_30, 60, { base: 0 });
    await clock.advance(0);
    cloud.push(ID, 6, VLAN_40, 60, { base: 5 });
    await clock.advance(0);
    expect(cloud.said('cfg').map(({ base, rev, status }) => [rev, status, base])).toEqual([
      [3, 'received', undefined],
      [3, 'applying', undefined],
      [3, 'applied', undefined],
      [6, 'received', 3],
      [6, 'applying', undefined],
      [6, 'applied', undefined],
    ]);
  });

  it.each([
    [5, undefined],
    [4, 5],
  ])('on base %i, while revision 5 is on trial, finds %s instead', (base, found) => {
    const outcome = { status: 'applied' as const, issues: [], ms: 1 };
    const trial = { rev: 5, hash: 'h', config: VLAN_40, confirmSecs: 60, attempts: 1, outcome };
    const known = initialState({ sn: SN, canHello: false }, { ...FACTORY, credential: CREDENTIAL, trial });
    const state = { ...known, as: 'device', phase: 'online', offsetMs: 0 } as const;
    const hash = sha256Hex(canonicalJson(VLAN_30));
    const payload = JSON.stringify({ rev: 6, hash, base, config: VLAN_30 });
    const { effects } = onEvent(state, { type: 'message', topic: `d/${ID}/down/cfg`, payload }, 0);
    const said = effects.flatMap((effect) => (effect.type === 'publish' ? [effect.message] : []));
    expect(said).toEqual([
      { rev: 6, hash, status: 'received', issues: [], ...(found !== undefined && { base: found }) },
    ]);
  });

  it('is remembered as seen also when it was undone; its revision takes no other content', async () => {
    const { clock, cloud, driver } = await online();
    driver.outcome = { status: 'rejected', issues: [] };
    cloud.push(ID, 4, VLAN_30);
    await clock.advance(0);
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect(cloud.said('birth').at(-1)).toMatchObject({ cfgRev: 0, cfgSeen: { rev: 4 } });
    driver.outcome = { status: 'applied', issues: [] };
    cloud.push(ID, 4, VLAN_40);
    await clock.advance(0);
    expect(states(cloud).at(-1)).toBe('4 rejected');
    expect(driver.running.vlans).toEqual([]);
  });
});

describe('a push for later', () => {
  it('is received, waits over a restart, and is applied at its time by the cloud’s clock', async () => {
    const { clock, cloud, driver, link, make } = await online({ behind: YEARS });
    const when = clock.now() + 40 * DAY_MS;
    cloud.push(ID, 1, VLAN_30, 60, { when });
    await clock.advance(0);
    expect(states(cloud)).toEqual(['1 received']);
    link.cut();
    await make().boot();
    for (let hours = 0; hours < 40 * 24 - 1; hours++) await clock.advance(3_600_000);
    cloud.push(ID, 1, VLAN_30, 60, { when });
    await clock.advance(0);
    expect([states(cloud), applied(driver)]).toEqual([['1 received', '1 received'], []]);
    await pass(clock, 3_600_000);
    expect(applied(driver)).toEqual(['apply 30']);
    expect(states(cloud).at(-1)).toBe('1 applied');
  });

  it('gives way to a later one, and not to an earlier one', async () => {
    const { clock, cloud, driver } = await online();
    const when = clock.now() + 60_000;
    cloud.push(ID, 5, VLAN_30, 60, { when });
    cloud.push(ID, 4, VLAN_40);
    await clock.advance(0);
    expect(driver.running).toEqual(VLAN_40);
    await pass(clock, 61_000);
    expect(driver.running).toEqual(VLAN_30);
    cloud.push(ID, 6, VLAN_40, 60, { when: clock.now() + 60_000 });
    cloud.push(ID, 7, VLAN_40, 60, { when: clock.now() + 90_000 });
    cloud.push(ID, 8, VLAN_30);
    await pass(clock, 120_000);
    expect(applied(driver)).toEqual(['apply 40', 'apply 30', 'apply 30']);
    expect(states(cloud).filter((state) => /[67] a/.test(state))).toEqual([]);
  });

  it('gives way to none that left earlier and comes later', async () => {
    const { clock, cloud, driver } = await online();
    cloud.push(ID, 6, VLAN_40, 60, { when: clock.now() + 60_000 });
    cloud.push(ID, 5, VLAN_30, 60, { when: clock.now() + 30_000 });
    await pass(clock, 61_000);
    expect(applied(driver)).toEqual(['apply 40']);
  });

  it('whose time passes while the cloud is away is applied when it is back', async () => {
    const { clock, cloud, driver } = await online();
    cloud.push(ID, 1, VLAN_30, 60, { when: clock.now() + 10_000 });
    await clock.advance(0);
    cloud.reachable = false;
    cloud.kick(ID);
    await pass(clock, 300_000);
    expect(applied(driver)).toEqual([]);
    cloud.reachable = true;
    await pass(clock, 120_000);
    expect(applied(driver)).toEqual(['apply 30']);
    expect(states(cloud).at(-1)).toBe('1 applied');
  });

  it('is not applied early by a clock that runs ahead', async () => {
    const { clock, cloud, driver, link, store } = setup({ ...claimed, behind: -5 * 365 * DAY_MS });
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
    await pass(clock, 5_000);
    expect(applied(driver)).toEqual([]);
    await pass(clock, 10_000);
    expect(applied(driver)).toEqual(['apply 30']);
  });
});

describe('a start of the software', () => {
  it('has its own id; a new connection keeps it', async () => {
    const { clock, cloud, link, make } = await online();
    cloud.kick(ID);
    await pass(clock, 5_000);
    link.cut();
    await make().boot();
    await clock.advance(0);
    const boots = cloud.said('birth').map(({ boot }) => boot);
    expect(boots[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(boots[1]).toBe(boots[0]);
    expect(boots[2]).not.toBe(boots[0]);
  });
});

describe('renewal of the credential', () => {
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

  it('is asked for after sixty days, and not again for as long', async () => {
    const { clock, cloud, store } = await online();
    answer(cloud, { kind: 'credential', token: 'second', epoch: 2 });
    for (let day = 0; day < 59; day++) await pass(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time']);
    for (let day = 0; day < 8; day++) await pass(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time', 'credential']);
    const next = { id: ID, token: 'second', epoch: 2 };
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL, next });
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect(await store.load()).toMatchObject({ credential: next });
    expect(await store.load()).not.toHaveProperty('next');
    for (let day = 0; day < 50; day++) await pass(clock, DAY_MS);
    expect(kinds(cloud)).toEqual(['time', 'credential']);
  });

  it('is kept before it is used, and used from the next connection on', async () => {
    const { clock, cloud, store, used } = await old();
    expect(kinds(cloud)).toEqual(['time', 'credential']);
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect(used).toEqual(['token']);
    answer(cloud, { kind: 'credential', token: 'second', epoch: 2 });
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect((await store.load())?.next).toMatchObject({ token: 'second' });
    cloud.kick(ID);
    await pass(clock, 5_000);
    expect(used).toEqual(['token', 'token', 'second']);
  });

  it('that the cloud does not know any more gives way to the present one', async () => {
    const { clock, cloud, link, store } = await online({
      saved: { next: { id: ID, token: 'lost', epoch: 2 } },
    });
    link.cut();
    await store.save({
      ...link.state.saved,
      credential: CREDENTIAL,
      next: { id: ID, token: 'lost', epoch: 2 },
    });
    cloud.accepts = ({ password }) => password === CREDENTIAL.token;
    const used = passwords(cloud);
    await link.boot();
    await pass(clock, 10_000);
    expect(used).toEqual(['lost', 'token']);
    expect(await store.load()).toMatchObject({ credential: CREDENTIAL });
    expect(await store.load()).not.toHaveProperty('next');
  });
});
