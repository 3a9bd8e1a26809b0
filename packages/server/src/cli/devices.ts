/**
 * `npm run devices -- register FILE.csv`: adds devices to the manufacturer's base device list. Columns: sn,
 * mac, model, claimCode, secret. Missing claim codes and secrets are generated and printed once.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { baseDevice, describeIssue, formatLabel } from '@northlight/contract';
import { SystemEntropy } from '@northlight/runtime';
import { describeUnsupportedModel, registerBaseDevices } from '../devices/index.ts';
import { StartupError } from '../platform/startup-error.ts';
import { type BaseDeviceRow, readDeviceCsv } from './device-csv.ts';
import { runWithDatabase } from './run-with-database.ts';

const USAGE = `Usage: npm run devices -- register FILE.csv [--server URL --token TOKEN]
Adds the devices of a CSV file to the manufacturer's base device list: in the database of this installation, or at a
server with an API token of a manufacturer. The first line of the file names the columns sn, mac, model and optionally
claimCode and secret, which are generated and printed if they are missing.`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'string' }, token: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  const [verb, file] = positionals;
  if (verb !== 'register' || !file) throw new StartupError(USAGE);
  const rows = readDeviceCsv(readFileSync(file, 'utf8'), new SystemEntropy());
  const devices = rows.map((row) => check(row));
  if (values.server) await registerAtServer(values.server, values.token ?? '', devices);
  else await registerInDatabase(devices);
  console.log(`${devices.length} devices registered.`);
  const generated = rows.filter((row) => row.generated);
  if (generated.length === 0) return;
  console.log('Generated claim codes and secrets, which are not shown again:');
  console.log('sn,claimCode,secret,label');
  for (const row of generated) console.log(`${row.sn},${row.claimCode},${row.secret},${formatLabel(row)}`);
}

function check(row: BaseDeviceRow) {
  const parsed = baseDevice.safeParse(row, { error: describeIssue });
  if (parsed.success) {
    checkModel(row);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new StartupError(`Line ${row.line}: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Throws if no project can claim devices of the model. */
function checkModel({ line, model }: BaseDeviceRow): void {
  const reason = describeUnsupportedModel(model);
  if (reason !== undefined) throw new StartupError(`Line ${line}: model: ${reason}`);
}

type Devices = ReturnType<typeof check>[];

async function registerAtServer(server: string, token: string, devices: Devices): Promise<void> {
  const response = await fetch(new URL('/api/v1/manufacturer/base-devices', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ devices }),
  });
  if (!response.ok) throw new StartupError(`The server rejected the devices: ${await response.text()}`);
}

async function registerInDatabase(devices: Devices): Promise<void> {
  await runWithDatabase((db) => registerBaseDevices(db, devices, Date.now()));
}
