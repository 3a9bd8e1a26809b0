import { enableForwarding } from '../system/forwarding.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigIssue, DeviceConfig, DeviceLease } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { Lease } from '../collect/leases.ts';
import type { DeviceSystem } from '../device/linux-driver.ts';
import { disableChecksumOffload } from '../system/checksum-offload.ts';
import { type AddressRow, readAddresses, readRoutes } from '../system/json-commands.ts';
import { OvsInstance } from '../system/ovs-instance.ts';
import { type PlanStep, StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { DhcpServer } from './dhcp-server.ts';
import { renderFlowCounters } from './flow-counters.ts';
import { verifyNft } from './nft-verify.ts';
import { NFT_COUNT_TABLE, type NftRuleset, renderNftCounters } from './nft-ruleset.ts';
import { type PresentInterfaces, planGateway, type SwitchKind } from './plan.ts';
import { type Artefacts, type GatewayPorts, renderGateway } from './render.ts';
import { findMissingRoutes, planRoutes, STATIC_ROUTE_PROTOCOL } from './static-routes.ts';
import { canTag, probeSwitchKind } from './switch-kind.ts';
import { listRefusedLineIssues, type Wan } from './wans.ts';

export interface GatewaySystemOptions {
  readonly stateDir: string;
  readonly wan: string | readonly string[];
  readonly lan: readonly string[];
  readonly run: RunProgram;
  readonly clock: Clock;
  /** Kind of switch; overrides the kind that the agent detects from the kernel. */
  readonly kind?: SwitchKind;
  /** TCP port of the local page at the gateway's address in each VLAN. */
  readonly pagePort?: number;
}

/**
 * Applies a rendered configuration to this machine in this order: links, switch, addresses, WANs, routes,
 * firewall, DHCP.
 */
export class GatewaySystem implements DeviceSystem<Artefacts> {
  readonly ovs: OvsInstance;
  readonly #options: GatewaySystemOptions;
  readonly #wan: readonly string[];
  readonly #uplinks: ReadonlyMap<string, Uplink>;
  readonly #dhcp: DhcpServer;
  #kind: SwitchKind | undefined;
  #tagging = false;

  constructor(options: GatewaySystemOptions) {
    const { clock, kind, run, stateDir, wan } = options;
    this.#options = options;
    this.ovs = new OvsInstance(join(stateDir, 'ovs'), run, clock);
    this.#wan = typeof wan === 'string' ? [wan] : wan;
    this.#uplinks = new Map(
      this.#wan.map((port, index) => {
        const directory = join(stateDir, index === 0 ? 'wan' : `wan-${port}`);
        return [port, new Uplink({ directory, run, clock })];
      }),
    );
    this.#dhcp = new DhcpServer({ directory: join(stateDir, 'dhcp'), run, clock });
    this.#kind = kind;
  }

  get leaseFile(): string {
    return this.#dhcp.leaseFile;
  }

  readLeases(): Promise<Lease[]> {
    return this.#dhcp.readLeases();
  }

  addLeases(leases: readonly DeviceLease[]): Promise<void> {
    return this.#dhcp.addLeases(leases);
  }

  get kind(): SwitchKind | undefined {
    return this.#kind;
  }

  get ports(): GatewayPorts {
    const { lan, pagePort } = this.#options;
    return {
      wan: this.#wan,
      lan,
      leaseFile: this.#dhcp.leaseFile,
      hostsDir: this.#dhcp.hostsDir,
      resolvFile: (port) => this.#uplinks.get(port)?.resolvFile ?? '',
      tagging: this.#tagging,
      pagePort,
    };
  }

  /** Starts the switch and enables forwarding; called before `apply`, possibly repeatedly. */
  async prepare(): Promise<void> {
    const { lan, run, stateDir } = this.#options;
    const first = lan[0] ?? this.#wan[0] ?? '';
    await this.#dhcp.prepare();
    this.#kind ??= await probeSwitchKind(first, run);
    this.#tagging = this.#kind === 'ovs' || (await canTag(first, run));
    if (this.#kind === 'ovs') await this.ovs.start();
    await this.#startClientCounters();
    await enableForwarding(run, stateDir);
    // Makes the kernel ignore routes of a WAN port without a link, so that the next WAN takes over.
    for (const port of this.#wan)
      await run(['tee', `/proc/sys/net/ipv4/conf/${port}/ignore_routes_with_linkdown`], '1');
    for (const device of lan) {
      await run(['ip', 'link', 'set', 'dev', device, 'up']);
      // Limits ARP answers: the kernel also sees frames of switch ports and would answer for the gateway with
      // the port's MAC.
      await run(['tee', `/proc/sys/net/ipv4/conf/${device}/arp_ignore`], '1');
      if (this.#kind === 'ovs') await disableChecksumOffload(device, run);
    }
  }

  render(config: DeviceConfig): Artefacts {
    return renderGateway(config, this.ports);
  }

  /**
   * Applies the rendered configuration. Rejects when a step fails, with `StepFailed` if a path of the
   * configuration causes the failure. The machine may then be in an intermediate state.
   */
  async apply(artefacts: Artefacts): Promise<readonly ConfigIssue[]> {
    const { lan, run } = this.#options;
    const ruleset = await this.#writeRuleset('nft-ruleset.json', artefacts.nft);
    await run(['nft', '-c', '-j', '-f', ruleset]);
    const kind = this.#kind ?? 'ovs';
    const context = { kind, lan, ovsDb: this.ovs.db };
    await this.#runSteps(planGateway(await this.#layout(), artefacts.segments, context));
    if (kind === 'ovs')
      for (const { device } of artefacts.segments) await disableChecksumOffload(device, run);
    await this.#applyUplinks(artefacts.wans);
    await this.#runSteps(planRoutes(await this.#ownRoutes(), artefacts.routes));
    await run(['nft', '-j', '-f', ruleset]);
    await this.#dhcp.apply(artefacts.dnsmasq, artefacts.reservations);
    return this.#refusedLineIssues(artefacts.wans);
  }

  /** Describes differences between the machine and the rendered configuration, one sentence each. */
  async verify({ dnsmasq, nft, routes, segments, wans }: Artefacts): Promise<string[]> {
    const { run } = this.#options;
    const problems: string[] = [];
    const addresses = await readAddresses(run);
    for (const { device, ip, prefix } of segments) {
      const row = addresses.find(({ ifname }) => ifname === device);
      if (!row?.addr_info.some(({ local, prefixlen }) => local === ip && prefixlen === prefix))
        problems.push(`${device} does not have ${ip}/${prefix}.`);
      if (row && !row.flags.includes('UP')) problems.push(`${device} is not up.`);
    }
    for (const { port, settings } of wans)
      problems.push(...((await this.#uplinks.get(port)?.verify(port, settings)) ?? []));
    problems.push(...findMissingRoutes(await this.#ownRoutes(), routes));
    problems.push(...(await verifyNft(nft, run)));
    if (dnsmasq !== undefined && !(await this.#dhcp.isRunning()))
      problems.push('The DHCP server is not running.');
    return problems;
  }

  /** Stops the daemons that keep running after the agent has ended. */
  async stopDaemons(): Promise<void> {
    await this.#dhcp.stop();
    for (const uplink of this.#uplinks.values()) await uplink.stopDaemons();
    await this.ovs.stop();
  }

  /**
   * Restores WANs without settings first, so that the configured ones determine the machine's resolv.conf.
   */
  async #applyUplinks(wans: readonly Wan[]): Promise<void> {
    const managed = wans.filter(({ settings }) => settings !== undefined);
    const resolvers = managed.map(({ port }) => this.#uplinks.get(port)?.resolvFile ?? '');
    const isFinal = managed.length === 0;
    if (!isFinal) for (const { port } of wans) await this.#uplinks.get(port)?.saveInstallerState(port);
    for (const { metric, port, settings } of [...wans.filter((wan) => !managed.includes(wan)), ...managed])
      await this.#uplinks.get(port)?.apply(port, settings, { isFinal, metric, resolvers });
  }

  async #refusedLineIssues(wans: readonly Wan[]): Promise<ConfigIssue[]> {
    const issues: ConfigIssue[] = [];
    for (const { port, settings } of wans)
      if (settings?.mode === 'pppoe')
        issues.push(...listRefusedLineIssues((await this.#uplinks.get(port)?.refusedLines(settings)) ?? []));
    return issues;
  }

  /** Starts or continues counting by application; returns false when the kernel does not support it. */
  async startFlowCounters(): Promise<boolean> {
    const ruleset = await this.#writeRuleset('nft-flow.json', renderFlowCounters());
    try {
      await this.#options.run(['nft', '-j', '-f', ruleset]);
      return true;
    } catch (error) {
      if (error instanceof CommandFailed) return false;
      throw error;
    }
  }

  /** Creates the table of client counters if it is missing; loading it again would fail or reset the counters. */
  async #startClientCounters(): Promise<void> {
    const { run } = this.#options;
    const tables = await run(['nft', 'list', 'tables', 'inet']);
    if (tables.split('\n').includes(`table inet ${NFT_COUNT_TABLE}`)) return;
    await run(['nft', '-j', '-f', await this.#writeRuleset('nft-counters.json', renderNftCounters())]);
  }

  async #runSteps(steps: readonly PlanStep[]): Promise<void> {
    for (const { argv, input, path } of steps)
      await this.#options.run(argv, input).catch((error: unknown) => {
        throw path === undefined ? error : new StepFailed(path, error);
      });
  }

  async #writeRuleset(name: string, ruleset: NftRuleset): Promise<string> {
    const file = join(this.#options.stateDir, name);
    await mkdir(this.#options.stateDir, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify(ruleset), { mode: 0o600 });
    return file;
  }

  #ownRoutes(): ReturnType<typeof readRoutes> {
    return readRoutes(this.#options.run, 'proto', STATIC_ROUTE_PROTOCOL);
  }

  /** Reads the current segments and tag devices of the machine. */
  async #layout(): Promise<PresentInterfaces> {
    const addresses = await readAddresses(this.#options.run);
    const links = await this.#options.run(['ip', '-o', 'link', 'show']);
    const named = (name: RegExp): string[] =>
      links.split('\n').flatMap((line) => /^\d+: ([^:@]+)[:@]/.exec(line)?.[1]?.match(name)?.[0] ?? []);
    return {
      segments: named(/^vlan\d{1,4}$/).map((device) => readSegment(device, addresses)),
      tagDevices: named(/^nlt\d{1,4}p\d{1,3}$/),
    };
  }
}

function readSegment(
  device: string,
  addresses: readonly AddressRow[],
): PresentInterfaces['segments'][number] {
  const info = addresses.find(({ ifname }) => ifname === device)?.addr_info[0];
  return { device, ip: info?.local ?? '', prefix: info?.prefixlen ?? 0 };
}
