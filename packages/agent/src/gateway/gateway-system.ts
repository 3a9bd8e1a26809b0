import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { disableChecksumOffload } from '../system/checksum-offload.ts';
import { runningPid, stopDaemon } from '../system/daemon.ts';
import { type AddressRow, readAddresses } from '../system/json-commands.ts';
import { OvsInstance } from '../system/ovs-instance.ts';
import type { Run } from '../system/run.ts';
import { NFT_TABLE } from './nft-ruleset.ts';
import { plan, type SwitchKind } from './plan.ts';
import type { Artefacts, GatewayPorts, Segment } from './render.ts';
import { probeSwitchKind } from './switch-kind.ts';

export interface GatewaySystemOptions {
  readonly stateDir: string;
  readonly wan: string;
  readonly lan: readonly string[];
  readonly run: Run;
  readonly clock: Clock;
  /** Which switch to use instead of the one that the kernel suggests. */
  readonly kind?: SwitchKind;
}

/** Carries artefacts out on this machine, in order: links, switch, addresses, firewall, DHCP. */
export class GatewaySystem {
  readonly ovs: OvsInstance;
  readonly #options: GatewaySystemOptions;
  #kind: SwitchKind | undefined;

  constructor(options: GatewaySystemOptions) {
    this.#options = options;
    this.ovs = new OvsInstance(join(options.stateDir, 'ovs'), options.run, options.clock);
    this.#kind = options.kind;
  }

  get leaseFile(): string {
    return join(this.#options.stateDir, 'dhcp', 'leases');
  }

  get kind(): SwitchKind | undefined {
    return this.#kind;
  }

  get ports(): GatewayPorts {
    const { lan, wan } = this.#options;
    return { wan, lan, leaseFile: this.leaseFile, upstreamDns: [] };
  }

  /** Once, before the first `apply`: the switch is there and the kernel forwards. */
  async prepare(): Promise<void> {
    const { lan, run, stateDir, wan } = this.#options;
    await mkdir(join(stateDir, 'dhcp'), { recursive: true, mode: 0o755 });
    this.#kind ??= await probeSwitchKind(lan[0] ?? wan, run);
    if (this.#kind === 'ovs') await this.ovs.start();
    // Through a program, because the switch belongs to the network namespace that programs run in.
    await run(['tee', '/proc/sys/net/ipv4/ip_forward'], '1');
    for (const device of lan) {
      await run(['ip', 'link', 'set', 'dev', device, 'up']);
      // The kernel sees the frames of a switch's port too, and would answer for the gateway with the port's own MAC.
      await run(['tee', `/proc/sys/net/ipv4/conf/${device}/arp_ignore`], '1');
      if (this.#kind === 'ovs') await disableChecksumOffload(device, run);
    }
  }

  /** Brings the machine to the artefacts; rejects when a step fails, and then says nothing of how far it came. */
  async apply(artefacts: Artefacts): Promise<void> {
    const { lan, run, stateDir } = this.#options;
    const ruleset = join(stateDir, 'nft-ruleset.json');
    await writeFile(ruleset, JSON.stringify(artefacts.nft), { mode: 0o600 });
    await run(['nft', '-c', '-j', '-f', ruleset]);
    const kind = this.#kind ?? 'ovs';
    const before = await this.#layout();
    for (const { argv } of plan(before, artefacts.segments, { kind, lan, ovsDb: this.ovs.db }))
      await run(argv);
    if (kind === 'ovs')
      for (const { device } of artefacts.segments) await disableChecksumOffload(device, run);
    await run(['nft', '-j', '-f', ruleset]);
    await this.#serve(artefacts.dnsmasq);
  }

  /** What is not as the artefacts say; empty when all is. */
  async verify({ dnsmasq, segments }: Artefacts): Promise<string[]> {
    const { run } = this.#options;
    const problems: string[] = [];
    const addresses = await readAddresses(run);
    for (const { device, ip, prefix } of segments) {
      const row = addresses.find(({ ifname }) => ifname === device);
      if (!row?.addr_info.some(({ local, prefixlen }) => local === ip && prefixlen === prefix))
        problems.push(`${device} does not have ${ip}/${prefix}.`);
      if (row && !row.flags.includes('UP')) problems.push(`${device} is not up.`);
    }
    await run(['nft', '-j', 'list', 'table', 'inet', NFT_TABLE]);
    if (dnsmasq !== undefined && (await runningPid(this.#pidFile)) === undefined)
      problems.push('The DHCP server does not run.');
    return problems;
  }

  /** Ends the daemons that go on without the agent; needs no root of the network, only of the processes. */
  async stopDaemons(): Promise<void> {
    await stopDaemon(this.#pidFile, this.#options.clock);
    await this.ovs.stop();
  }

  get #pidFile(): string {
    return join(this.#options.stateDir, 'dhcp', 'dnsmasq.pid');
  }

  /** The segments that the machine has now, whoever made them. */
  async #layout(): Promise<Segment[]> {
    const addresses = await readAddresses(this.#options.run);
    const links = await this.#options.run(['ip', '-o', 'link', 'show']);
    return links.split('\n').flatMap((line): Segment[] => {
      const device = /^\d+: (vlan(\d{1,4}))[:@]/.exec(line);
      return device?.[1] && device[2] ? [segmentNow(device[1], Number(device[2]), addresses)] : [];
    });
  }

  /** A DHCP server with this file; one that already runs with it stays. */
  async #serve(text: string | undefined): Promise<void> {
    const { clock, run, stateDir } = this.#options;
    const file = join(stateDir, 'dhcp', 'dnsmasq.conf');
    const current = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && text === current && (await runningPid(this.#pidFile)) !== undefined) return;
    await stopDaemon(this.#pidFile, clock);
    if (text === undefined) return rm(file, { force: true });
    await writeFile(file, text, { mode: 0o644 });
    await run(['dnsmasq', '--test', `--conf-file=${file}`]);
    await run(['dnsmasq', `--conf-file=${file}`, `--pid-file=${this.#pidFile}`]);
  }
}

function segmentNow(device: string, vlanId: number, addresses: readonly AddressRow[]): Segment {
  const info = addresses.find(({ ifname }) => ifname === device)?.addr_info[0];
  return { device, vlanId, ip: info?.local ?? '', prefix: info?.prefixlen ?? 0, ports: [] };
}
