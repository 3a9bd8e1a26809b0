import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigIssue, DeviceConfig } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { DeviceSystem } from '../linux-driver.ts';
import { disableChecksumOffload } from '../system/checksum-offload.ts';
import { type AddressRow, readAddresses, readRoutes } from '../system/json-commands.ts';
import { OvsInstance } from '../system/ovs-instance.ts';
import { type PlanStep, StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type Run } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { DhcpServer } from './dhcp-server.ts';
import { renderFlowCounters } from './flow-counters.ts';
import { verifyNft } from './nft-verify.ts';
import { NFT_COUNT_TABLE, type NftRuleset, renderNftCounters } from './nft-ruleset.ts';
import { type Layout, plan, type SwitchKind } from './plan.ts';
import { type Artefacts, type GatewayPorts, render } from './render.ts';
import { missingRoutes, planRoutes, STATIC_ROUTE_PROTOCOL } from './static-routes.ts';
import { canTag, probeSwitchKind } from './switch-kind.ts';
import { refusedLines, type Wan } from './wans.ts';

export interface GatewaySystemOptions {
  readonly stateDir: string;
  readonly wan: string | readonly string[];
  readonly lan: readonly string[];
  readonly run: Run;
  readonly clock: Clock;
  /** Which switch to use instead of the one that the kernel suggests. */
  readonly kind?: SwitchKind;
  /** Where the device's own page is served in each VLAN. */
  readonly pagePort?: number;
}

/** Carries artefacts out on this machine, in order: links, switch, addresses, routes, firewall, DHCP. */
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

  /** Once, before the first `apply`: the switch is there and the kernel forwards. */
  async prepare(): Promise<void> {
    const { lan, run } = this.#options;
    const first = lan[0] ?? this.#wan[0] ?? '';
    await this.#dhcp.prepare();
    this.#kind ??= await probeSwitchKind(first, run);
    this.#tagging = this.#kind === 'ovs' || (await canTag(first, run));
    if (this.#kind === 'ovs') await this.ovs.start();
    await this.#count();
    // Through a program, because the switch belongs to the network namespace that programs run in.
    await run(['tee', '/proc/sys/net/ipv4/ip_forward'], '1');
    // A port whose link goes carries nothing any more: the next one takes over.
    for (const port of this.#wan)
      await run(['tee', `/proc/sys/net/ipv4/conf/${port}/ignore_routes_with_linkdown`], '1');
    for (const device of lan) {
      await run(['ip', 'link', 'set', 'dev', device, 'up']);
      // The kernel sees the frames of a switch's port too, and would answer for the gateway with the port's own MAC.
      await run(['tee', `/proc/sys/net/ipv4/conf/${device}/arp_ignore`], '1');
      if (this.#kind === 'ovs') await disableChecksumOffload(device, run);
    }
  }

  render(config: DeviceConfig): Artefacts {
    return render(config, this.ports);
  }

  /**
   * Brings the machine to the artefacts. Rejects when a step fails, `StepFailed` if a place in the configuration is at
   * fault, and then says nothing of how far it came.
   */
  async apply(artefacts: Artefacts): Promise<readonly ConfigIssue[]> {
    const { lan, run } = this.#options;
    const ruleset = await this.#writeRuleset('nft-ruleset.json', artefacts.nft);
    await run(['nft', '-c', '-j', '-f', ruleset]);
    const kind = this.#kind ?? 'ovs';
    const context = { kind, lan, ovsDb: this.ovs.db };
    await this.#carryOut(plan(await this.#layout(), artefacts.segments, context));
    if (kind === 'ovs')
      for (const { device } of artefacts.segments) await disableChecksumOffload(device, run);
    await this.#reach(artefacts.wans);
    await this.#carryOut(planRoutes(await this.#ownRoutes(), artefacts.routes));
    await run(['nft', '-j', '-f', ruleset]);
    await this.#dhcp.serve(artefacts.dnsmasq, artefacts.reservations);
    return this.#refusals(artefacts.wans);
  }

  /** What is not as the artefacts say; empty when all is. */
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
    problems.push(...missingRoutes(await this.#ownRoutes(), routes));
    problems.push(...(await verifyNft(nft, run)));
    if (dnsmasq !== undefined && !(await this.#dhcp.runs())) problems.push('The DHCP server does not run.');
    return problems;
  }

  /** Ends the daemons that go on without the agent; needs no root of the network, only of the processes. */
  async stopDaemons(): Promise<void> {
    await this.#dhcp.stop();
    for (const uplink of this.#uplinks.values()) await uplink.stopDaemons();
    await this.ovs.stop();
  }

  /** What is given back comes first: the resolver of the machine is in the end what our own WANs make of it. */
  async #reach(wans: readonly Wan[]): Promise<void> {
    const ours = wans.filter(({ settings }) => settings !== undefined);
    const resolvers = ours.map(({ port }) => this.#uplinks.get(port)?.resolvFile ?? '');
    const forGood = ours.length === 0;
    if (!forGood) for (const { port } of wans) await this.#uplinks.get(port)?.keep(port);
    for (const { metric, port, settings } of [...wans.filter((wan) => !ours.includes(wan)), ...ours])
      await this.#uplinks.get(port)?.apply(port, settings, { forGood, metric, resolvers });
  }

  async #refusals(wans: readonly Wan[]): Promise<ConfigIssue[]> {
    const issues: ConfigIssue[] = [];
    for (const { port, settings } of wans)
      if (settings?.mode === 'pppoe')
        issues.push(...refusedLines((await this.#uplinks.get(port)?.refused(settings)) ?? []));
    return issues;
  }

  /** Counts by application from now on, or goes on with it; false where the kernel cannot. */
  async countFlows(): Promise<boolean> {
    const ruleset = await this.#writeRuleset('nft-flow.json', renderFlowCounters());
    try {
      await this.#options.run(['nft', '-j', '-f', ruleset]);
      return true;
    } catch (error) {
      if (error instanceof CommandFailed) return false;
      throw error;
    }
  }

  /** Counting begins once and goes on: loading the table again would fail, and a new one would begin at zero. */
  async #count(): Promise<void> {
    const { run } = this.#options;
    const tables = await run(['nft', 'list', 'tables', 'inet']);
    if (tables.split('\n').includes(`table inet ${NFT_COUNT_TABLE}`)) return;
    await run(['nft', '-j', '-f', await this.#writeRuleset('nft-counters.json', renderNftCounters())]);
  }

  async #carryOut(steps: readonly PlanStep[]): Promise<void> {
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

  /** What the machine has now, whoever made it. */
  async #layout(): Promise<Layout> {
    const addresses = await readAddresses(this.#options.run);
    const links = await this.#options.run(['ip', '-o', 'link', 'show']);
    const named = (name: RegExp): string[] =>
      links.split('\n').flatMap((line) => /^\d+: ([^:@]+)[:@]/.exec(line)?.[1]?.match(name)?.[0] ?? []);
    return {
      segments: named(/^vlan\d{1,4}$/).map((device) => segmentNow(device, addresses)),
      tagDevices: named(/^nlt\d{1,4}p\d{1,3}$/),
    };
  }
}

function segmentNow(device: string, addresses: readonly AddressRow[]): Layout['segments'][number] {
  const info = addresses.find(({ ifname }) => ifname === device)?.addr_info[0];
  return { device, ip: info?.local ?? '', prefix: info?.prefixlen ?? 0 };
}
