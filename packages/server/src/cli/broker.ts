/**
 * `npm run broker -- DIRECTORY [--port 1884] [--tls-port 8884 --names mqtt.example.com,192.0.2.7]`: writes what a mosquitto
 * in front needs: its configuration, its first accounts, and a certificate of this installation's authority for the
 * names. Run again, it leaves the accounts and renews the certificate when that is due.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { accountsFile, firstAccounts, mosquittoConf } from '@northlight/device-plane';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { readConfig } from '../platform/config.ts';
import { StartupError } from '../platform/startup-error.ts';
import { loadAuthority, TLS_DIRECTORY } from '../platform/tls/authority.ts';
import { ownCertificate } from '../platform/tls/server-certificate.ts';

const USAGE =
  'Usage: npm run broker -- DIRECTORY [--port 1884] [--tls-port 8884 --names mqtt.example.com,192.0.2.7]';
const PLUGINS = ['/usr/lib/*/mosquitto_dynamic_security.so', '/usr/lib/mosquitto_dynamic_security.so'];
const DEBIAN = '/usr/lib/x86_64-linux-gnu';
const USERNAME = 'northlight';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '1884' },
      'tls-port': { type: 'string', default: '8884' },
      names: { type: 'string' },
    },
  });
  const [given] = positionals;
  const [port, tlsPort] = [portOf(values.port), portOf(values['tls-port'])];
  if (given === undefined || positionals.length > 1 || port === undefined || tlsPort === undefined)
    throw new StartupError(USAGE);
  const directory = resolve(given);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const [plugin] = PLUGINS.flatMap((pattern) => globSync(pattern));
  const pluginDirectory = plugin === undefined ? DEBIAN : dirname(plugin);
  const tls = values.names === undefined ? undefined : await certificateFor(directory, values.names);
  const conf = mosquittoConf({
    directory,
    pluginDirectory,
    port,
    ...(tls && { tls: { port: tlsPort, ...tls } }),
  });
  writeFileSync(join(directory, 'mosquitto.conf'), conf, { mode: 0o600 });
  console.log(`Written: ${join(directory, 'mosquitto.conf')}`);
  if (existsSync(accountsFile(directory))) return console.log('Its accounts are left as they are.');
  const password = randomBytes(32).toString('hex');
  writeFileSync(accountsFile(directory), firstAccounts(USERNAME, password), { mode: 0o600, flag: 'wx' });
  console.log(`For the server:\nNORTHLIGHT_BROKER_URL=mqtt://${USERNAME}:${password}@127.0.0.1:${port}`);
  if (values.names !== undefined)
    console.log(`NORTHLIGHT_BROKER_DEVICES=${values.names.split(',')[0]?.trim()}:${tlsPort}`);
}

/** Signed by the authority that devices trust already. */
async function certificateFor(
  directory: string,
  names: string,
): Promise<{ certificate: string; key: string }> {
  const [clock, entropy] = [new SystemClock(), new SystemEntropy()];
  const { deviceNames } = readConfig({ NORTHLIGHT_DEVICE_NAMES: names });
  const authority = await loadAuthority(readConfig(process.env), clock, entropy);
  await ownCertificate(
    { dataDirectory: directory, publicUrl: undefined, deviceNames },
    authority,
    clock,
    entropy,
  );
  const file = (name: string): string => join(directory, TLS_DIRECTORY, name);
  return { certificate: file('server.pem'), key: file('server.key') };
}

function portOf(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
