import type { BrokerPlace } from '@northlight/contract/device-protocol';
import { StartupError } from './startup-error.ts';

const PORT = 1883;
const TLS_PORT = 8883;

/** Where the broker is, and who the server is there. */
export interface BrokerSetting extends BrokerPlace {
  readonly username: string;
  readonly password: string;
  readonly encrypted: boolean;
  /** Where devices find its listener with TLS. */
  readonly devices: BrokerPlace;
}

/** `NORTHLIGHT_BROKER_URL` and `NORTHLIGHT_BROKER_DEVICES`; undefined when there is none. */
export function readBroker(
  env: Readonly<Record<string, string | undefined>>,
  isLoopback: (host: string) => boolean,
): BrokerSetting | undefined {
  const text = env['NORTHLIGHT_BROKER_URL'];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^mqtts?:$/.test(url.protocol) || !url.hostname || !url.username || !url.password)
    throw new StartupError(
      'NORTHLIGHT_BROKER_URL is no address of a broker: mqtts://USER:PASSWORD@HOST:PORT, or mqtt:// on loopback.',
    );
  const host = bare(url.hostname);
  const encrypted = url.protocol === 'mqtts:';
  if (!encrypted && !isLoopback(host))
    throw new StartupError(
      `NORTHLIGHT_BROKER_URL: ${host} is not loopback, so the password would travel in the clear: use mqtts://.`,
    );
  const port = Number(url.port) || (encrypted ? TLS_PORT : PORT);
  return {
    host,
    port,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    encrypted,
    devices: readPlace(env['NORTHLIGHT_BROKER_DEVICES']) ?? { host, port },
  };
}

function readPlace(text: string | undefined): BrokerPlace | undefined {
  if (!text) return undefined;
  const url = URL.canParse(`mqtts://${text}`) ? new URL(`mqtts://${text}`) : undefined;
  if (!url?.hostname || url.username || url.pathname)
    throw new StartupError(`NORTHLIGHT_BROKER_DEVICES=${text} is no HOST or HOST:PORT.`);
  return { host: bare(url.hostname), port: Number(url.port) || TLS_PORT };
}

/** An IPv6 address without its brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
