/** Runs the server in a separate process on an accelerated clock, which `hour-world.ts` controls. */
import { once } from 'node:events';
import { readConfig, startServer } from '@northlight/server';
import type { Pace } from './rated-clock.ts';
import { RatedClock } from './rated-clock.ts';

export type HourOrder =
  | { readonly kind: 'start'; readonly databaseUrl: string; readonly pace: Pace }
  | { readonly kind: 'play'; readonly pace: Pace }
  | { readonly kind: 'memory' };

export type HourAnswer =
  | {
      readonly kind: 'started';
      readonly address: string;
      readonly mqttPort: number;
      readonly account: string;
      readonly password: string;
    }
  | { readonly kind: 'playing' }
  /**
   * Returns bytes: reachable memory after a collection, inside and outside the heap, and resident memory of
   * the process.
   */
  | { readonly kind: 'memory'; readonly used: number; readonly resident: number };

const answer = (message: HourAnswer): void => void process.send?.(message);

/** Collects twice, because the first collection runs finalizers. */
function measureMemory(): HourAnswer {
  globalThis.gc?.();
  globalThis.gc?.();
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage();
  return { kind: 'memory', used: heapUsed + arrayBuffers, resident: rss };
}

const [first] = (await once(process, 'message')) as [HourOrder];
if (first.kind !== 'start') throw new Error('The server is started first.');
const clock = new RatedClock(first.pace);
const server = await startServer(readConfig(process.env), first.databaseUrl, { clock });
process.on('message', (order: HourOrder) => {
  if (order.kind === 'memory') return answer(measureMemory());
  if (order.kind === 'play') clock.play(order.pace);
  return answer({ kind: 'playing' });
});
process.once('disconnect', () => void server[Symbol.asyncDispose]());
answer({
  kind: 'started',
  address: server.address,
  mqttPort: server.gateway.mqtt.port,
  account: server.administrator?.account ?? '',
  password: server.administrator?.password ?? '',
});
