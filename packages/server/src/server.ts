import { createContext, type Context, type ContextOptions } from './context.ts';
import { type FaultInjection, createApp } from './app.ts';
import { ensureAdministrator } from './accounts/index.ts';
import type { UcentralEndpoint } from '@northlight/device-plane';
import type { Gateway } from './device-listeners.ts';
import type { Config } from './platform/config.ts';
import { requireFeature } from './platform/feature.ts';
import { explainPortInUse } from './platform/startup-error.ts';
import { fileURLToPath } from 'node:url';

export const CONSOLE_DIRECTORY = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface RunningServer extends AsyncDisposable {
  readonly context: Context;
  /** Returns the listeners for devices; throws when this process has none. */
  readonly gateway: Gateway;
  /** Returns the listener for OpenWiFi devices; throws when this process has none. */
  readonly ucentral: UcentralEndpoint;
  /** Address of the console, for example `http://127.0.0.1:8080`. */
  readonly address: string;
  /**
   * Port settings with which another start uses the same ports, also if they were chosen automatically (0).
   */
  readonly ports: Readonly<Record<string, string>>;
  readonly routes: readonly string[];
  /** Name and password of the administrator; present only at the first start of the installation. */
  readonly administrator: { account: string; password: string } | undefined;
}

/** Builds the context and starts listening. Disposing of the result stops listening first. */
export async function startServer(
  config: Config,
  databaseUrl: string,
  options: ContextOptions & { readonly adjust?: FaultInjection } = {},
): Promise<RunningServer> {
  await using building = new AsyncDisposableStack();
  const context = building.use(await createContext(config, databaseUrl, options));
  const administrator = await ensureAdministrator(context.services);
  const { fastify: app, routes } = await createApp(
    context.services,
    CONSOLE_DIRECTORY,
    options.adjust,
    context.tls.console,
  );
  building.defer(() => app.close());
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainPortInUse(error, 'NORTHLIGHT_PORT', config.port);
  });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const address = `${context.tls.console ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  context.setOrigin(address);
  await context.leases.start();
  const disposal = building.move();
  return {
    context,
    get gateway() {
      return requireFeature(context.gateway);
    },
    get ucentral() {
      return requireFeature(requireFeature(context.gateway).ucentral);
    },
    administrator,
    routes,
    address,
    ports: listPortSettings(context, port),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

function listPortSettings({ gateway }: Context, port: number): Record<string, string> {
  const settings = { NORTHLIGHT_PORT: String(port) };
  if (!gateway.enabled) return settings;
  const { deviceFiles, mqtt, ucentral } = gateway.part;
  return {
    ...settings,
    NORTHLIGHT_MQTT_PORT: String(mqtt.port),
    NORTHLIGHT_MQTTS_PORT: String(mqtt.tlsPort),
    NORTHLIGHT_DEVICE_HTTPS_PORT: String(deviceFiles.port),
    NORTHLIGHT_UCENTRAL_PORT: ucentral.enabled ? String(ucentral.part.port) : 'off',
  };
}
