import { expect, describe, it } from 'vitest';
import { passTime } from '../testing/index.ts';
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
import { type LinkStore, createMemoryStore, type SavedState } from './index.ts';

describe('a device at first contact', () => {
  it('sends hellos until it is claimed, then reconnects with its id', async () => {
    const { clock, cloud, driver, link, store } = startWorld({ secret: 's3cret' });
    await link.boot();
    await passTime(clock, 40_000);
    expect(cloud.received('hello').length).toBeGreaterThanOrEqual(2);
    expect(cloud.received('hello')[0]).toMatchObject({ v: 1, model: 'NL-GW5', mac: '02:00:00:00:00:01' });
    expect(link.online).toBe(false);
    cloud.claims.set(SN, CREDENTIAL);
    await passTime(clock, 40_000);
    expect(cloud.connected).toEqual([ID]);
    expect(cloud.received('birth')).toMatchObject([{ sn: SN, seq: 0, cfgRev: 0, bootReason: 'power' }]);
    expect(link.online).toBe(true);
    expect(driver.calls).toContain('online');
    expect((await store.load())?.credential).toEqual(CREDENTIAL);
  });

  it('sends a hello after two refusals of its credential, and starts without a configuration for a new owner', async () => {
    const old = { credential: CREDENTIAL, active: { rev: 9, hash: 'h', config: VLAN_30 } };
    const { clock, cloud, driver, link } = startWorld({ saved: old, secret: 's3cret' });
    cloud.accepts = ({ clientId }) => clientId !== ID;
    cloud.claims.set(SN, { id: 'B'.repeat(22), token: 't2', epoch: 1 });
    await link.boot();
    await passTime(clock, 20_000);
    expect(cloud.attempts).toEqual([ID, ID, `p-${SN}`, 'B'.repeat(22)]);
    expect(cloud.received('birth')).toMatchObject([{ cfgRev: 0, cfgHash: '' }]);
    expect(driver.running.vlans).toEqual([]);
  });

  it('keeps retrying with its credential when it has no secret', async () => {
    const { clock, cloud, link } = startWorld(CLAIMED_STATE);
    cloud.accepts = () => false;
    await link.boot();
    await passTime(clock, 300_000);
    expect(new Set(cloud.attempts)).toEqual(new Set([ID]));
    expect(cloud.attempts.length).toBeGreaterThan(6);
    expect(cloud.attempts.length).toBeLessThan(20);
  });
});

it('logs one line per step from first contact to a confirmed configuration', async () => {
  const { clock, cloud, link, lines } = startWorld({ secret: 's3cret' });
  await link.boot();
  await passTime(clock, 1_000);
  cloud.claims.set(SN, CREDENTIAL);
  await passTime(clock, 40_000);
  cloud.push(ID, 1, VLAN_30);
  await passTime(clock, 5_000);
  expect(lines).toEqual([
    'connected to the cloud, waiting until the device is added to a project',
    'the device is claimed and has received its credential',
    'connected to the cloud',
    'the configuration is applied and confirmed',
  ]);
  await link.stop();
});

describe('a connected device', () => {
  it('has a will with the session of its birth, and reconnects with a new session', async () => {
    const { clock, cloud, link } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    const [birth] = cloud.received('birth');
    cloud.kick(ID);
    expect(cloud.received('death')).toEqual([{ session: birth?.['session'], bd: birth?.['bd'] }]);
    await passTime(clock, 2_000);
    const again = cloud.received('birth')[1];
    expect(again).toMatchObject({ bootReason: 'reconnect' });
    expect(again?.['session']).not.toBe(birth?.['session']);
  });

  it('numbers its telemetry from the birth', async () => {
    const { clock, cloud, link } = startWorld(CLAIMED_STATE);
    expect(await link.report('stat', { cpu: 1 })).toBe(false);
    await link.boot();
    await clock.advance(0);
    expect(await link.report('stat', { cpu: 1 })).toBe(true);
    await link.report('clients', { full: true, join: [], upd: [], leave: [] });
    expect([...cloud.received('stat'), ...cloud.received('clients')].map(({ seq }) => seq)).toEqual([1, 2]);
    await link.reportEvent('port', 'info', { port: 'lan1' });
    expect(cloud.received('evt')).toMatchObject([{ type: 'port', sev: 'info' }]);
  });

  it('sends a death message on stop and does not reconnect', async () => {
    const { clock, cloud, link } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    await link.stop('maintenance');
    await passTime(clock, 120_000);
    expect(cloud.received('death')).toMatchObject([{ reason: 'maintenance' }]);
    expect(cloud.received('birth')).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a device that receives a configuration', () => {
  it('applies a newer revision and makes it active once the cloud has acknowledged it', async () => {
    const { clock, cloud, driver, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    cloud.push(ID, 3, VLAN_30);
    await clock.advance(0);
    expect(listConfigStates(cloud)).toEqual(['3 received', '3 applying', '3 applied']);
    expect((await store.load())?.active).toMatchObject({ rev: 3, config: VLAN_30 });
    cloud.push(ID, 2, VLAN_40);
    cloud.push(ID, 3, VLAN_30);
    await passTime(clock, 120_000);
    expect(listConfigStates(cloud)).toEqual(['3 received', '3 applying', '3 applied', '3 applied']);
    expect(driver.running).toEqual(VLAN_30);
  });

  it('rejects a wrong hash, a reused revision, and every push in local mode', async () => {
    const { clock, cloud, driver, link } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    for (const _twice of [1, 2])
      cloud.send(ID, `d/${ID}/down/cfg`, { rev: 1, hash: 'x', confirmSecs: 60, config: VLAN_30 });
    cloud.push(ID, 2, VLAN_30);
    await clock.advance(0);
    cloud.push(ID, 2, VLAN_40);
    await link.setManaged('local');
    await clock.advance(0);
    cloud.push(ID, 3, VLAN_40);
    await clock.advance(0);
    expect(listConfigStates(cloud)).toEqual([
      '1 rejected',
      '2 received',
      '2 applying',
      '2 applied',
      '2 rejected',
      '3 rejected',
    ]);
    expect(cloud.received('cfg').at(-1)).toMatchObject({ code: 76 });
    expect(driver.calls.filter((entry) => entry.startsWith('apply'))).toEqual(['apply 30']);
  });

  it('reports substitutions and rejections', async () => {
    const { clock, cloud, driver, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    driver.outcome = {
      status: 'partial',
      issues: [{ path: 'vlans.0.ports', reason: 'no port', substitution: 'none' }],
    };
    cloud.push(ID, 1, VLAN_30);
    await clock.advance(0);
    driver.outcome = { status: 'rejected', issues: [{ path: 'vlans.0.id', reason: 'outside' }] };
    cloud.push(ID, 2, VLAN_40);
    await clock.advance(0);
    expect(
      cloud.received('cfg').filter(({ issues }) => Array.isArray(issues) && issues.length > 0),
    ).toMatchObject([
      { rev: 1, status: 'partial' },
      { rev: 2, status: 'rejected' },
    ]);
    expect((await store.load())?.active.rev).toBe(1);
    expect((await store.load())?.trial).toBeUndefined();
  });

  it('rolls back a configuration if the cloud cannot be reached with it, and reports the rollback later', async () => {
    const { clock, cloud, driver, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    driver.whileApplying = () => {
      cloud.reachable = false;
    };
    cloud.push(ID, 1, VLAN_30, 60);
    await passTime(clock, 59_000);
    expect(driver.running).toEqual(VLAN_30);
    await passTime(clock, 2_000);
    expect(driver.running.vlans).toEqual([]);
    cloud.reachable = true;
    cloud.kick(ID);
    await passTime(clock, 120_000);
    expect(listConfigStates(cloud)).toEqual(['1 received', '1 applying', '1 rolledback']);
    expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 0 });
    expect((await store.load())?.unsent).toBeUndefined();
  });

  it('connects again at once when its new configuration has taken the address of its connection', async () => {
    const { clock, cloud, driver, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    driver.whileApplying = () => cloud.loseAddress(ID);
    cloud.push(ID, 3, VLAN_30);
    await passTime(clock, 2_000);
    expect((await store.load())?.active).toMatchObject({ rev: 3, config: VLAN_30 });
    expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 3, bootReason: 'reconnect' });
  });

  it('confirms a configuration by the birth of a new connection', async () => {
    const { clock, cloud, driver, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    driver.whileApplying = () => {
      driver.whileApplying = () => undefined;
      cloud.kick(ID);
    };
    cloud.push(ID, 5, VLAN_30);
    await passTime(clock, 10_000);
    expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 5 });
    await passTime(clock, 120_000);
    expect(driver.running).toEqual(VLAN_30);
    expect((await store.load())?.active.rev).toBe(5);
  });

  it.each([
    ['in order', [2, 3]],
    ['out of order', [3, 2]],
  ])('applies only the latest of the pushes that arrive while it is busy, %s', async (_order, revisions) => {
    const { clock, cloud, driver, link } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    driver.whileApplying = () => {
      driver.whileApplying = () => undefined;
      const both = { vlans: [...VLAN_30.vlans, ...VLAN_40.vlans], dhcpPools: [] };
      for (const rev of revisions) cloud.push(ID, rev, rev === 3 ? both : VLAN_40);
    };
    cloud.push(ID, 1, VLAN_30);
    await passTime(clock, 1_000);
    expect(driver.calls.filter((entry) => entry.startsWith('apply'))).toEqual(['apply 30', 'apply 30,40']);
    expect(listConfigStates(cloud).at(-1)).toBe('3 applied');
  });
});

describe('a device at boot', () => {
  it('restores the active configuration, and retries a failed restoration', async () => {
    const { clock, cloud, driver, link } = startWorld({
      saved: { credential: CREDENTIAL, active: { rev: 4, hash: 'h', config: VLAN_40 } },
    });
    driver.failingRestores = 2;
    await link.boot();
    await passTime(clock, 1_000);
    expect(driver.running.vlans).toEqual([]);
    cloud.push(ID, 5, VLAN_30);
    await passTime(clock, 6_000);
    expect(driver.calls.filter((entry) => /apply|restore/.test(entry))).toEqual(['restore 40', 'apply 30']);
    expect(listConfigStates(cloud).at(-1)).toBe('5 applied');
  });
});

describe('a device that runs commands', () => {
  it('runs a restart once, and completes it with the next birth', async () => {
    const { clock, cloud, driver, link, make } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(cloud.received('cmd').map(({ state }) => state)).toEqual(['accepted', 'running']);
    expect(cloud.received('death')).toHaveLength(1);
    const restarted = make();
    await restarted.boot();
    await clock.advance(0);
    expect(cloud.received('birth').at(-1)).toMatchObject({ bootReason: 'restart' });
    cloud.command(ID, 'c1', clock.now() + 60_000);
    await clock.advance(0);
    expect(cloud.received('cmd').at(-1)).toMatchObject({ cid: 'c1', state: 'done' });
    expect(driver.calls.filter((entry) => entry === 'restart')).toHaveLength(1);
  });

  it('does not start a command after its deadline', async () => {
    const { clock, cloud, driver, link } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    cloud.command(ID, 'late', clock.now() - 1);
    await clock.advance(0);
    expect(cloud.received('cmd')).toMatchObject([{ cid: 'late', state: 'failed' }]);
    expect(driver.calls).not.toContain('restart');
  });

  it('keeps the results of the last 100 commands', async () => {
    const { clock, cloud, link, store } = startWorld(CLAIMED_STATE);
    await link.boot();
    await clock.advance(0);
    for (let index = 0; index < 120; index++) {
      cloud.command(ID, `c${index}`, 0);
      await clock.advance(0);
    }
    const results = (await store.load())?.results ?? [];
    expect([results.length, results[0]?.cid]).toEqual([100, 'c20']);
  });
});

describe('a device that loses power at any moment', () => {
  it('never runs an unconfirmed trial beyond its deadline', async () => {
    const history: SavedState[] = [];
    const memory = createMemoryStore();
    const store: LinkStore = {
      load: () => memory.load(),
      save: (next) => {
        history.push(next);
        return memory.save(next);
      },
    };
    await memory.save({
      credential: CREDENTIAL,
      bd: 0,
      active: { rev: 1, hash: 'h', config: VLAN_40 },
      results: [],
    });
    const first = startWorld({ store });
    await first.link.boot();
    await first.clock.advance(0);
    first.driver.whileApplying = () => {
      first.cloud.reachable = false;
    };
    first.cloud.push(ID, 2, VLAN_30, 60);
    await passTime(first.clock, 200_000);
    expect(history.some(({ trial }) => trial?.outcome)).toBe(true);
    for (const moment of history) {
      const again = startWorld({ store: createMemoryStore(moment) });
      again.cloud.reachable = false;
      await passTime(again.clock, first.clock.now() - again.clock.now());
      await again.link.boot();
      await passTime(again.clock, 120_000);
      expect(again.driver.running, JSON.stringify(moment)).toEqual(VLAN_40);
      again.cloud.reachable = true;
      await passTime(again.clock, 120_000);
      expect(again.cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 1 });
    }
  });
});
