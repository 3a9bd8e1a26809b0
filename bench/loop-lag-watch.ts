/**
 * Loaded before the server by `--import`, so that nothing of this is in the product: writes every half second how late
 * the event loop was meanwhile to a file named by BENCH_LOOP_LAG. What the last half second before a kill -9 was is lost.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const WRITE_MS = 500;

const file = process.env['BENCH_LOOP_LAG'];
const isServer = /(?:server\/src\/main|bench\/hour-server)\.ts$/.test(process.argv[1] ?? '');
if (file !== undefined && isServer) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    const { count, percentiles } = delay;
    appendFileSync(file, `${JSON.stringify({ count, percentiles: [...percentiles] })}\n`);
    delay.reset();
  }, WRITE_MS).unref();
}
