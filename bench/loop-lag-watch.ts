/**
 * Writes the delay of the event loop every 500 ms to the file in BENCH_LOOP_LAG. `--import` loads it before
 * the server, so that the product does not contain it. A SIGKILL loses the last 500 ms.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const WRITE_MS = 500;

const file = process.env['BENCH_LOOP_LAG'];
const isServer = /(?:(?:server|demo)\/src\/main|bench\/hour-server)\.ts$/.test(process.argv[1] ?? '');
if (file !== undefined && isServer) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    const { count, percentiles } = delay;
    appendFileSync(file, `${JSON.stringify({ count, percentiles: [...percentiles] })}\n`);
    delay.reset();
  }, WRITE_MS).unref();
}
