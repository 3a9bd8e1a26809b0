import type { KeyObject } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallInput, type Api, NET_MODES, type Project } from '@northlight/contract';
import {
  type Entropy,
  createPasswordVerifier,
  type PasswordVerifier,
  SteppedClock,
  SystemEntropy,
} from '@northlight/runtime';
import type { Logger } from 'pino';
import type { FaultInjection } from '../app.ts';
import type { Demo } from '../services.ts';
import { createSession } from '../accounts/sessions/sessions.ts';
import { insertAccount } from '../accounts/store.ts';
import { getFirmwareKeyDirectory } from '../firmware/index.ts';
import { type BaseDevice, registerBaseDevices } from '../devices/index.ts';
import { commit } from '../platform/work.ts';
import { readConfig } from '../platform/config.ts';
import { TLS_DIRECTORY } from '../platform/tls/authority.ts';
import { type RunningServer, startServer } from '../server.ts';
import type { ProcessServices } from '../context.ts';
import type { Services } from '../services.ts';
import { TestBrowser } from './browser.ts';
import { findFastDirectory } from './cluster-directory.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServer extends AsyncDisposable {
  readonly server: RunningServer;
  readonly services: ProcessServices;
  readonly clock: SteppedClock;
  readonly mqttPort: number;
  readonly dataDirectory: string;
  browser(): TestBrowser;
  /**
   * Advances the clock by more than a tick of the device plane (5 s) and runs a tick at the end, because a tick in progress
   * during the jump has read an earlier time.
   */
  passTime(ms: number): Promise<void>;
  /** Returns the code in the latest mail to an address. */
  codeFor(account: string): string;
  /**
   * Returns a browser that is signed in to a new account with `TEST_PASSWORD`. Skips the code and the
   * password hash of a sign-up.
   */
  signedUp(account?: string): Promise<TestBrowser>;
  /** Signs up a new account through the sign-up operations, for tests of their effects. */
  signedUpByCode(account: string): Promise<TestBrowser>;
  /** Adds devices to the manufacturer's list. */
  register(...devices: Partial<BaseDevice>[]): Promise<BaseDevice[]>;
}

let counter = 0;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PLANE_TICK_MS = 5_000;
export const TEST_PASSWORD = 'correct horse battery';

/** A database and a data directory that remain when a server stops, for tests that start another one on them. */
export interface TestStorage extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly dataDirectory: string;
}

export async function createTestStorage(serverUrl: string): Promise<TestStorage> {
  await using building = new AsyncDisposableStack();
  const database = building.use(await createTestDatabase(serverUrl));
  const dataDirectory = mkdtempSync(join(findFastDirectory(), 'nl-data-'));
  chmodSync(dataDirectory, 0o711);
  building.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const disposal = building.move();
  return {
    databaseUrl: database.url,
    dataDirectory,
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

/** Starts the real server with a separate database, free ports and a clock that the test controls. */
export async function startTestServer(
  serverUrl: string,
  options: {
    clock?: SteppedClock;
    /** Storage of an earlier server; by default a new one, which is removed with the server. */
    storage?: TestStorage;
    entropy?: Entropy;
    env?: Readonly<Record<string, string>>;
    demo?: Demo;
    /** Logger of the server; it writes to standard error by default. */
    log?: Logger;
    /** Public key of the manufacturer that the installation trusts. */
    firmwareKey?: KeyObject;
    /** Number of devices from which work on a whole project runs in a thread; 500 by default. */
    largeProjectDevices?: number;
    /** Changes the server to inject a fault that a test must detect. */
    adjust?: FaultInjection;
  } = {},
): Promise<TestServer> {
  await using building = new AsyncDisposableStack();
  const { databaseUrl, dataDirectory } = options.storage ?? building.use(await createTestStorage(serverUrl));
  if (options.firmwareKey) {
    const directory = getFirmwareKeyDirectory(dataDirectory);
    mkdirSync(directory);
    writeFileSync(join(directory, 'test.pem'), options.firmwareKey.export({ type: 'spki', format: 'pem' }));
  }
  const clock = options.clock ?? new SteppedClock();
  if (!options.storage) restoreAuthority(dataDirectory, clock.now());
  const config = readConfig({
    NORTHLIGHT_PORT: '0',
    NORTHLIGHT_MQTT_PORT: '0',
    NORTHLIGHT_MQTTS_PORT: '0',
    NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
    NORTHLIGHT_UCENTRAL_PORT: '0',
    NORTHLIGHT_DATA: dataDirectory,
    ...options.env,
  });
  const server = building.use(
    await startServer(config, databaseUrl, {
      clock,
      entropy: options.entropy ?? new SystemEntropy(),
      passwordVerifier: createCachedVerifier,
      ...(options.demo && { demo: options.demo }),
      ...(options.log && { log: options.log }),
      ...(options.largeProjectDevices !== undefined && {
        largeProjectDevices: options.largeProjectDevices,
      }),
      ...(options.adjust && { adjust: options.adjust }),
    }),
  );
  cacheAuthority(dataDirectory, clock.now());
  const { services } = server.context;
  const browser = (): TestBrowser => new TestBrowser(server.address);
  const codeFor = (account: string): string => {
    const mails = services.mailer.outbox?.list() ?? [];
    // Skips newer mails without a code, such as those about alarms.
    const codes = mails.flatMap(({ subject, to }) =>
      to === account ? (/^\d{4,8}\b/.exec(subject) ?? []) : [],
    );
    return codes[0] ?? '';
  };
  const disposal = building.move();
  return {
    server,
    services,
    clock,
    dataDirectory,
    mqttPort: server.gateway.mqtt.port,
    browser,
    passTime: async (ms) => {
      await clock.leap(ms - PLANE_TICK_MS);
      await services.plane.processAll();
      await clock.advance(PLANE_TICK_MS);
      await services.plane.processAll();
    },
    codeFor,
    signedUp: async (account = `user${++counter}@example.com`) => {
      const person = browser();
      const token = await signUpDirectly(services, account);
      person.adoptSession(services.config.cookieName, token);
      return person;
    },
    signedUpByCode: async (account) => {
      const person = browser();
      const { flowId } = await person.call('codeRequest', { body: { purpose: 'sign-up', account } });
      const entered = { flowId, account, code: codeFor(account) };
      await person.call('signUp', { body: { ...entered, password: TEST_PASSWORD, nickname: 'Installer' } });
      return person;
    },
    register: async (...devices) => {
      const rows = devices.map((device) => ({ ...createSampleDevice(), ...device }));
      await registerBaseDevices(services.db, rows, clock.now());
      return rows;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

/** Certificate authority of the first server in this process, with its creation time. */
let authority: { readonly at: number; readonly files: ReadonlyMap<string, Buffer> } | undefined;
const AUTHORITY_FILES = ['authority.pem', 'authority.key'];

function cacheAuthority(dataDirectory: string, now: number): void {
  const tls = join(dataDirectory, TLS_DIRECTORY);
  // Keeps nothing when the server has a configured authority and therefore created none.
  if (authority || !AUTHORITY_FILES.every((name) => existsSync(join(tls, name)))) return;
  authority = {
    at: now,
    files: new Map(AUTHORITY_FILES.map((name) => [name, readFileSync(join(tls, name))] as const)),
  };
}

/**
 * Reuses the authority for later servers in this process, unless their clock is earlier than its creation.
 */
function restoreAuthority(dataDirectory: string, now: number): void {
  if (!authority || now < authority.at) return;
  const tls = join(dataDirectory, TLS_DIRECTORY);
  mkdirSync(tls, { mode: 0o700 });
  for (const [name, content] of authority.files) writeFileSync(join(tls, name), content, { mode: 0o600 });
}

const verifiers = new Map<string, Promise<PasswordVerifier>>();

/** Creates one verifier per password and process, because most tests use the same password. */
function createCachedVerifier(password: string): Promise<PasswordVerifier> {
  const kept = verifiers.get(password) ?? createPasswordVerifier(password, new SystemEntropy());
  verifiers.set(password, kept);
  return kept;
}

let testPasswordHash: Promise<string> | undefined;

/** Stores an account with `TEST_PASSWORD` and a session, like a sign-up; returns the session token. */
export async function signUpDirectly(services: Services, account: string): Promise<string> {
  testPasswordHash ??= services.passwords.hash(TEST_PASSWORD);
  const { id } = await insertAccount(services, services.db, {
    account,
    nickname: 'Installer',
    passwordHash: await testPasswordHash,
  });
  const caller = { network: '127.0.0.1', userAgent: 'node', cookies: { session: undefined } };
  const { token } = await commit(services, (work) =>
    createSession(work, caller, { accountId: id, confirmed: true }),
  );
  return token;
}

/**
 * Returns a unique base device. Serial number and address use decimal digits, because hexadecimal ones could contain a text
 * that a test searches for, such as the device name `d1`.
 */
export function createSampleDevice(): BaseDevice {
  const number = ++counter;
  const digits = String(number).padStart(6, '0');
  const claimCode = Array.from(
    { length: 10 },
    (_, index) => CROCKFORD[(number * (index + 3) + index) % 32],
  ).join('');
  return {
    sn: `NLTEST${String(number).padStart(12, '0')}`,
    mac: `02:4e:4c:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`,
    model: 'NL-GW5',
    claimCode,
    secret: number.toString(16).padStart(64, '0'),
  };
}

type ProjectBody = CallInput<Api['projectCreate']>['body'];

/** Default device password of projects. */
export const DEVICE_PASSWORD = 'Str0ng!Device';

export async function createProject(
  browser: TestBrowser,
  values: Partial<ProjectBody> = {},
): Promise<Project> {
  const body: ProjectBody = {
    name: `Project ${++counter}`,
    scenario: 'hotel',
    netMode: NET_MODES.wlan,
    timeZone: 'Europe/Lisbon',
    devicePassword: DEVICE_PASSWORD,
    ...values,
  };
  return browser.call('projectCreate', { body });
}
