import type { EventMessage } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { passTime } from '../testing/index.ts';
import { CLAIMED_STATE, ID, startWorld } from '../testing/link-world.ts';
import { MAX_QUEUED_EVENTS, EventQueue } from './event-queue.ts';

/** Returns a device that was online and has lost its connection to the cloud. */
async function offlineDevice() {
  const world = startWorld(CLAIMED_STATE);
  await world.link.boot();
  await world.clock.advance(0);
  world.cloud.reachable = false;
  world.cloud.kick(ID);
  const numbers = () => world.cloud.received('evt').map(({ data }) => (data as { number: number }).number);
  return { ...world, numbers };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('events of a device', () => {
  it('are sent after a reconnection in their order, with their original times', async () => {
    const { clock, cloud, link, numbers } = await offlineDevice();
    const start = clock.now();
    for (const number of range(0, 30)) {
      await link.reportEvent('radar', 'info', { number });
      await passTime(clock, 60_000);
    }
    cloud.reachable = true;
    await passTime(clock, 90_000);
    expect(numbers()).toEqual(range(0, 30));
    const times = cloud.received('evt').map(({ ts }) => Number(ts) - start);
    expect(times.every((time, index) => time >= index * 60_000 && time < (index + 1) * 60_000)).toBe(true);
  });

  it('are limited to 10,000: the oldest are dropped', async () => {
    const { clock, cloud, link, numbers } = await offlineDevice();
    for (const number of range(0, MAX_QUEUED_EVENTS + 50))
      await link.reportEvent('radar', 'info', { number });
    cloud.reachable = true;
    await passTime(clock, 120_000);
    // The device sends at most 20 events per second, because the cloud accepts 50 messages of all kinds.
    expect(numbers().length).toBeLessThan(120 * 20);
    await passTime(clock, 500_000);
    expect(numbers()).toEqual(range(50, MAX_QUEUED_EVENTS + 50));
  });

  it('are sent again with their ids if the connection broke before the acknowledgement', async () => {
    const { clock, cloud, link, numbers } = await offlineDevice();
    for (const number of range(0, 100)) await link.reportEvent('radar', 'info', { number });
    cloud.reachable = true;
    while (numbers().length < 40) await passTime(clock, 1_000);
    cloud.skippedEventAcks = 1;
    await passTime(clock, 100);
    cloud.kick(ID);
    await passTime(clock, 60_000);
    const ids = cloud.received('evt').map(({ eid }) => eid);
    expect(ids.length).toBe(101);
    expect(new Set(ids).size).toBe(100);
    expect([...new Set(numbers())]).toEqual(range(0, 100));
  });

  it('are sent after the events that are already queued', async () => {
    const { clock, cloud, link, numbers } = await offlineDevice();
    for (const number of range(0, 60)) await link.reportEvent('radar', 'info', { number });
    cloud.reachable = true;
    while (numbers().length === 0) await passTime(clock, 100);
    await link.reportEvent('radar', 'info', { number: 60 });
    await passTime(clock, 10_000);
    expect(numbers()).toEqual(range(0, 61));
  });

  it('are lost in a power cut', async () => {
    const { clock, cloud, link, numbers } = await offlineDevice();
    await link.reportEvent('radar', 'info', { number: 1 });
    link.cutPower();
    cloud.reachable = true;
    await link.boot('power');
    await passTime(clock, 5_000);
    expect(numbers()).toEqual([]);
  });

  it('are never sent under another identity', async () => {
    const queue = new EventQueue(new SteppedClock());
    const sent: string[] = [];
    const buildEvent = (eid: string): EventMessage => ({ eid, ts: 0, type: 'radar', sev: 'info', data: {} });
    queue.enqueue('first owner', buildEvent('1'));
    queue.enqueue('second owner', buildEvent('2'));
    await queue.send('third owner', async ({ eid }) => sent.push(eid) > 0);
    queue.enqueue('third owner', buildEvent('3'));
    await queue.send('third owner', async ({ eid }) => sent.push(eid) > 0);
    expect(sent).toEqual(['3']);
  });
});
