import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Entropy, drawRandomInt } from '@northlight/runtime';
import { createDeviceAuthority, createDevicePair, type PemPair } from './certificates.ts';
import { SimulatedOpenWifi } from './simulated-openwifi.ts';

/** Every third device is a switch. */
const SWITCH_EVERY = 3;
const SERIAL_PREFIX = '024f57';

export interface OpenWifiFleetOptions {
  readonly count: number;
  readonly url: string;
  readonly ca: string;
  readonly authority: PemPair;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Seed of the serial numbers; the same seed gives the same numbers. */
  readonly seed: number;
}

export interface OpenWifiFleet extends AsyncDisposable {
  readonly serials: readonly string[];
}

/** Starts simulated OpenWiFi devices, each with its own certificate. */
export async function startOpenWifiFleet(options: OpenWifiFleetOptions): Promise<OpenWifiFleet> {
  const { authority, ca, clock, count, entropy, seed, url } = options;
  await using devices = new AsyncDisposableStack();
  const serials = Array.from(
    { length: count },
    (_, index) => `${SERIAL_PREFIX}${((seed * 997 + index) & 0xffffff).toString(16).padStart(6, '0')}`,
  );
  for (const [index, serial] of serials.entries()) {
    const pair = await createDevicePair(authority, serial, clock, entropy);
    const platform = index % SWITCH_EVERY === SWITCH_EVERY - 1 ? 'switch' : 'ap';
    devices.use(new SimulatedOpenWifi({ serial, platform, url, ca, pair, clock, entropy }));
  }
  const running = devices.move();
  return { serials, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Loads the authority that a directory stores, or creates and stores one. */
export async function loadOrCreateAuthority(
  directory: string,
  clock: Clock,
  entropy: Entropy,
): Promise<PemPair> {
  const files = { cert: join(directory, 'authority.pem'), key: join(directory, 'authority.key') };
  try {
    return { cert: await readFile(files.cert, 'utf8'), key: await readFile(files.key, 'utf8') };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  // Gives the authority a random name, because a server may trust several of these authorities.
  const name = `Simulated OpenWiFi devices ${drawRandomInt(entropy, 100_000, 999_999)}`;
  const created = await createDeviceAuthority(name, clock, entropy);
  await mkdir(directory, { recursive: true });
  await writeFile(files.key, created.key, { mode: 0o600 });
  await chmod(files.key, 0o600);
  await writeFile(files.cert, created.cert);
  return created;
}
