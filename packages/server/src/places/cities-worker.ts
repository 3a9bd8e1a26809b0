/**
 * Reads the list of the world's cities (eight megabytes of JSON) aside from the server's thread, answers one question
 * and ends, so that nothing of it stays in memory.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

type CityRow = readonly [
  name: string,
  country: string,
  province: string,
  latitude: string,
  longitude: string,
];

const { country, province } = workerData as { country: string; province: string };
const file = createRequire(import.meta.url).resolve('country-state-city/lib/assets/city.json');
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly CityRow[];
const found = rows
  .filter((row) => row[1] === country && row[2] === province)
  .map(([name, , , latitude, longitude]) => ({
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin, unlike a window's
parentPort?.postMessage(found);
