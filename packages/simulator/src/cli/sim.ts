/** `npm run sim -- --devices N`: runs simulated devices of every kind against a server, until it is stopped. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseFirmwareKeys, drawRandomInt, SystemClock, SystemEntropy } from '@northlight/runtime';
import {
  type BaseDeviceRow,
  createClaimCode,
  createFleetSite,
  formatDevicesCsv,
  parseDevicesCsv,
  registerDevices,
  createSecret,
  type SiteSpec,
  startSite,
} from '../index.ts';

const USAGE = `npm run sim -- --devices N [--server URL --token TOKEN] [--mqtt HOST:PORT] [--ca FILE] [--firmware KEY.pem] [--file devices.csv] [--register] [--seed S]
npm run sim -- --ucentral N --ca FILE [--ucentral-url wss://HOST:PORT] [--ucentral-authority DIR]
  --devices   number of devices (default 20)
  --server    register the devices on this server with a manufacturer's token instead of in the data directory's database
  --mqtt      MQTT address of the server (default 127.0.0.1:NORTHLIGHT_MQTT_PORT)
  --ca        PEM file of the server's certificate authority: connect over TLS, to NORTHLIGHT_MQTTS_PORT by default
  --firmware  PEM file of the manufacturer's public key: accept firmware signed with it (with --ca)
  --file      save the devices in this file, and use them again the next time
  --register  register the devices of an existing file again
  --seed      the same seed gives the same serial numbers
  --ucentral  run this number of OpenWiFi devices instead, two access points per switch
  --ucentral-url        address of the server (default wss://127.0.0.1:NORTHLIGHT_UCENTRAL_PORT)
  --ucentral-authority  directory of the authority that signs device certificates, created if missing
                        (default openwifi-authority); an account of the console must trust it`;

const OPTIONS = {
  devices: { type: 'string', default: '20' },
  server: { type: 'string' },
  token: { type: 'string' },
  mqtt: { type: 'string' },
  ca: { type: 'string' },
  firmware: { type: 'string' },
  file: { type: 'string' },
  register: { type: 'boolean', default: false },
  seed: { type: 'string' },
  ucentral: { type: 'string' },
  'ucentral-url': { type: 'string' },
  'ucentral-authority': { type: 'string', default: 'openwifi-authority' },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return console.log(USAGE);
  const seed =
    values.seed === undefined
      ? drawRandomInt(new SystemEntropy(), 0, 2 ** 31 - 1)
      : parseWholeNumber(values.seed, '--seed');
  if (values.ucentral !== undefined)
    return runOpenWifi(values, parseWholeNumber(values.ucentral, '--ucentral'), seed);
  const count = parseWholeNumber(values.devices, '--devices');
  const [host = '127.0.0.1', port] = (values.mqtt ?? '').split(':').filter(Boolean);
  const savedRows = values.file === undefined ? undefined : await readSavedRows(values.file);
  const spec = withIdentities(createFleetSite(savedRows?.length ?? count, seed), savedRows);
  const rows = savedRows ?? spec.devices.map((device) => createRow(device));
  if (!savedRows || values.register) {
    const target =
      values.server === undefined ? undefined : { server: values.server, token: values.token ?? '' };
    await registerDevices(rows, target);
  }
  if (values.file !== undefined && !savedRows)
    await writeFile(values.file, formatDevicesCsv(rows), { mode: 0o600 });
  console.log('sn,claimCode');
  for (const row of rows) console.log(`${row.sn},${row.claimCode}`);
  const bySn = new Map(rows.map((row) => [row.sn, row] as const));
  await using _site = startSite({
    spec,
    access: (sn) => bySn.get(sn) ?? {},
    endpoint:
      values.ca === undefined
        ? { host, port: Number(port ?? process.env['NORTHLIGHT_MQTT_PORT'] ?? 1883) }
        : {
            host,
            port: Number(port ?? process.env['NORTHLIGHT_MQTTS_PORT'] ?? 8883),
            tls: { ca: await readFile(values.ca, 'utf8') },
          },
    ...(values.firmware !== undefined && {
      firmware: { keys: parseFirmwareKeys(await readFile(values.firmware, 'utf8')) },
    }),
    certificates: values.ca !== undefined,
    clock: new SystemClock(),
    entropy: new SystemEntropy(),
  });
  await stopSignal();
}

/** Runs OpenWiFi devices until the process is stopped. */
async function runOpenWifi(
  values: { ca?: string; 'ucentral-url'?: string; 'ucentral-authority': string },
  count: number,
  seed: number,
): Promise<void> {
  if (values.ca === undefined)
    throw new Error('--ucentral needs --ca: the PEM file of the server’s certificate authority.');
  // Loads the code only when it is needed: creating certificates requires a library that the rest does not
  // use.
  const { loadOrCreateAuthority, startOpenWifiFleet } = await import('../ucentral/index.ts');
  const clock = new SystemClock();
  const entropy = new SystemEntropy();
  const directory = values['ucentral-authority'];
  const url =
    values['ucentral-url'] ?? `wss://127.0.0.1:${process.env['NORTHLIGHT_UCENTRAL_PORT'] ?? 15_002}`;
  await using fleet = await startOpenWifiFleet({
    count,
    seed,
    url,
    ca: await readFile(values.ca, 'utf8'),
    authority: await loadOrCreateAuthority(directory, clock, entropy),
    clock,
    entropy,
  });
  console.log(`Trust this authority in the console (Cloud code): ${directory}/authority.pem`);
  for (const serial of fleet.serials) console.log(`OWF1${serial.toUpperCase()}`);
  await stopSignal();
}

function createRow({ mac, model, sn }: SiteSpec['devices'][number]): BaseDeviceRow {
  const entropy = new SystemEntropy();
  return { sn, mac, model, claimCode: createClaimCode(entropy), secret: createSecret(entropy) };
}

/** Gives the devices of a fleet the serial numbers, addresses and models of a file. */
function withIdentities(site: SiteSpec, rows: readonly BaseDeviceRow[] | undefined): SiteSpec {
  if (!rows) return site;
  const devices = site.devices.map((device, index) => {
    const row = rows[index];
    return row ? { ...device, sn: row.sn, mac: row.mac, model: row.model } : device;
  });
  return { ...site, devices };
}

async function readSavedRows(file: string): Promise<BaseDeviceRow[] | undefined> {
  try {
    return parseDevicesCsv(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseWholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${option} needs a whole number.`);
  return value;
}

/** Resolves at SIGINT or SIGTERM; keeps the process running until then. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.on('message', () => undefined);
    const stop = (): void => {
      channel.port1.close();
      resolve();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
