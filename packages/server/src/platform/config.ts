import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  CODE_DIGITS_MAX,
  CODE_DIGITS_MIN,
  EMAIL_CODE_DIGITS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SMS_CODE_DIGITS,
} from '@northlight/contract';
import { StartupError } from './startup-error.ts';

/** Parts of a server process: the console and its API, the device listeners, periodic work, the live demo. */
const ROLES = ['api', 'gateway', 'jobs', 'demo'] as const;
export type Role = (typeof ROLES)[number];

/** Settings of one server process, read once from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly mqttPort: number;
  readonly mqttsPort: number;
  readonly deviceHttpsPort: number;
  /** Port of the OpenWiFi device listener; undefined disables it. */
  readonly ucentralPort: number | undefined;
  /** True to accept load generators (serial numbers that begin with SIM) on the OpenWiFi listener. */
  readonly ucentralSimulators: boolean;
  /** Host names and addresses by which devices reach the server. Devices are sent the first of them. */
  readonly deviceNames: readonly string[];
  /** PEM files of the certificate for browsers and devices; undefined to generate one for devices only. */
  readonly tls: PemFiles | undefined;
  /** PEM files of the authority that signs device certificates; undefined to generate one. */
  readonly authority: PemFiles | undefined;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Parts of the server that this process runs. */
  readonly roles: ReadonlySet<Role>;
  /** Transport of messages between the server processes that share the database. */
  readonly bus: 'local' | 'postgres';
  /** Listener and host by which server processes that share the database reach each other. */
  readonly peerPort: number;
  readonly peerHost: string | undefined;
  readonly demo: boolean;
  readonly publicUrl: string | undefined;
  /**
   * Parent host of the devices' local pages (`LEASE.HOST`); undefined disables them. By default it is
   * localhost on loopback, otherwise undefined.
   */
  readonly tunnelHost: string | undefined;
  readonly trustedProxy: string | undefined;
  readonly cookieName: string;
  readonly smtpUrl: string | undefined;
  /** URL of an SMS gateway that accepts JSON; undefined to store messages in the outbox. */
  readonly smsUrl: string | undefined;
  /** True if webhooks may call private addresses. */
  readonly webhookPrivate: boolean;
  /** Path of the JSON file with the OpenID Connect providers. */
  readonly oidcFile: string | undefined;
  readonly password: { readonly min: number; readonly max: number };
  readonly codeDigits: { readonly mail: number; readonly sms: number };
  /**
   * True to allow one console session per account, so that a newer sign-in ends the other sessions with code
   * 69.
   */
  readonly oneSession: boolean;
  /** Key that wraps the project keys, 32 bytes in hex; undefined to generate a file in the data directory. */
  readonly key: string | undefined;
  readonly idleMinutes: number;
  /**
   * Free space to keep on the disk of the data directory (bytes). Writes are rejected when less space is
   * free.
   */
  readonly diskReserveBytes: number;
  /**
   * Bearer token that may read `/metrics`; undefined to allow reading only on a server that listens on
   * loopback.
   */
  readonly metricsToken: string | undefined;
}

/** Paths of a certificate and its private key. */
export interface PemFiles {
  readonly certificate: string;
  readonly key: string;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Reads the environment. Throws a StartupError that names an invalid value. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const host = env['NORTHLIGHT_HOST'] ?? '127.0.0.1';
  const trustedProxy = env['NORTHLIGHT_TRUSTED_PROXY'];
  const tls = readPemFiles(env, 'NORTHLIGHT_TLS_CERT', 'NORTHLIGHT_TLS_KEY');
  if (!LOOPBACK.has(host) && !trustedProxy && !tls)
    throw new StartupError(
      `NORTHLIGHT_HOST=${host} is not loopback: set NORTHLIGHT_TLS_CERT and NORTHLIGHT_TLS_KEY, or set NORTHLIGHT_TRUSTED_PROXY to the address of a proxy that terminates HTTPS.`,
    );
  return {
    host,
    port: readPort(env, 'NORTHLIGHT_PORT', 8080),
    mqttPort: readPort(env, 'NORTHLIGHT_MQTT_PORT', 1883),
    mqttsPort: readPort(env, 'NORTHLIGHT_MQTTS_PORT', 8883),
    deviceHttpsPort: readPort(env, 'NORTHLIGHT_DEVICE_HTTPS_PORT', 8443),
    ucentralPort:
      env['NORTHLIGHT_UCENTRAL_PORT']?.toLowerCase() === 'off'
        ? undefined
        : readPort(env, 'NORTHLIGHT_UCENTRAL_PORT', 15_002),
    ucentralSimulators: readOnOff(env, 'NORTHLIGHT_UCENTRAL_SIMULATORS', false),
    deviceNames: readNames(env, 'NORTHLIGHT_DEVICE_NAMES'),
    tls,
    authority: readPemFiles(env, 'NORTHLIGHT_CA_CERT', 'NORTHLIGHT_CA_KEY'),
    dataDirectory: resolve(env['NORTHLIGHT_DATA'] ?? 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    roles: readRoles(env),
    bus: readChoice(env, 'NORTHLIGHT_BUS', ['local', 'postgres'], env['DATABASE_URL'] ? 'postgres' : 'local'),
    peerPort: readPort(env, 'NORTHLIGHT_PEER_PORT', 0),
    peerHost: env['NORTHLIGHT_PEER_HOST'] || undefined,
    demo: readOnOff(env, 'NORTHLIGHT_DEMO', true),
    publicUrl: env['NORTHLIGHT_PUBLIC_URL'],
    tunnelHost: env['NORTHLIGHT_TUNNEL_HOST'] || (LOOPBACK.has(host) ? 'localhost' : undefined),
    trustedProxy,
    cookieName: env['NORTHLIGHT_COOKIE'] ?? 'northlight',
    smtpUrl: env['NORTHLIGHT_SMTP_URL'],
    smsUrl: env['NORTHLIGHT_SMS_URL'],
    webhookPrivate: readOnOff(env, 'NORTHLIGHT_WEBHOOK_PRIVATE', false),
    oidcFile: env['NORTHLIGHT_OIDC'],
    password: {
      min: readWholeNumber(env, 'NORTHLIGHT_PASSWORD_MIN', PASSWORD_MIN, 6, 32),
      max: readWholeNumber(env, 'NORTHLIGHT_PASSWORD_MAX', PASSWORD_MAX, 32, 256),
    },
    codeDigits: {
      mail: readWholeNumber(
        env,
        'NORTHLIGHT_EMAIL_CODE_DIGITS',
        EMAIL_CODE_DIGITS,
        CODE_DIGITS_MIN,
        CODE_DIGITS_MAX,
      ),
      sms: readWholeNumber(
        env,
        'NORTHLIGHT_SMS_CODE_DIGITS',
        SMS_CODE_DIGITS,
        CODE_DIGITS_MIN,
        CODE_DIGITS_MAX,
      ),
    },
    oneSession: readOnOff(env, 'NORTHLIGHT_ONE_SESSION', false),
    key: env['NORTHLIGHT_KEY'],
    diskReserveBytes: readWholeNumber(env, 'NORTHLIGHT_DISK_RESERVE_MB', 128, 0, 1_000_000) * 1024 * 1024,
    metricsToken: env['NORTHLIGHT_METRICS_TOKEN'] || undefined,
    idleMinutes: readWholeNumber(env, 'NORTHLIGHT_IDLE_MINUTES', 30, 0, 1440),
  };
}

/** Returns true when only programs on this machine can reach the host. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** Returns the bind address of unencrypted listeners, which is always a loopback address. */
export const chooseLoopbackHost = (host: string): string => (isLoopback(host) ? host : '127.0.0.1');

/** Reads the settings of a certificate and its key. Throws a StartupError when only one of them is set. */
function readPemFiles(
  env: Readonly<Record<string, string | undefined>>,
  certificateName: string,
  keyName: string,
): PemFiles | undefined {
  const certificate = env[certificateName] || undefined;
  const key = env[keyName] || undefined;
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw new StartupError(
      `${certificateName} and ${keyName} are required together: set ${certificate ? keyName : certificateName} too.`,
    );
  return { certificate: resolve(certificate), key: resolve(key) };
}

/** Reads a comma-separated list of host names and addresses. */
function readNames(env: Readonly<Record<string, string | undefined>>, name: string): string[] {
  const all = (env[name] ?? '')
    .split(',')
    .map((text) => text.trim().toLowerCase())
    .filter(Boolean);
  const wrong = all.find((text) => isIP(text) === 0 && !HOST_NAME.test(text));
  if (wrong !== undefined)
    throw new StartupError(`${name}: ${wrong} is neither a host name nor an IP address.`);
  return all;
}

function readWholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new StartupError(`${name}=${text} is not a whole number from ${min} to ${max}.`);
  return value;
}

function readRoles(env: Readonly<Record<string, string | undefined>>): ReadonlySet<Role> {
  const name = 'NORTHLIGHT_ROLES';
  const requested = (env[name] ?? '')
    .split(',')
    .map((text) => text.trim().toLowerCase())
    .filter(Boolean);
  const wrong = requested.find((text) => !ROLES.some((role) => role === text));
  if (wrong !== undefined) throw new StartupError(`${name}: ${wrong} is none of ${ROLES.join(', ')}.`);
  const chosen = new Set(requested.length === 0 ? ROLES : ROLES.filter((role) => requested.includes(role)));
  if (requested.includes('demo') && !chosen.has('gateway'))
    throw new StartupError(`${name}: demo needs gateway, whose listener its simulated devices use.`);
  return chosen;
}

function readChoice<Value extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = env[name]?.toLowerCase();
  if (text === undefined || text === '') return fallback;
  const value = values.find((each) => each === text);
  if (value === undefined) throw new StartupError(`${name}=${env[name]} is none of ${values.join(', ')}.`);
  return value;
}

const readPort = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
): number => readWholeNumber(env, name, fallback, 0, 65535);

function readOnOff(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: boolean,
): boolean {
  const text = env[name]?.toLowerCase();
  if (text === undefined || text === '') return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new StartupError(`${name}=${env[name]} is neither on nor off.`);
}
