import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { z } from 'zod';
import { DhcpClient } from './dhcp-client.ts';
import { updateNameServers } from './name-servers.ts';
import { readAddresses, readRoutes } from './json-commands.ts';
import type { RunProgram } from './run.ts';
import { PppoeDialler } from './pppoe-dialler.ts';
import type { PppoeLine } from './pppoe-options.ts';
import type { PppoeSettings, UplinkSettings } from './uplink-settings.ts';

/** Routing protocol number that marks default routes set by the agent. */
export const UPLINK_ROUTE_PROTOCOL = '156';
const RESOLV_CONF = '/etc/resolv.conf';

/** Installer's settings of the interface, saved before the agent changes it for the first time. */
const installerState = z.object({
  addresses: z.array(z.object({ ip: z.string(), prefix: z.number() })),
  routes: z.array(z.object({ gateway: z.string(), metric: z.number().optional() })),
  resolv: z.string(),
});

export interface UplinkOptions {
  readonly directory: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** Settings that depend on the device's other uplinks. */
export interface UplinkContext {
  /** Identifies the network of a DHCP lease, which is kept only while this value stays the same. */
  readonly generation?: string;
  readonly metric?: number;
  /** Files with the name servers of all uplinks, in order of preference. */
  readonly resolvers?: readonly string[];
  /**
   * False while other managed uplinks may still change the default route, so that the installer's settings
   * must stay stored.
   */
  readonly isFinal?: boolean;
}

/** Manages addresses, default route and name servers of an uplink interface. */
export class Uplink {
  readonly #options: UplinkOptions;
  readonly #dhcp: DhcpClient;
  readonly #pppoe: PppoeDialler;

  constructor(options: UplinkOptions) {
    this.#options = options;
    this.#dhcp = new DhcpClient(options);
    this.#pppoe = new PppoeDialler({
      ...options,
      directory: join(options.directory, 'ppp'),
      resolvFile: this.resolvFile,
    });
  }

  /** Path of the file with the name servers of a managed uplink. */
  get resolvFile(): string {
    return this.#dhcp.resolvFile;
  }

  /**
   * Applies `settings`; `undefined` restores the installer's settings. Can be repeated. A DHCP lease is kept
   * only while `generation` stays the same; the default route gets the `metric`.
   */
  async apply(
    device: string,
    settings: UplinkSettings | PppoeSettings | undefined,
    { isFinal = true, generation = '', metric = 0, resolvers = [this.resolvFile] }: UplinkContext = {},
  ): Promise<void> {
    if (settings?.mode !== 'pppoe') await this.#pppoe.stop();
    if (settings === undefined) return this.#restoreInstallerState(device, isFinal);
    await this.saveInstallerState(device);
    if (settings.mode === 'dhcp')
      return this.#dhcp.start(device, settings.dns, generation, { metric, resolvers });
    await this.#dhcp.stop();
    if (settings.mode === 'pppoe') {
      await this.#address(device, []);
      return this.#pppoe.dial(device, settings, { metric, resolvers });
    }
    await this.#address(device, [settings]);
    await this.#route(device, settings, metric);
    await writeFile(this.resolvFile, settings.dns.map((server) => `nameserver ${server}\n`).join(''));
    await updateNameServers(resolvers, this.#options.run);
  }

  /**
   * Describes differences between the interface and its settings, one sentence each. A missing DHCP lease is
   * not a difference.
   */
  async verify(device: string, settings: UplinkSettings | PppoeSettings | undefined): Promise<string[]> {
    if (settings?.mode !== 'static') return [];
    const { gateway, ip, prefix } = settings;
    const [addresses, routes] = await Promise.all([this.#addresses(device), this.#defaultRoutes(device)]);
    return [
      ...(addresses.some((own) => own.ip === ip && own.prefix === prefix)
        ? []
        : [`${device} does not have ${ip}/${prefix}.`]),
      ...(routes.some((route) => route.gateway === gateway)
        ? []
        : [`There is no default route via ${gateway}.`]),
    ];
  }

  /** Returns the lines whose authentication the ISP has refused. */
  async refusedLines({ lines }: PppoeSettings): Promise<PppoeLine[]> {
    const devices = await this.#pppoe.refusedDevices(lines.map(({ device }) => device));
    return lines.filter(({ device }) => devices.includes(device));
  }

  async stopDaemons(): Promise<void> {
    await this.#pppoe.stop();
    await this.#dhcp.stop();
  }

  get #installerFile(): string {
    return join(this.#options.directory, 'installer.json');
  }

  /** Saves the installer's settings once; must be called before any uplink is changed. */
  async saveInstallerState(device: string): Promise<void> {
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

  async #restoreInstallerState(device: string, isFinal: boolean): Promise<void> {
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
    await rm(this.resolvFile, { force: true });
    await this.#options.run(['tee', RESOLV_CONF], resolv);
    if (isFinal) await rm(this.#installerFile, { force: true });
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

  async #route(
    device: string,
    { gateway, prefix }: { readonly gateway: string; readonly prefix: number },
    metric: number,
  ): Promise<void> {
    const { run } = this.#options;
    const now = await this.#defaultRoutes(device);
    if (now.length === 1 && now[0]?.gateway === gateway && (now[0].metric ?? 0) === metric) return;
    await run(['ip', '-4', 'route', 'flush', 'exact', '0.0.0.0/0', 'dev', device]);
    const route = ['default', 'via', gateway, 'dev', device, 'proto', UPLINK_ROUTE_PROTOCOL];
    // The gateway of a single address is outside its network.
    const reach = prefix === 32 ? ['onlink'] : [];
    await run([
      'ip',
      'route',
      'replace',
      ...route,
      ...(metric > 0 ? ['metric', String(metric)] : []),
      ...reach,
    ]);
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
