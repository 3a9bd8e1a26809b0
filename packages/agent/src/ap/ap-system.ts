import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Capabilities,
  ConfigIssue,
  ConfigManagement,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';
import { DhcpServer } from '../gateway/dhcp-server.ts';
import { canTag } from '../gateway/switch-kind.ts';
import type { LinkLog } from '../link/index.ts';
import type { DeviceSystem } from '../linux-driver.ts';
import { readAddresses } from '../system/json-commands.ts';
import { type PlanStep, StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type Run } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { Air } from './air.ts';
import { renderApLimits, renderApNft } from './ap-nft.ts';
import type { BssWork } from './bss-daemon.ts';
import { parseAbilities, type RadioAbilities, settleChannel } from './channels.ts';
import { channelLines } from './hostapd-conf.ts';
import { type AirInterface, phyOf, readCountry, readInterfaces } from './iw.ts';
import { linkProblems, planGone, planLinks, readLinkRows } from './links.ts';
import { renderOwnDhcp } from './own-networks.ts';
import { type ApArtefacts, type ApMachine, type ApRadio, renderAp, UNTAGGED_BRIDGE } from './render.ts';

const COUNTRY_POLL_MS = 50;
const COUNTRY_POLLS = 60;
/** Sockets have short names; the state's own directory may have a long one. */
const RUNTIME_DIRECTORY = '/run/northlight';

export interface AccessPointOptions {
  readonly stateDir: string;
  readonly sn: string;
  readonly mac: string;
  readonly uplink: string;
  readonly caps: Capabilities;
  readonly management: ConfigManagement;
  readonly radios: readonly ApRadio[];
  readonly run: Run;
  readonly clock: Clock;
  readonly log: LinkLog;
}

/** Carries artefacts out on this machine, in order: country, links, address, firewall, leases, air. */
export class AccessPointSystem implements DeviceSystem<ApArtefacts> {
  readonly air: Air;
  readonly #options: AccessPointOptions;
  readonly #uplink: Uplink;
  readonly #dhcp: DhcpServer;
  readonly #directory: string;
  readonly #controlDir: string;
  #turn: Promise<unknown> = Promise.resolve();
  #last: ApArtefacts | undefined;
  #tagging = false;
  #limiting = false;

  constructor(options: AccessPointOptions) {
    const { clock, log, run, sn, stateDir } = options;
    this.#options = options;
    this.#directory = join(stateDir, 'air');
    this.#controlDir = join(RUNTIME_DIRECTORY, sn, 'air');
    this.#uplink = new Uplink({ directory: join(stateDir, 'management'), run, clock });
    this.#dhcp = new DhcpServer({ directory: join(stateDir, 'dhcp'), run, clock });
    this.air = new Air({
      directory: this.#directory,
      controlDir: this.#controlDir,
      denyFile: this.#denyFile,
      run,
      clock,
      log,
    });
  }

  /** Leases of the networks that the device itself gives. */
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
    // Its address is the bridge's to have.
    const links = await readLinkRows(run);
    if (links.find(({ ifname }) => ifname === uplink)?.master !== UNTAGGED_BRIDGE)
      await run(['ip', '-4', 'address', 'flush', 'dev', uplink]);
  }

  render(config: DeviceConfig): ApArtefacts {
    return renderAp(config, this.#machine);
  }

  apply(artefacts: ApArtefacts): Promise<readonly ConfigIssue[]> {
    return this.#inTurn(() => this.#bring(artefacts));
  }

  async #bring(artefacts: ApArtefacts): Promise<readonly ConfigIssue[]> {
    const { mac, run, uplink } = this.#options;
    this.#last = artefacts;
    const ruleset = await this.#writeRuleset(artefacts);
    await run(['nft', '-c', '-j', '-f', ruleset]);
    const country = artefacts.country ?? (await this.#keptCountry());
    if (country !== undefined) await this.#setCountry(country);
    await this.#carryOut(planLinks(await readLinkRows(run), artefacts, uplink, mac));
    await this.#address(artefacts);
    if (artefacts.networks.length > 0) await run(['tee', '/proc/sys/net/ipv4/ip_forward'], '1');
    await run(['nft', '-j', '-f', ruleset]);
    await this.#dhcp.serve(renderOwnDhcp(artefacts.networks, this.#dhcpFiles), '');
    const { issues, work } = await this.#settle(artefacts, country);
    await this.air.bring({ work, timeZone: artefacts.timeZone, denied: artefacts.denied });
    await this.#carryOut(planGone(await readLinkRows(run), artefacts));
    return [...issues, ...weakRadios(work, artefacts, await readInterfaces(run))];
  }

  async verify({ management, networks, vlans }: ApArtefacts): Promise<string[]> {
    const { run, uplink } = this.#options;
    const problems = linkProblems(await readLinkRows(run), { networks, vlans }, uplink);
    problems.push(...(await this.#uplink.verify(management.bridge, management.settings)));
    if (networks.length > 0 && !(await this.#dhcp.runs())) problems.push('The DHCP server does not run.');
    const interfaces = await readInterfaces(run);
    for (const { device, ssid } of this.air.wanted) {
      const found = interfaces.find((one) => one.device === device);
      if (found?.ssid === ssid) continue;
      // Radar is looked for a minute or longer before anything may be on the air.
      if ((await this.air.daemon.state(device)) !== 'DFS') problems.push(`${device} is not on the air.`);
    }
    return problems;
  }

  async stopDaemons(): Promise<void> {
    await this.air.stop();
    await this.#dhcp.stop();
    await this.#uplink.stopDaemons();
  }

  /** What each radio can under the rules that hold now, by its id. */
  async abilities(): Promise<
    ReadonlyMap<string, { readonly phy: string; readonly abilities: RadioAbilities }>
  > {
    const { radios, run } = this.#options;
    const found = await Promise.all(
      radios.map(async ({ id, interface: device }) => {
        const phy = await phyOf(device, run);
        return [id, { phy, abilities: parseAbilities(await run(['iw', 'phy', phy, 'info'])) }] as const;
      }),
    );
    return new Map(found);
  }

  /** The country that holds while no configuration names one; false when the one that runs names another. */
  changeCountry(country: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const said = this.#last?.country;
      if (said !== undefined && said !== country) return false;
      await writeFile(this.#countryFile, country, { flush: true });
      if (this.#last) await this.#bring(this.#last);
      return true;
    });
  }

  async #keptCountry(): Promise<string | undefined> {
    const text = await readFile(this.#countryFile, 'utf8').catch(() => '');
    return /^[A-Z]{2}$/.test(text) ? text : undefined;
  }

  /** A configuration and a command may come at once. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(act);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  get #countryFile(): string {
    return join(this.#options.stateDir, 'country');
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

  /** Each radio gets its channel, and its SSIDs their files. */
  async #settle(
    { bsses, radios }: ApArtefacts,
    country: string | undefined,
  ): Promise<{ work: BssWork[]; issues: ConfigIssue[] }> {
    const { caps, mac } = this.#options;
    const issues: ConfigIssue[] = [];
    const abilities = await this.abilities();
    const spread = Number.parseInt(mac.slice(-2), 16);
    const work = radios.flatMap(({ id, powerDbm, wish }): BssWork[] => {
      const own = bsses.filter(({ radio }) => radio === id);
      const band = caps.radios.find((radio) => radio.id === id)?.band;
      const found = abilities.get(id);
      if (own.length === 0 || !band || !found) return [];
      const { issues: more, settled } = settleChannel(band, wish, found.abilities, spread);
      issues.push(...more);
      if (!settled) return [];
      const channel = channelLines(settled, { country, vht: found.abilities.vht });
      return own.map((bss) => ({
        bss,
        phy: found.phy,
        powerDbm,
        text: `${[...channel, ...bss.lines].join('\n')}\n`,
      }));
    });
    return { work, issues };
  }

  /** Asks the kernel for the rules of a country, and waits until they hold; a radio may insist on its own. */
  async #setCountry(country: string): Promise<void> {
    const { clock, run } = this.#options;
    if ((await readCountry(run)) === country) return;
    await run(['iw', 'reg', 'set', country]);
    for (let polls = 0; polls < COUNTRY_POLLS && (await readCountry(run)) !== country; polls++)
      await sleep(clock, COUNTRY_POLL_MS);
  }

  /** The device has an address in one of its networks and in no other. */
  async #address({ management, networks }: ApArtefacts): Promise<void> {
    const { run } = this.#options;
    const keep = new Set([management.bridge, ...networks.map(({ bridge }) => bridge)]);
    for (const { addr_info, ifname } of await readAddresses(run))
      if (/^nlbr\d+$/.test(ifname) && addr_info.length > 0 && !keep.has(ifname))
        await run(['ip', '-4', 'address', 'flush', 'dev', ifname]);
    await this.#uplink.apply(management.bridge, management.settings, {
      generation: management.bridge,
    });
  }

  async #carryOut(steps: readonly PlanStep[]): Promise<void> {
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

/** Radios that send with less than was asked, because the rules of the country or their driver say so. */
function weakRadios(
  work: readonly BssWork[],
  { radios }: ApArtefacts,
  interfaces: readonly AirInterface[],
): ConfigIssue[] {
  return radios.flatMap(({ id, powerDbm, wish }) => {
    const device = work.find(({ bss }) => bss.radio === id)?.bss.device;
    const sends = interfaces.find((one) => one.device === device)?.powerDbm;
    if (powerDbm === undefined || sends === undefined || sends >= powerDbm || wish.path === undefined)
      return [];
    return [
      {
        path: `${wish.path}.powerDbm`,
        reason: `This radio may not send with ${powerDbm} dBm here.`,
        substitution: `It sends with ${Math.floor(sends)} dBm.`,
      },
    ];
  });
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof CommandFailed) return false;
    throw error;
  }
}
