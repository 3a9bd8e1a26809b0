/**
 * `npm run devices -- register FILE.csv`: adds devices to the manufacturer's base device list.
 * Columns: sn, mac, model, claimCode, secret; claim codes and secrets that are absent are made and printed once.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { baseDevice } from '@northlight/contract';
import { SystemEntropy } from '@northlight/runtime';
import { registerBaseDevices } from '../devices/index.ts';
import { StartupError } from '../platform/startup-error.ts';
import { type BaseDeviceRow, readDeviceCsv } from './device-csv.ts';
import { onDatabase } from './on-database.ts';

const USAGE = 'Usage: npm run devices -- register FILE.csv [--server URL --token TOKEN]';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'string' }, token: { type: 'string' } },
  });
  const [verb, file] = positionals;
  if (verb !== 'register' || !file) throw new StartupError(USAGE);
  const rows = readDeviceCsv(readFileSync(file, 'utf8'), new SystemEntropy());
  const devices = rows.map((row) => check(row));
  if (values.server) await registerAtServer(values.server, values.token ?? '', devices);
  else await registerInDatabase(devices);
  console.log(`${devices.length} devices registered.`);
  const made = rows.filter((row) => row.made);
  if (made.length === 0) return;
  console.log('Made for devices that had none; they are not shown again:');
  console.log('sn,claimCode,secret');
  for (const row of made) console.log(`${row.sn},${row.claimCode},${row.secret}`);
}

function check(row: BaseDeviceRow) {
  const parsed = baseDevice.safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartupError(`Line ${row.line}: ${issue?.path.join('.')}: ${issue?.message}`);
}

type Devices = ReturnType<typeof check>[];

async function registerAtServer(server: string, token: string, devices: Devices): Promise<void> {
  const response = await fetch(new URL('/api/v1/manufacturer/base-devices', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ devices }),
  });
  if (!response.ok) throw new StartupError(`The server refused: ${await response.text()}`);
}

async function registerInDatabase(devices: Devices): Promise<void> {
  await onDatabase((db) => registerBaseDevices(db, devices, Date.now()));
}
