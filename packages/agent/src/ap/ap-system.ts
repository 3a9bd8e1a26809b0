import { enableForwarding } from '../system/forwarding.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Capabilities,
  ConfigIssue,
  ConfigManagement,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { DhcpServer } from '../gateway/dhcp-server.ts';
import { canTag } from '../gateway/switch-kind.ts';
import type { LinkLog } from '../link/index.ts';
import type { DeviceSystem } from '../device/linux-driver.ts';
import { MESH_DEVICE, MESH_VLAN_PREFIX, type MeshLink } from '../mesh/mesh-link.ts';
import { readAddresses, readLinks } from '../system/json-commands.ts';
import { type PlanStep, StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { BssScheduler } from './bss-scheduler.ts';
import { renderApLimits, renderApNft } from './ap-nft.ts';
import type { BssTask } from './bss-daemon.ts';
import { formatChannelSwitch } from '../radio/channel-switch.ts';
import { parseAbilities, type RadioAbilities, chooseChannel } from '../radio/channels.ts';
import { CountryRules } from '../radio/country-rules.ts';
import { formatChannelLines } from '../radio/hostapd-lines.ts';
import { type RadioInterface, readPhy, readInterfaces } from '../radio/iw.ts';
import { createCablePort, findLinkProblems, planRemovals, planLinks, type UplinkPort } from './links.ts';
import { renderNatDhcp } from './nat-networks.ts';
import { type ApArtefacts, type ApMachine, type ApRadio, renderAp, UNTAGGED_BRIDGE } from './render.ts';

/** Directory of control sockets. It is short, because the path of a Unix socket has at most 107 bytes. */
const RUNTIME_DIRECTORY = '/run/northlight';

export interface AccessPointOptions {
  readonly stateDir: string;
  readonly sn: string;
  readonly mac: string;
  readonly uplink: string;
  readonly caps: Capabilities;
  readonly management: ConfigManagement;
  readonly radios: readonly ApRadio[];
  /** Connection to other mesh nodes; absent for a device that is no mesh node. */
  readonly mesh?: MeshLink;
  readonly run: RunProgram;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/**
 * Applies a rendered configuration to this machine in this order: country, links, address, firewall, DHCP,
 * radios.
 */
export class AccessPointSystem implements DeviceSystem<ApArtefacts> {
  readonly bssScheduler: BssScheduler;
  readonly #options: AccessPointOptions;
  readonly #uplink: Uplink;
  readonly #dhcp: DhcpServer;
  readonly #country: CountryRules;
  readonly #directory: string;
  readonly #controlDir: string;
  #queue: Promise<unknown> = Promise.resolve();
  #applied: ApArtefacts | undefined;
  #tagging = false;
  #limiting = false;

  constructor(options: AccessPointOptions) {
    const { clock, log, run, sn, stateDir } = options;
    this.#options = options;
    this.#directory = join(stateDir, 'air');
    this.#controlDir = join(RUNTIME_DIRECTORY, sn, 'air');
    this.#uplink = new Uplink({ directory: join(stateDir, 'management'), run, clock });
    this.#dhcp = new DhcpServer({ directory: join(stateDir, 'dhcp'), run, clock });
    this.#country = new CountryRules({ file: join(stateDir, 'country'), run, clock });
    this.bssScheduler = new BssScheduler({
      directory: this.#directory,
      controlDir: this.#controlDir,
      denyFile: this.#denyFile,
      run,
      clock,
      log,
    });
  }

  /** Lease file of the device's NAT networks. */
  get leaseFile(): string {
    return this.#dhcp.leaseFile;
  }

  async prepare(): Promise<void> {
    const { radios, run, stateDir, uplink } = this.#options;
    await this.#dhcp.prepare();
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    this.#tagging = await canTag(uplink, run);
    const probe = join(stateDir, 'nft-probe.json');
    await writeFile(probe, JSON.stringify(renderApLimits([])), { mode: 0o600 });
    this.#limiting = await succeeds(run(['nft', '-c', '-j', '-f', probe]));
    for (const { interface: device } of radios) await run(['ip', 'link', 'set', 'dev', device, 'down']);
    // Assigns the address to the bridge, because the uplink is a port of it.
    const links = await readLinks(run);
    if (links.find(({ ifname }) => ifname === uplink)?.master !== UNTAGGED_BRIDGE)
      await run(['ip', '-4', 'address', 'flush', 'dev', uplink]);
  }

  render(config: DeviceConfig): ApArtefacts {
    return renderAp(config, this.#machine);
  }

  apply(artefacts: ApArtefacts): Promise<readonly ConfigIssue[]> {
    return this.#serialise(() => this.#applyArtefacts(artefacts));
  }

  async #applyArtefacts(artefacts: ApArtefacts): Promise<readonly ConfigIssue[]> {
    const { mac, mesh, run, stateDir } = this.#options;
    this.#applied = artefacts;
    const ruleset = await this.#writeRuleset(artefacts);
    await run(['nft', '-c', '-j', '-f', ruleset]);
    const country = artefacts.country ?? (await this.#country.saved()) ?? mesh?.country;
    if (country !== undefined) await this.#country.apply(country);
    await mesh?.start();
    await this.#runSteps(planLinks(await readLinks(run), artefacts, this.#uplinkPorts, mac));
    await this.#applyAddress(artefacts);
    if (artefacts.networks.length > 0) await enableForwarding(run, stateDir);
    await run(['nft', '-j', '-f', ruleset]);
    await this.#dhcp.apply(renderNatDhcp(artefacts.networks, this.#dhcpFiles), '');
    const { issues, tasks } = await this.#renderTasks(artefacts, country);
    await this.bssScheduler.apply({ tasks, timeZone: artefacts.timeZone, denied: artefacts.denied });
    await this.#runSteps(planRemovals(await readLinks(run), artefacts, this.#uplinkPorts));
    return [...issues, ...listPowerIssues(tasks, artefacts, await readInterfaces(run))];
  }

  async verify({ management, networks, vlans }: ApArtefacts): Promise<string[]> {
    const { mesh, run } = this.#options;
    const problems = findLinkProblems(await readLinks(run), { networks, vlans }, this.#uplinkPorts);
    problems.push(...((await mesh?.verify()) ?? []));
    problems.push(...(await this.#uplink.verify(management.bridge, management.settings)));
    if (networks.length > 0 && !(await this.#dhcp.isRunning()))
      problems.push('The DHCP server is not running.');
    const interfaces = await readInterfaces(run);
    for (const { device, ssid } of this.bssScheduler.scheduled) {
      const found = interfaces.find((one) => one.device === device);
      if (found?.ssid === ssid) continue;
      // Skips an SSID whose radio checks for radar, which may take 1 min or more before broadcasting is
      // allowed.
      if ((await this.bssScheduler.daemon.state(device)) !== 'DFS')
        problems.push(`${device} is not broadcasting.`);
    }
    return problems;
  }

  async stopDaemons(): Promise<void> {
    await this.bssScheduler.stop();
    await this.#dhcp.stop();
    await this.#uplink.stopDaemons();
    await this.#options.mesh?.stop();
  }

  /** Reads the abilities of each radio under the current country rules, by radio id. */
  async abilities(): Promise<
    ReadonlyMap<string, { readonly phy: string; readonly abilities: RadioAbilities }>
  > {
    const { radios, run } = this.#options;
    const found = await Promise.all(
      radios.map(async ({ id, interface: device }) => {
        const phy = await readPhy(device, run);
        return [id, { phy, abilities: parseAbilities(await run(['iw', 'phy', phy, 'info'])) }] as const;
      }),
    );
    return new Map(found);
  }

  /**
   * Sets the country that applies when the configuration has none. Returns false when the configuration has
   * another country.
   */
  changeCountry(country: string): Promise<boolean> {
    return this.#serialise(async () => {
      const configured = this.#applied?.country;
      if (configured !== undefined && configured !== country) return false;
      await this.#country.save(country);
      if (this.#applied) await this.#applyArtefacts(this.#applied);
      return true;
    });
  }

  /** Runs changes one after another, because a configuration and a command may arrive at the same time. */
  #serialise<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(act);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** The cable first, which carries the traffic if the mesh leads to the same network. */
  get #uplinkPorts(): readonly UplinkPort[] {
    const { mesh, uplink } = this.#options;
    return [
      createCablePort(uplink),
      ...(mesh ? [{ device: MESH_DEVICE, vlanPrefix: MESH_VLAN_PREFIX }] : []),
    ];
  }

  get #denyFile(): string {
    return join(this.#directory, 'denied');
  }

  get #machine(): ApMachine {
    const { caps, management, radios, sn } = this.#options;
    return {
      sn,
      caps,
      management,
      radios,
      controlDir: this.#controlDir,
      denyFile: this.#denyFile,
      tagging: this.#tagging,
      limiting: this.#limiting,
    };
  }

  get #dhcpFiles() {
    const { hostsDir, leaseFile } = this.#dhcp;
    return { hostsDir, leaseFile, resolvFile: this.#uplink.resolvFile };
  }

  /** Chooses a channel for each radio and renders the hostapd files of its SSIDs. */
  async #renderTasks(
    { bsses, radios }: ApArtefacts,
    country: string | undefined,
  ): Promise<{ tasks: BssTask[]; issues: ConfigIssue[] }> {
    const { caps, mac } = this.#options;
    const issues: ConfigIssue[] = [];
    const abilities = await this.abilities();
    const spread = Number.parseInt(mac.slice(-2), 16);
    const tasks = radios.flatMap(({ id, powerDbm, requested }): BssTask[] => {
      const own = bsses.filter(({ radio }) => radio === id);
      const band = caps.radios.find((radio) => radio.id === id)?.band;
      const found = abilities.get(id);
      if (own.length === 0 || !band || !found) return [];
      const { issues: more, setting } = chooseChannel(band, requested, found.abilities, spread);
      issues.push(...more);
      if (!setting) return [];
      const channel = formatChannelLines(setting, { country, vht: found.abilities.vht });
      const channelSwitch = formatChannelSwitch(setting, found.abilities);
      return own.map((bss) => ({
        bss,
        phy: found.phy,
        powerDbm,
        setting,
        channelSwitch,
        text: `${[...channel, ...bss.lines].join('\n')}\n`,
      }));
    });
    return { tasks, issues };
  }

  /** Applies the management address, and removes addresses from all other bridges. */
  async #applyAddress({ management, networks }: ApArtefacts): Promise<void> {
    const { run } = this.#options;
    const keep = new Set([management.bridge, ...networks.map(({ bridge }) => bridge)]);
    for (const { addr_info, ifname } of await readAddresses(run))
      if (/^nlbr\d+$/.test(ifname) && addr_info.length > 0 && !keep.has(ifname))
        await run(['ip', '-4', 'address', 'flush', 'dev', ifname]);
    await this.#uplink.apply(management.bridge, management.settings, {
      generation: management.bridge,
    });
  }

  async #runSteps(steps: readonly PlanStep[]): Promise<void> {
    for (const { argv, input, path } of steps)
      await this.#options.run(argv, input).catch((error: unknown) => {
        throw path === undefined ? error : new StepFailed(path, error);
      });
  }

  async #writeRuleset(artefacts: ApArtefacts): Promise<string> {
    const file = join(this.#options.stateDir, 'nft-ruleset.json');
    const { nftables } = renderApNft(artefacts);
    const limits = this.#limiting ? renderApLimits(artefacts.bsses).nftables : [];
    await writeFile(file, JSON.stringify({ nftables: [...nftables, ...limits] }), { mode: 0o600 });
    return file;
  }
}

/**
 * Lists issues of radios whose transmit power is below the configured one, because of country rules or the
 * driver.
 */
function listPowerIssues(
  tasks: readonly BssTask[],
  { radios }: ApArtefacts,
  interfaces: readonly RadioInterface[],
): ConfigIssue[] {
  return radios.flatMap(({ id, powerDbm, requested }) => {
    const device = tasks.find(({ bss }) => bss.radio === id)?.bss.device;
    const actual = interfaces.find((one) => one.device === device)?.powerDbm;
    if (powerDbm === undefined || actual === undefined || actual >= powerDbm || requested.path === undefined)
      return [];
    return [
      {
        path: `${requested.path}.powerDbm`,
        reason: `This radio cannot transmit at ${powerDbm} dBm.`,
        substitution: `It transmits at ${Math.floor(actual)} dBm.`,
      },
    ];
  });
}

async function succeeds(command: Promise<unknown>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}
