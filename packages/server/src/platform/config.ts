import { resolve } from 'node:path';
import { StartupError } from './startup-error.ts';

/** Settings of one server process, read once from the environment (decisions.md, Settings). */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly mqttPort: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  readonly publicUrl: string | undefined;
  readonly trustedProxy: string | undefined;
  readonly cookieName: string;
  readonly smtpUrl: string | undefined;
  /** 32 bytes, hex, that wrap the secrets' keys; a file in the data directory when unset. */
  readonly key: string | undefined;
  readonly idleMinutes: number;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Reads the environment; a value that makes no sense is a StartupError that names it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const host = env['NORTHLIGHT_HOST'] ?? '127.0.0.1';
  const trustedProxy = env['NORTHLIGHT_TRUSTED_PROXY'];
  if (!LOOPBACK.has(host) && !trustedProxy)
    throw new StartupError(
      `NORTHLIGHT_HOST=${host} is not loopback: set NORTHLIGHT_TRUSTED_PROXY to the address of the proxy that speaks HTTPS for it.`,
    );
  return {
    host,
    port: port(env, 'NORTHLIGHT_PORT', 8080),
    mqttPort: port(env, 'NORTHLIGHT_MQTT_PORT', 1883),
    dataDirectory: resolve(env['NORTHLIGHT_DATA'] ?? 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    demo: onOff(env, 'NORTHLIGHT_DEMO', true),
    publicUrl: env['NORTHLIGHT_PUBLIC_URL'],
    trustedProxy,
    cookieName: env['NORTHLIGHT_COOKIE'] ?? 'northlight',
    smtpUrl: env['NORTHLIGHT_SMTP_URL'],
    key: env['NORTHLIGHT_KEY'],
    idleMinutes: whole(env, 'NORTHLIGHT_IDLE_MINUTES', 30, 0, 1440),
  };
}

function whole(
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

const port = (env: Readonly<Record<string, string | undefined>>, name: string, fallback: number): number =>
  whole(env, name, fallback, 0, 65535);

function onOff(env: Readonly<Record<string, string | undefined>>, name: string, fallback: boolean): boolean {
  const text = env[name]?.toLowerCase();
  if (text === undefined || text === '') return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new StartupError(`${name}=${env[name]} is neither on nor off.`);
}
