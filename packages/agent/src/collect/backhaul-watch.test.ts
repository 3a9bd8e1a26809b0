import type { BackhaulStat } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import { expect, it } from 'vitest';
import { BackhaulWatch } from './backhaul-watch.ts';

const connectTo = (parentMac: string): BackhaulStat => ({
  kind: 'wired',
  parentMac,
  hops: 1,
  candidates: [],
});
const [HALL, ATTIC] = ['02:00:00:00:00:01', '02:00:00:00:00:02'] as const;

it('reports an event when the parent changes, and none for the first parent or a short interruption', async () => {
  const clock = new SteppedClock();
  const events: unknown[] = [];
  let changes = 0;
  let next: BackhaulStat | undefined;
  await using watch = new BackhaulWatch({
    link: { reportEvent: (type, _severity, data) => Promise.resolve(void events.push([type, data])) },
    clock,
    log: { warn: () => undefined },
    read: () => Promise.resolve(next),
    onChange: () => void changes++,
  });
  for (const backhaul of [undefined, connectTo(HALL), undefined, connectTo(HALL), connectTo(ATTIC)]) {
    next = backhaul;
    await watch.check();
    expect(watch.latest).toEqual(backhaul);
  }
  expect(events).toEqual([['parent-changed', { parent: ATTIC }]]);
  expect(changes).toBe(2);
});
