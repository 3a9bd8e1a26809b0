import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  BridgeStat,
  Capabilities,
  ConfigIssue,
  ConfigManagement,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { type Clock, MINUTE_MS, sleep } from '@northlight/runtime';
import { readLinks } from '../system/json-commands.ts';
import type { DeviceSystem } from '../device/linux-driver.ts';
import { CountryRules } from '../radio/country-rules.ts';
import { chooseChannel, parseAbilities, type RadioAbilities } from '../radio/channels.ts';
import { createControlDirectory, formatHostapdCommand, Hostapd } from '../radio/hostapd.ts';
import { formatChannelLines } from '../radio/hostapd-lines.ts';
import { readPhy } from '../radio/iw.ts';
import { RadioDaemon } from '../radio/radio-daemon.ts';
import { findGatewayPort } from '../system/gateway-port.ts';
import { type PlanStep, StepFailed } from '../system/plan-step.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { renderBridgeNft } from './bridge-nft.ts';
import { LinkFigures } from './link-figures.ts';
import { createLinkDown, isLinkChanged, tryBridgeLink } from './link-trial.ts';
import { type BridgeArtefacts, type BridgeEnd, LINK_BRIDGE, LINK_DEVICE, renderBridge } from './render.ts';

const MANAGEMENT_NAMES = /^nlmg\d{1,4}$/;
/** Directory of control sockets. It is short, because the path of a Unix socket has at most 107 bytes. */
const RUNTIME_DIRECTORY = '/run/northlight';

export interface BridgeSystemOptions {
  readonly stateDir: string;
  readonly sn: string;
  readonly mac: string;
  readonly cable: string;
  readonly radio: { readonly id: string; readonly interface: string };
  readonly caps: Capabilities;
  readonly management: ConfigManagement;
  /** Time within which a changed link must come up (s); default 120. */
  readonly linkTimeoutSeconds?: number | undefined;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** Applies the configuration of a bridge: hostapd as a base, wpa_supplicant as a client, both with 4 addresses (WDS). */
export class BridgeSystem implements DeviceSystem<BridgeArtefacts> {
  readonly #options: BridgeSystemOptions;
  readonly #directory: string;
  readonly #controlDir: string;
  readonly #uplink: Uplink;
  readonly #daemon: RadioDaemon;
  readonly #hostapd: Hostapd;
  readonly #country: CountryRules;
  readonly #figures: LinkFigures;
  #applied: BridgeArtefacts | undefined;
  /** Time of the last reading with a connected peer. */
  #lastPeerAt = Number.NEGATIVE_INFINITY;

  constructor(options: BridgeSystemOptions) {
    const { clock, run, sn, stateDir } = options;
    this.#options = options;
    this.#directory = join(stateDir, 'air');
    this.#controlDir = join(RUNTIME_DIRECTORY, sn, 'air');
    this.#uplink = new Uplink({ directory: join(stateDir, 'management'), run, clock });
    this.#daemon = new RadioDaemon({ directory: this.#directory, run, clock });
    this.#hostapd = new Hostapd({
      controlDir: this.#controlDir,
      run,
      clock,
      isRunning: (device) => this.#daemon.isRunning(device),
    });
    this.#country = new CountryRules({ file: join(stateDir, 'country'), run, clock });
    this.#figures = new LinkFigures({ run, clock });
  }

  async prepare(): Promise<void> {
    const { cable, radio, run } = this.#options;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await createControlDirectory(this.#controlDir);
    await run(['ip', 'link', 'set', 'dev', radio.interface, 'down']);
    // Assigns the address to the bridge, because the cable is a port of it.
    const links = await readLinks(run);
    if (links.find(({ ifname }) => ifname === cable)?.master !== LINK_BRIDGE)
      await run(['ip', '-4', 'address', 'flush', 'dev', cable]);
  }

  render(config: DeviceConfig): BridgeArtefacts {
    const { caps, management } = this.#options;
    return renderBridge(config, {
      caps,
      management,
      controlDir: this.#controlDir,
      acceptFile: this.#acceptFile,
    });
  }

  /** Applies a configuration. A changed link is kept only if it comes up, as `tryBridgeLink` describes. */
  async apply(artefacts: BridgeArtefacts): Promise<readonly ConfigIssue[]> {
    const { clock, linkTimeoutSeconds, run } = this.#options;
    const after = artefacts.end?.config;
    if (!this.#applied || !isLinkChanged(this.#applied.end?.config, after)) return this.#use(artefacts);
    let issues: readonly ConfigIssue[] = [];
    const port = (await findGatewayPort(run))?.port;
    const isKept = await tryBridgeLink({
      mode: after?.mode,
      hadPeer: (await this.#countPeers()) > 0 || clock.now() - this.#lastPeerAt < MINUTE_MS,
      isOnlyWay: port?.startsWith(LINK_DEVICE) ?? false,
      countPeers: () => this.#countPeers(),
      timeoutSeconds: linkTimeoutSeconds,
      now: () => clock.now(),
      delay: (ms) => sleep(clock, ms),
      isOff: () => false,
      use: async () => {
        issues = await this.#use(artefacts);
      },
    });
    if (!isKept) {
      const { path, reason } = createLinkDown(linkTimeoutSeconds);
      throw new StepFailed(path, new Error(reason));
    }
    return issues;
  }

  async verify({ end, management }: BridgeArtefacts): Promise<string[]> {
    const { cable, run } = this.#options;
    const links = await readLinks(run);
    const problems = await this.#uplink.verify(management.device, management.settings);
    for (const device of end ? [cable, LINK_DEVICE] : [cable])
      if (links.find(({ ifname }) => ifname === device)?.master !== LINK_BRIDGE)
        problems.push(`${device} is not a port of ${LINK_BRIDGE}.`);
    if (end && !(await this.#daemon.isRunning(LINK_DEVICE))) problems.push('The link is not running.');
    return problems;
  }

  /** Stops the daemons that keep running after the agent has ended. */
  async stopDaemons(): Promise<void> {
    await this.#daemon.stop(LINK_DEVICE);
    await this.#uplink.stopDaemons();
  }

  /** Reads the state of this end of the link; undefined without a link. */
  async readLink(): Promise<BridgeStat | undefined> {
    const mode = this.#applied?.end?.config.mode;
    if (mode === undefined) return undefined;
    const stat = await this.#figures.read(mode);
    if (stat.peers.length > 0) this.#lastPeerAt = this.#options.clock.now();
    return stat;
  }

  async abilities(): Promise<RadioAbilities> {
    const { radio, run } = this.#options;
    return parseAbilities(await run(['iw', 'phy', await readPhy(radio.interface, run), 'info']));
  }

  /** Sets the country that applies when the configuration has none; returns false when it has another country. */
  async changeCountry(country: string): Promise<boolean> {
    const configured = this.#applied?.end?.config.country;
    if (configured !== undefined && configured !== country) return false;
    await this.#country.save(country);
    if (this.#applied) await this.#use(this.#applied);
    return true;
  }

  async #countPeers(): Promise<number> {
    return (await this.readLink())?.peers.length ?? 0;
  }

  async #use(artefacts: BridgeArtefacts): Promise<readonly ConfigIssue[]> {
    const { run, stateDir } = this.#options;
    const { end, management } = artefacts;
    this.#applied = artefacts;
    const country = end?.config.country ?? (await this.#country.saved());
    if (country !== undefined) await this.#country.apply(country);
    for (const { argv } of await this.#planLinks(artefacts)) await run(argv);
    const ruleset = join(stateDir, 'nft-ruleset.json');
    await writeFile(ruleset, JSON.stringify(renderBridgeNft(end?.vlans)), { mode: 0o600 });
    await run(['nft', '-j', '-f', ruleset]);
    const issues = end ? await this.#startLink(end, country) : [];
    if (!end) await this.#daemon.stop(LINK_DEVICE);
    await this.#uplink.apply(management.device, management.settings, { generation: management.device });
    return issues;
  }

  async #startLink(end: BridgeEnd, country: string | undefined): Promise<ConfigIssue[]> {
    const { mac, radio, run } = this.#options;
    const { config, lines, powerDbm } = end;
    const phy = await readPhy(radio.interface, run);
    const issues = await this.#setDistance(phy, end);
    const task = { device: LINK_DEVICE, phy, mac, powerDbm, path: 'bridge' } as const;
    if (config.mode === 'client') {
      await this.#daemon.start({
        ...task,
        type: 'managed',
        text: `${lines.join('\n')}\n`,
        prepare: async () => {
          await run(['iw', 'dev', LINK_DEVICE, 'set', '4addr', 'on']);
          await run(['ip', 'link', 'set', 'dev', LINK_DEVICE, 'master', LINK_BRIDGE]);
        },
        command: formatClientCommand,
        ready: () => Promise.resolve(),
      });
      return issues;
    }
    const channel = await this.#chooseChannel(config);
    issues.push(...channel.issues);
    await this.#writeAccepted(end.accepted);
    await this.#daemon.start({
      ...task,
      type: '__ap',
      // The accepted clients are part of the text, so that another list restarts hostapd.
      text: `${[...channel.lines(country), ...lines, ...end.accepted.map((one) => `# accepts ${one}`)].join('\n')}\n`,
      command: formatHostapdCommand,
      ready: () => this.#hostapd.waitUntilReady(LINK_DEVICE),
    });
    return issues;
  }

  async #chooseChannel({ channel, widthMhz }: Extract<BridgeEnd['config'], { mode: 'base' }>) {
    const { caps, mac, radio } = this.#options;
    const abilities = await this.abilities();
    const band = caps.radios.find(({ id }) => id === radio.id)?.band ?? '5G';
    const requested = { channel, widthMhz, path: 'bridge' } as const;
    const { issues, setting } = chooseChannel(band, requested, abilities, Number.parseInt(mac.slice(-2), 16));
    if (!setting)
      throw new StepFailed(
        'bridge.channel',
        new Error('No channel of this radio is permitted in this country.'),
      );
    return {
      issues,
      lines: (country: string | undefined) => formatChannelLines(setting, { country, vht: abilities.vht }),
    };
  }

  /** Sets the acknowledgement timeout of the radio for the distance. Some radios cannot change it. */
  async #setDistance(phy: string, { config, isLong }: BridgeEnd): Promise<ConfigIssue[]> {
    try {
      await this.#options.run(['iw', 'phy', phy, 'set', 'distance', String(config.distanceMetres)]);
      return [];
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      if (!isLong) return [];
      return [
        {
          path: 'bridge.distanceMetres',
          reason: 'This radio cannot wait longer for acknowledgements than usual.',
          substitution: 'Its throughput may be low beyond 450 m.',
        },
      ];
    }
  }

  /** Plans the bridge with the cable, and the interface of the management VLAN. */
  async #planLinks({ management }: BridgeArtefacts): Promise<PlanStep[]> {
    const { cable, mac, run } = this.#options;
    const now = await readLinks(run);
    const exists = (device: string): boolean => now.some(({ ifname }) => ifname === device);
    const step = (...argv: string[]): PlanStep => ({ argv: ['ip', 'link', ...argv] });
    const { device, vlanId } = management;
    return [
      ...now
        .filter(({ ifname }) => MANAGEMENT_NAMES.test(ifname) && ifname !== device)
        .map(({ ifname }) => step('delete', 'dev', ifname)),
      ...(exists(LINK_BRIDGE)
        ? []
        : [step('add', 'name', LINK_BRIDGE, 'address', mac, 'type', 'bridge', 'forward_delay', '0')]),
      step('set', 'dev', cable, 'master', LINK_BRIDGE),
      step('set', 'dev', cable, 'up'),
      step('set', 'dev', LINK_BRIDGE, 'up'),
      ...(vlanId === undefined
        ? []
        : [
            ...(exists(device)
              ? []
              : [step('add', 'link', LINK_BRIDGE, 'name', device, 'type', 'vlan', 'id', String(vlanId))]),
            step('set', 'dev', device, 'up'),
          ]),
    ];
  }

  /** Writes the list of accepted clients, which hostapd reads at its start. */
  async #writeAccepted(accepted: readonly string[]): Promise<void> {
    if (accepted.length === 0) return rm(this.#acceptFile, { force: true });
    const text = accepted.map((mac) => `${mac}\n`).join('');
    if (text !== (await readFile(this.#acceptFile, 'utf8').catch(() => undefined)))
      await writeFile(this.#acceptFile, text, { mode: 0o600 });
  }

  get #acceptFile(): string {
    return join(this.#directory, 'accepted');
  }
}

/** Returns the command that starts wpa_supplicant in the background. */
const formatClientCommand = (file: string, pidFile: string): readonly [string, ...string[]] => [
  'wpa_supplicant',
  '-B',
  '-D',
  'nl80211',
  '-i',
  LINK_DEVICE,
  '-b',
  LINK_BRIDGE,
  '-c',
  file,
  '-P',
  pidFile,
];
