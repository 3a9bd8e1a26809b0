/**
 * An idle process that reports the delay of its event loop, to show the effect of a shared machine on any
 * process.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('message', (order: 'begin' | 'read') => {
  if (order === 'begin') return delay.reset();
  return process.send?.(Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS));
});
process.once('disconnect', () => process.exit());
