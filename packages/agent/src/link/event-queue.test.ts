import type { EventMessage } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { pass } from '../testing/index.ts';
import { claimed, ID, setup } from '../testing/link-world.ts';
import { EVENTS_KEPT, EventQueue } from './event-queue.ts';

/** A device that is online, and has lost its cloud. */
async function away() {
  const world = setup(claimed);
  await world.link.boot();
  await world.clock.advance(0);
  world.cloud.reachable = false;
  world.cloud.kick(ID);
  const numbers = () => world.cloud.said('evt').map(({ data }) => (data as { number: number }).number);
  return { ...world, numbers };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('events of a device', () => {
  it('that the cloud did not hear are told in their order, as of when they were, when it is back', async () => {
    const { clock, cloud, link, numbers } = await away();
    const start = clock.now();
    for (const number of range(0, 30)) {
      await link.event('radar', 'info', { number });
      await pass(clock, 60_000);
    }
    cloud.reachable = true;
    await pass(clock, 90_000);
    expect(numbers()).toEqual(range(0, 30));
    const times = cloud.said('evt').map(({ ts }) => Number(ts) - start);
    expect(times.every((time, index) => time >= index * 60_000 && time < (index + 1) * 60_000)).toBe(true);
  });

  it('are ten thousand at most: the oldest go', async () => {
    const { clock, cloud, link, numbers } = await away();
    for (const number of range(0, EVENTS_KEPT + 50)) await link.event('radar', 'info', { number });
    cloud.reachable = true;
    await pass(clock, 120_000);
    // At most twenty a second, where the cloud takes fifty of all kinds.
    expect(numbers().length).toBeLessThan(120 * 20);
    await pass(clock, 500_000);
    expect(numbers()).toEqual(range(50, EVENTS_KEPT + 50));
  });

  it('go on where a connection broke; one without an acknowledgement is told again under its id', async () => {
    const { clock, cloud, link, numbers } = await away();
    for (const number of range(0, 100)) await link.event('radar', 'info', { number });
    cloud.reachable = true;
    while (numbers().length < 40) await pass(clock, 1_000);
    cloud.unacknowledged = 1;
    await pass(clock, 100);
    cloud.kick(ID);
    await pass(clock, 60_000);
    const told = cloud.said('evt').map(({ eid }) => eid);
    expect(told.length).toBe(101);
    expect(new Set(told).size).toBe(100);
    expect([...new Set(numbers())]).toEqual(range(0, 100));
  });

  it('that happen while others wait come after them', async () => {
    const { clock, cloud, link, numbers } = await away();
    for (const number of range(0, 60)) await link.event('radar', 'info', { number });
    cloud.reachable = true;
    while (numbers().length === 0) await pass(clock, 100);
    await link.event('radar', 'info', { number: 60 });
    await pass(clock, 10_000);
    expect(numbers()).toEqual(range(0, 61));
  });

  it('are forgotten by a power cut', async () => {
    const { clock, cloud, link, numbers } = await away();
    await link.event('radar', 'info', { number: 1 });
    link.cut();
    cloud.reachable = true;
    await link.boot('power');
    await pass(clock, 5_000);
    expect(numbers()).toEqual([]);
  });

  it('are told to nobody under another identity', async () => {
    const queue = new EventQueue(new SteppedClock());
    const told: string[] = [];
    const tell = (eid: string): EventMessage => ({ eid, ts: 0, type: 'radar', sev: 'info', data: {} });
    queue.keep('first owner', tell('1'));
    queue.keep('second owner', tell('2'));
    await queue.send('third owner', async ({ eid }) => told.push(eid) > 0);
    queue.keep('third owner', tell('3'));
    await queue.send('third owner', async ({ eid }) => told.push(eid) > 0);
    expect(told).toEqual(['3']);
  });
});
