import { FakeCloud, passTime } from '@northlight/agent/testing';
import { type BackhaulStat, statMessage } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { createFleetSite, describeSite } from './sites/index.ts';
import { Site } from './site.ts';
import type { DeviceSpec, SiteSpec } from './spec.ts';

const toDeviceId = (sn: string): string => sn.padEnd(22, 'x').slice(0, 22);

function setup(spec: SiteSpec = describeSite('mesh-house', 3)) {
  const clock = new SteppedClock();
  const cloud = new FakeCloud();
  const site = new Site({
    spec,
    access: (sn) => ({ credential: { id: toDeviceId(sn), token: 't', epoch: 1 } }),
    endpoint: { host: '127.0.0.1', port: 1883 },
    connect: cloud.connect,
    clock,
    entropy: new SeededEntropy(1),
  });
  const node = (name: string): DeviceSpec => {
    const found = spec.devices.find((device) => device.name === name);
    if (!found) throw new Error(`The site has no ${name}.`);
    return found;
  };
  const stats = (name: string) =>
    cloud
      .received('stat', toDeviceId(node(name).sn))
      .map((message) => statMessage.parse({ ...message, session: 's', seq: 1, ts: 1 }));
  /** Backhauls that a node has reported, in order. */
  const backhauls = (name: string): BackhaulStat[] => stats(name).flatMap(({ backhaul }) => backhaul ?? []);
  const latest = (name: string): BackhaulStat => {
    const backhaul = backhauls(name).at(-1);
    if (!backhaul) throw new Error(`${name} has reported no backhaul.`);
    return backhaul;
  };
  const parentOf = (name: string): string | undefined => {
    const uplinkMac = stats(name).at(-1)?.nets?.uplinkMac;
    return spec.devices.find(({ mac }) => mac === uplinkMac)?.name;
  };
  site.start();
  return { backhauls, clock, cloud, latest, node, parentOf, site, stats };
}

type House = ReturnType<typeof setup>;
const ROOMS = ['Kitchen', 'Bedroom', 'Study', 'Attic', 'Garage'];

/** Returns a room with a node below it, and that node. */
function findUpperNode({ node }: House): readonly [upper: string, lower: string] {
  for (const lower of ROOMS) {
    const upper = ROOMS.find((room) => node(room).sn === node(lower).uplink?.sn);
    if (upper !== undefined) return [upper, lower];
  }
  throw new Error('The house has one level only.');
}

describe('the backhaul of a simulated secondary node', () => {
  it('is reported with the parent, its hops and the other nodes in reach, and not by the primary', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, 3 * MINUTE_MS);
    const [upper, lower] = findUpperNode(house);
    for (const room of ROOMS) {
      const { candidates, parentMac } = house.latest(room);
      expect(parentMac).toBe(house.stats(room).at(-1)?.nets?.uplinkMac);
      expect(candidates.length).toBeGreaterThan(0);
      expect(candidates.map(({ mac }) => mac)).not.toContain(house.node(room).mac);
    }
    expect([house.latest(upper).hops, house.latest(lower).hops]).toEqual([1, 2]);
    expect(house.backhauls('Living-room')).toEqual([]);
  });

  it('fades slowly, with a rate and retries that follow the signal', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, 60 * MINUTE_MS);
    const reports = house.backhauls('Kitchen').filter((backhaul) => backhaul.kind === 'wireless');
    const signals = reports.map(({ signalDbm }) => signalDbm);
    expect(reports.length).toBeGreaterThan(50);
    expect(new Set(signals).size).toBeGreaterThan(2);
    expect(Math.max(...signals) - Math.min(...signals)).toBeLessThanOrEqual(8);
    for (const [index, signal] of signals.slice(1).entries())
      expect(Math.abs(signal - (signals[index] ?? 0))).toBeLessThanOrEqual(4);
    house.site.weakenBackhaul(house.node('Kitchen').sn, 15);
    const before = house.latest('Kitchen');
    await passTime(house.clock, MINUTE_MS);
    const weak = house.latest('Kitchen');
    expect((before.signalDbm ?? 0) - (weak.signalDbm ?? 0)).toBeGreaterThan(10);
    expect(weak.rateMbps).toBeLessThan(before.rateMbps ?? 0);
    expect(weak.retryPercent).toBeGreaterThan(before.retryPercent ?? 0);
    expect(weak.parentMac).toBe(before.parentMac);
  });

  it('is the same for the same seed', async () => {
    const texts = [];
    for (const _run of [1, 2]) {
      const house = setup();
      await using _site = house.site;
      await passTime(house.clock, 10 * MINUTE_MS);
      texts.push(JSON.stringify(ROOMS.map(house.backhauls)));
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it('has no radio figures over a cable', async () => {
    const spec = describeSite('mesh-house', 3);
    const devices = spec.devices.map((device) =>
      device.name === 'Kitchen' && device.uplink
        ? { ...device, uplink: { ...device.uplink, port: 'lan1' } }
        : device,
    );
    const house = setup({ ...spec, devices });
    await using _site = house.site;
    await passTime(house.clock, MINUTE_MS);
    expect(house.latest('Kitchen')).toMatchObject({ kind: 'wired', hops: 1 });
    expect(house.latest('Kitchen').signalDbm).toBeUndefined();
  });

  it('is not reported by nodes without an uplink', async () => {
    const house = setup(createFleetSite(40, 1));
    await using _site = house.site;
    await passTime(house.clock, MINUTE_MS);
    for (const message of house.cloud.received('stat')) expect(message).not.toHaveProperty('backhaul');
  });
});

describe('a simulated secondary node', () => {
  it('changes to another node within 30 s after its parent has lost power, and returns within 4 min after the parent has power again', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, 2 * MINUTE_MS);
    const [upper, lower] = findUpperNode(house);
    const parent = house.site.device(house.node(upper).sn);
    const id = toDeviceId(house.node(lower).sn);
    parent.unplug();
    await passTime(house.clock, 30_000);
    const substitute = house.parentOf(lower);
    expect(substitute).not.toBe(upper);
    expect(house.latest(lower).parentMac).toBe(house.node(substitute ?? '').mac);
    expect(house.latest(lower).candidates.map(({ mac }) => mac)).not.toContain(house.node(upper).mac);
    expect(house.cloud.received('evt', id).map(({ data, type }) => [type, data])).toEqual([
      ['parent-changed', { parent: house.node(substitute ?? '').mac }],
    ]);
    parent.plug();
    await passTime(house.clock, MINUTE_MS);
    expect(house.parentOf(lower)).toBe(substitute);
    await passTime(house.clock, 3 * MINUTE_MS);
    expect(house.parentOf(lower)).toBe(upper);
    expect(house.cloud.received('stat', id).at(-1)).toMatchObject({
      nets: { uplinkMac: house.node(upper).mac, uplinkPort: 'mesh' },
    });
  });

  it('never forms a loop, whichever nodes lose power and return', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, MINUTE_MS);
    const random = new SeededEntropy(5);
    for (let round = 0; round < 40; round++) {
      const [choice = 0] = random.bytes(1);
      const device = house.site.device(house.node(ROOMS[choice % ROOMS.length] ?? '').sn);
      if (device.hasPower) device.unplug();
      else device.plug();
      await passTime(house.clock, 40_000);
      for (const room of ROOMS) {
        const path = [room];
        for (let at = house.parentOf(room); at !== undefined; at = house.parentOf(at)) {
          expect(path, path.join(' → ')).not.toContain(at);
          path.push(at);
        }
        expect(path.at(-1)).toBe('Living-room');
      }
    }
  });

  it('keeps its parent when the primary loses power, because no other node has a connection', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, MINUTE_MS);
    const before = ROOMS.map(house.parentOf);
    house.site.device(house.node('Living-room').sn).unplug();
    await passTime(house.clock, 5 * MINUTE_MS);
    expect(ROOMS.map(house.parentOf)).toEqual(before);
  });

  it('is moved to another parent on request and stays there, but not to a node below itself', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, MINUTE_MS);
    const [upper, lower] = findUpperNode(house);
    const [upperSn, lowerSn] = [house.node(upper).sn, house.node(lower).sn];
    expect(() => house.site.moveToParent(upperSn, lowerSn)).toThrow('is below');
    expect(() => house.site.moveToParent(upperSn, upperSn)).toThrow('is below');
    house.site.moveToParent(lowerSn, house.node('Living-room').sn);
    await passTime(house.clock, 5 * MINUTE_MS);
    expect(house.parentOf(lower)).toBe('Living-room');
    expect(house.latest(lower).hops).toBe(1);
    house.site.moveToParent(upperSn, lowerSn);
    await passTime(house.clock, MINUTE_MS);
    expect(house.latest(upper).hops).toBe(2);
  });
});

describe('a simulated node with a preferred parent', () => {
  /** A house whose node `lower` is in range of two other nodes with a usable signal; `other` is not its parent. */
  async function setupChoice() {
    const house = setup();
    await passTime(house.clock, 2 * MINUTE_MS);
    for (const lower of ROOMS) {
      const usable = house.latest(lower).candidates.filter(({ signalDbm }) => signalDbm >= -70);
      const others = usable.flatMap(({ mac }) => ROOMS.find((room) => house.node(room).mac === mac) ?? []);
      const isAbove = (room: string): boolean => {
        for (let at: string | undefined = room; at !== undefined; at = house.parentOf(at))
          if (at === lower) return false;
        return true;
      };
      const other = others.find(isAbove);
      if (other !== undefined) return { house, lower, other };
    }
    throw new Error('No node of the house can choose.');
  }
  const prefer = async (house: House, name: string, parent: string | undefined) => {
    const device = house.site.device(house.node(name).sn);
    const mesh = parent === undefined ? {} : { mesh: { preferredParent: house.node(parent).mac } };
    const applied = device.apply({ vlans: [], dhcpPools: [], ...mesh });
    await passTime(house.clock, 5_000);
    expect((await applied).status).toBe('applied');
  };

  it('connects to the preferred parent within 20 s, and returns to its own choice when the preference is removed', async () => {
    const { house, lower, other } = await setupChoice();
    await using _site = house.site;
    const before = house.parentOf(lower);
    expect(before).not.toBe(other);
    await prefer(house, lower, other);
    await passTime(house.clock, 20_000);
    expect(house.parentOf(lower)).toBe(other);
    await prefer(house, lower, undefined);
    await passTime(house.clock, 20_000);
    expect(house.parentOf(lower)).toBe(before);
  });

  it('leaves the preferred parent when its signal is not usable, and stays with another parent', async () => {
    const { house, lower, other } = await setupChoice();
    await using _site = house.site;
    await prefer(house, lower, other);
    await passTime(house.clock, 20_000);
    house.site.weakenBackhaul(house.node(lower).sn, 30);
    await passTime(house.clock, 40_000);
    expect(house.parentOf(lower)).not.toBe(other);
    await passTime(house.clock, 5 * MINUTE_MS);
    expect(house.parentOf(lower)).not.toBe(other);
  });

  it('does not connect to a node below itself', async () => {
    const house = setup();
    await using _site = house.site;
    await passTime(house.clock, 2 * MINUTE_MS);
    const [upper, lower] = findUpperNode(house);
    const before = house.parentOf(upper);
    await prefer(house, upper, lower);
    await passTime(house.clock, 5 * MINUTE_MS);
    expect(house.parentOf(upper)).toBe(before);
    expect(house.parentOf(lower)).toBe(upper);
  });
});
