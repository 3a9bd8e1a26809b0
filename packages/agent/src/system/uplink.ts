import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { z } from 'zod';
import { DhcpClient } from './dhcp-client.ts';
import { readAddresses, readRoutes } from './json-commands.ts';
import type { Run } from './run.ts';
import type { UplinkSettings } from './uplink-settings.ts';

/** The routing protocol number of the default route that we set. */
export const UPLINK_ROUTE_PROTOCOL = '156';
const RESOLV_CONF = '/etc/resolv.conf';

/** What the installer had given the interface, kept from before we first touched it. */
const installerState = z.object({
  addresses: z.array(z.object({ ip: z.string(), prefix: z.number() })),
  routes: z.array(z.object({ gateway: z.string(), metric: z.number().optional() })),
  resolv: z.string(),
});

export interface UplinkOptions {
  readonly directory: string;
  readonly run: Run;
  readonly clock: Clock;
}

/** Addresses, default route and name servers of the interface by which a device reaches the world. */
export class Uplink {
  readonly #options: UplinkOptions;
  readonly #dhcp: DhcpClient;

  constructor(options: UplinkOptions) {
    this.#options = options;
    this.#dhcp = new DhcpClient(options);
  }

  /** Name servers of an uplink that we manage. */
  get resolvFile(): string {
    return this.#dhcp.resolvFile;
  }

  /**
   * Brings the interface to `settings`; undefined gives it back what the installer had given it.
   * May be repeated. A lease is kept only within one `generation`.
   */
  async apply(device: string, settings: UplinkSettings | undefined, generation = ''): Promise<void> {
    if (settings === undefined) return this.#giveBack(device);
    await this.#keepInstaller(device);
    if (settings.mode === 'dhcp') return this.#dhcp.start(device, settings.dns, generation);
    await this.#dhcp.stop();
    await this.#address(device, [settings]);
    await this.#route(device, settings.gateway);
    await this.#resolve(settings.dns.map((server) => `nameserver ${server}\n`).join(''));
  }

  /** What is not as it should be. A lease that has not come yet is no fault of the configuration. */
  async verify(device: string, settings: UplinkSettings | undefined): Promise<string[]> {
    if (settings?.mode !== 'static') return [];
    const { gateway, ip, prefix } = settings;
    const [addresses, routes] = await Promise.all([this.#addresses(device), this.#defaultRoutes(device)]);
    return [
      ...(addresses.some((own) => own.ip === ip && own.prefix === prefix)
        ? []
        : [`${device} does not have ${ip}/${prefix}.`]),
      ...(routes.some((route) => route.gateway === gateway)
        ? []
        : [`There is no default route by ${gateway}.`]),
    ];
  }

  async stopDaemons(): Promise<void> {
    await this.#dhcp.stop();
  }

  get #installerFile(): string {
    return join(this.#options.directory, 'installer.json');
  }

  async #keepInstaller(device: string): Promise<void> {
    const kept = await readFile(this.#installerFile, 'utf8').catch(() => undefined);
    if (kept !== undefined) return;
    await mkdir(this.#options.directory, { recursive: true, mode: 0o755 });
    const state: z.infer<typeof installerState> = {
      addresses: await this.#addresses(device),
      routes: await this.#defaultRoutes(device),
      resolv: await this.#options.run(['cat', RESOLV_CONF]).catch(() => ''),
    };
    await writeFile(this.#installerFile, JSON.stringify(state), { flush: true });
  }

  async #giveBack(device: string): Promise<void> {
    const kept = await readFile(this.#installerFile, 'utf8').catch(() => undefined);
    if (kept === undefined) return;
    const { addresses, resolv, routes } = installerState.parse(JSON.parse(kept));
    await this.#dhcp.stop();
    await this.#address(device, addresses);
    await this.#options.run(['ip', '-4', 'route', 'flush', 'exact', '0.0.0.0/0', 'dev', device]);
    for (const { gateway, metric } of routes)
      await this.#options.run([
        ...(['ip', 'route', 'replace', 'default', 'via', gateway, 'dev', device] as const),
        ...(metric === undefined ? [] : ['metric', String(metric)]),
      ]);
    await this.#options.run(['tee', RESOLV_CONF], resolv);
    await rm(this.#installerFile, { force: true });
  }

  async #address(device: string, wanted: readonly { ip: string; prefix: number }[]): Promise<void> {
    const { run } = this.#options;
    const now = await this.#addresses(device);
    const same =
      now.length === wanted.length &&
      wanted.every(({ ip, prefix }) => now.some((own) => own.ip === ip && own.prefix === prefix));
    await run(['ip', 'link', 'set', 'dev', device, 'up']);
    if (same) return;
    await run(['ip', '-4', 'address', 'flush', 'dev', device]);
    for (const { ip, prefix } of wanted)
      await run(['ip', 'address', 'replace', `${ip}/${prefix}`, 'broadcast', '+', 'dev', device]);
  }

  async #route(device: string, gateway: string): Promise<void> {
    const { run } = this.#options;
    const now = await this.#defaultRoutes(device);
    if (now.length === 1 && now[0]?.gateway === gateway) return;
    await run(['ip', '-4', 'route', 'flush', 'exact', '0.0.0.0/0', 'dev', device]);
    const route = ['default', 'via', gateway, 'dev', device, 'proto', UPLINK_ROUTE_PROTOCOL];
    await run(['ip', 'route', 'replace', ...route]);
  }

  async #resolve(text: string): Promise<void> {
    await writeFile(this.resolvFile, text);
    await this.#options.run(['tee', RESOLV_CONF], text);
  }

  async #addresses(device: string): Promise<{ ip: string; prefix: number }[]> {
    const rows = await readAddresses(this.#options.run);
    const info = rows.find(({ ifname }) => ifname === device)?.addr_info ?? [];
    return info.map(({ local, prefixlen }) => ({ ip: local, prefix: prefixlen }));
  }

  async #defaultRoutes(device: string): Promise<{ gateway: string; metric?: number | undefined }[]> {
    const rows = await readRoutes(this.#options.run, 'default', 'dev', device);
    return rows.flatMap(({ gateway, metric }) => (gateway === undefined ? [] : [{ gateway, metric }]));
  }
}
