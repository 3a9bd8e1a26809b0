import {
  type ApplyOutcome,
  type BirthFacts,
  DeviceLink,
  type Driver,
  FACTORY,
  isLinkChanged,
  checkConfig,
  createMemoryStore,
  type RebootReason,
  createKeyAndRequest,
  TopologyWatch,
  type TunnelClient,
} from '@northlight/agent';
import type {
  Band,
  BridgeStat,
  Capabilities,
  ClientReport,
  CommandArgs,
  CommandPush,
  CommandReport,
  DeviceConfig,
  RadioStat,
  WanStat,
} from '@northlight/contract/device-protocol';
import { drawRandomInt, sleep } from '@northlight/runtime';
import { NeighbourScan } from './neighbour-scan.ts';
import { changeBridgeLink } from './bridge/bridge-trial.ts';
import { NetworkPath } from './network-path.ts';
import { announceBackups, createFileCommands, hideFiles } from './simulated-files.ts';
import { downloadSoftware } from './simulated-software.ts';
import type { SimulatedDeviceOptions } from './simulated-device-options.ts';
import { type DeviceAir, RadioAir } from './radio-air.ts';
import { createPageTunnel } from './simulated-local-page.ts';
import { SimulatedRadios } from './simulated-radios.ts';
import { computeWans, LineQuality } from './simulated-wans.ts';
import type { CrowdChange, AttachPoint } from './crowd.ts';
import { runCommand } from './simulated-commands.ts';
import { type DeviceSpec, getAddress, getCapabilities, type SiteFigures } from './spec.ts';
import { DeviceCounters } from './device-counters.ts';

const SOFTWARE = '2.4.1';
const HARDWARE = 'A1';

/** A simulated device: a physical model that the link of a real device connects to the cloud. */
export class SimulatedDevice implements Driver {
  readonly spec: DeviceSpec;
  readonly caps: Capabilities;
  readonly link: DeviceLink;
  readonly #options: SimulatedDeviceOptions;
  readonly #lineQuality: LineQuality;
  readonly #vitals: DeviceCounters;
  readonly #radios: SimulatedRadios;
  readonly #air: DeviceAir;
  readonly #neighbours: NeighbourScan;
  readonly #tunnel: TunnelClient | undefined;
  readonly #fileCommands: ReturnType<typeof createFileCommands>;
  readonly #topology: TopologyWatch;
  readonly #path: NetworkPath;
  #power = new AbortController();
  #plugged = false;
  #config: DeviceConfig = FACTORY.active.config;
  #needsFullClients = false;
  #software: string;

  constructor(options: SimulatedDeviceOptions) {
    const { access, clock, connect, entropy, linked, log, spec } = options;
    const caps = getCapabilities(spec);
    if (!caps) throw new Error(`There is no model ${spec.model}.`);
    this.spec = spec;
    this.#software = spec.software ?? SOFTWARE;
    this.caps = options.ca === undefined ? hideFiles(caps) : announceBackups(caps);
    this.#options = options;
    const countsApplications = caps.features.includes('application-flow');
    this.#lineQuality = new LineQuality(entropy);
    this.#vitals = new DeviceCounters(caps.ports, linked, entropy, clock.now(), countsApplications);
    this.#radios = new SimulatedRadios({ caps, factorySsids: options.ssids, mac: spec.mac, entropy });
    this.#air = options.air ?? new RadioAir(spec.sn, caps.radios);
    this.#neighbours = new NeighbourScan({ radios: caps.radios, air: this.#air });
    const store = createMemoryStore(access.credential && { ...FACTORY, credential: access.credential });
    const secret = access.secret === undefined ? {} : { secret: access.secret };
    const code = spec.cloudCode === undefined ? {} : { cloudCode: spec.cloudCode };
    const keys = options.usesCertificates ? { newKey: createKeyAndRequest } : {};
    this.#path = new NetworkPath(connect);
    const services = { connect: this.#path.connect, driver: this, store, clock, entropy, log, ...keys };
    this.link = new DeviceLink({ sn: spec.sn, ...secret, ...code, ...services });
    this.#topology = new TopologyWatch({ link: this.link, clock, log, read: async () => options.topology() });
    const { ca } = options;
    this.#tunnel = ca === undefined ? undefined : this.#createTunnel(ca);
    const running = (): DeviceConfig => this.#config;
    const link = (): DeviceLink => this.link;
    this.#fileCommands = createFileCommands(options, caps, { ca, clock, entropy, link, running });
  }

  get sn(): string {
    return this.spec.sn;
  }

  /** Returns `unplugged`, or the phase of the link: `waiting`, `connecting`, `joining`, `online`, or `stopped` in a restart. */
  get state(): string {
    return this.#plugged ? this.link.state.phase : 'unplugged';
  }

  get online(): boolean {
    return this.#plugged && this.link.online;
  }

  get hasPower(): boolean {
    return this.#plugged;
  }

  /** True while the device has power and is not restarting, online or not. */
  get running(): boolean {
    return this.#plugged && this.link.state.phase !== 'stopped';
  }

  /** True if the device belongs to a project, as far as it knows. */
  get isClaimed(): boolean {
    return this.link.state.role === 'device';
  }

  get config(): DeviceConfig {
    return this.#config;
  }

  /** Switches the power on. */
  plug(): void {
    if (this.#plugged) return;
    this.#plugged = true;
    this.#power = new AbortController();
    this.#vitals.boot(this.#options.clock.now());
    void this.link.boot('power');
  }

  /** Cuts the power, so that the connection ends without a DISCONNECT. */
  unplug(): void {
    this.#plugged = false;
    this.#power.abort();
    this.#tunnel?.close();
    this.link.cutPower();
  }

  /** Disconnects cleanly, at the end of a simulation. */
  async shutDown(): Promise<void> {
    this.#power.abort();
    this.#plugged = false;
    this.#tunnel?.close();
    await this.link.stop();
  }

  describe(): BirthFacts {
    const { mac, meshRole, model, sn } = this.spec;
    const uplink = this.#options.uplink();
    return {
      model,
      sn,
      mac,
      sw: this.#software,
      hw: HARDWARE,
      caps: this.caps,
      uptimeSeconds: this.#vitals.uptimeSeconds(this.#options.clock.now()),
      ...(meshRole && { meshRole }),
      nets: {
        ...getAddress(this.spec, this.#config),
        ...(uplink && { uplinkMac: uplink.mac, uplinkPort: uplink.port }),
      },
    };
  }

  async apply(config: DeviceConfig): Promise<ApplyOutcome> {
    await this.#delay(1_000, 3_000);
    const outcome = checkConfig(config, this.caps);
    if (outcome.status === 'rejected') return outcome;
    if (!isLinkChanged(this.#config.bridge, config.bridge)) {
      this.#use(config);
      return outcome;
    }
    const { signal } = this.#power;
    const refused = await changeBridgeLink(this.#config, config, {
      delay: (minMs, maxMs) => this.#delay(minMs, maxMs),
      isOff: () => signal.aborted,
      peers: this.#options.peers,
      use: (next) => this.#use(next),
    });
    return refused ?? outcome;
  }

  async restore(config: DeviceConfig): Promise<void> {
    this.#use(config);
  }

  #use(config: DeviceConfig): void {
    const before = this.#config;
    this.#config = config;
    this.#options.onConfigured(this, before);
  }

  /** Interrupts or restores the network of the device while it runs. */
  setNetwork(isUp: boolean): void {
    this.#path.set(isUp);
  }

  async command(
    push: CommandPush,
    report: (report: Omit<CommandReport, 'cid'>) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#power;
    const { entropy, recorder, ssids } = this.#options;
    await runCommand(
      push,
      {
        caps: this.caps,
        config: this.#config,
        entropy,
        ip: getAddress(this.spec, this.#config).ip,
        mac: this.spec.mac,
        ssids,
        recorder,
        isOff: () => signal.aborted,
        delay: (minMs, maxMs) => this.#delay(minMs, maxMs),
        listNetworks: () => this.#air.listNetworks(this.#options.clock.now()),
        listen: (place) => this.#air.listen(place, this.#options.clock.now()),
        sendTopology: () => this.sendTopology(),
        align: (seconds) => this.#options.onAlign(this, seconds),
        measureThroughput: () => this.#options.measureThroughput(this),
        listNewNodes: this.#options.newNodes,
        powerCycle: (ports) => this.#options.onPowerCycle(this, ports),
        fetchSoftware: (args, onProgress) => this.#fetchSoftware(args, onProgress),
        setSoftware: (version) => {
          this.#software = version;
        },
        handlers: { ...this.#fileCommands, ...(this.#tunnel && { tunnel: this.#tunnel.handler }) },
        restart: async (reason) => {
          this.#tunnel?.close();
          await reboot(reason);
          await this.#bootAgain(reason);
        },
      },
      report,
    );
  }

  #createTunnel(ca: string): TunnelClient {
    const { clock, entropy, spec } = this.#options;
    return createPageTunnel({
      spec,
      caps: this.caps,
      link: this.link,
      clock,
      entropy,
      ca,
      running: () => this.#config,
      software: () => this.#software,
      uptimeSeconds: () => this.#vitals.uptimeSeconds(clock.now()),
      isOnline: () => this.online,
      restart: () => void this.#restartFromPage(),
    });
  }

  /** Restarts the device after a request on the local page. */
  async #restartFromPage(): Promise<void> {
    const { signal } = this.#power;
    await this.#delay(400, 1_200);
    if (signal.aborted) return;
    this.#tunnel?.close();
    await this.link.stop('restart');
    await this.#bootAgain('restart');
  }

  /** Starts the device after the time of a restart, unless its power is cut. */
  async #bootAgain(reason: RebootReason): Promise<void> {
    const { signal } = this.#power;
    await this.#delay(20_000, 40_000);
    if (signal.aborted) return;
    this.#vitals.boot(this.#options.clock.now());
    await this.link.boot(reason);
  }

  #fetchSoftware(args: CommandArgs<'upgrade'>, onProgress: (percent: number) => void): Promise<void> {
    const { ca, clock, entropy, firmware } = this.#options;
    return downloadSoftware({
      firmware,
      ca,
      args,
      model: this.spec.model,
      software: this.#software,
      address: () => this.link.requestSoftware(),
      clock,
      entropy,
      signal: this.#power.signal,
      onProgress,
    });
  }

  wentOnline(): void {
    this.#needsFullClients = true;
    this.#options.onOnline(this);
  }

  wentOffline(): void {
    this.#needsFullClients = true;
  }

  /** Sends a snapshot of the figures; `own` are the clients at this device, `clients` the number of all that it serves. */
  async sendStat(clients: number, own: readonly ClientReport[], parts: SiteFigures): Promise<void> {
    if (!this.online) return;
    const now = this.#options.clock.now();
    const set = this.listRadios(own, parts.bridge);
    const radios = this.caps.kind === 'cpe' ? set : this.#air.measure(set, own, now);
    const scan = this.#neighbours.report(radios, now, this.#config.wireless?.country);
    await this.link.report('stat', {
      ...this.#vitals.step(now, clients, this.#config),
      nets: this.describe().nets,
      ...(this.caps.radios.length > 0 && { radios, ...scan }),
      ...(this.caps.features.includes('wan') && { wans: this.#describeWans() }),
      ...parts,
    });
  }

  /** Lists the radios as they are set now. */
  listRadios(clients: readonly Pick<ClientReport, 'band'>[], bridge: BridgeStat | undefined): RadioStat[] {
    if (this.caps.kind === 'cpe') return this.#radios.bridgeRadios(bridge);
    const clientsOn = (band: Band): number => clients.filter((each) => each.band === band).length;
    return this.#radios.radios(this.#config.wireless, this.#options.clock.now(), clientsOn);
  }

  #describeWans(): WanStat[] {
    const { clock, linked, spec } = this.#options;
    const { wan: configured = [] } = this.#config;
    return computeWans({
      ports: this.caps.ports,
      linked: linked().up,
      configured,
      mac: spec.mac,
      uptimeSeconds: this.#vitals.uptimeSeconds(clock.now()),
      quality: this.#lineQuality,
    });
  }

  /** Returns the device's radios with their broadcast SSIDs and blocked clients. */
  attachPoints(): AttachPoint[] {
    const { wireless } = this.#config;
    const { sn } = this.spec;
    if (!wireless) return this.caps.radios.map(({ band }) => ({ sn, band }));
    const blocked = new Set(wireless.blacklist);
    const now = this.#options.clock.now();
    return this.caps.radios.map(({ band }) => ({
      sn,
      band,
      ssids: this.#radios.ssidsOn(band, wireless, now),
      blocked,
    }));
  }

  /** Changes the channel of a radio with automatic channel; undefined without such a radio. */
  changeChannel(): ReturnType<SimulatedRadios['changeChannel']> {
    return this.#radios.changeChannel(this.#config.wireless);
  }

  /** Leaves the channels on which a radio detected radar until a time (ms), and reports it. */
  avoidRadar(id: string, channels: readonly number[], until: number): void {
    const now = this.#options.clock.now();
    const situation = { channels, until, now, networks: this.#air.listNetworks(now) };
    const moved = this.#radios.avoidRadar(id, this.#config.wireless, situation);
    if (moved) void this.link.reportEvent('radar', 'warning', moved);
  }

  /** Reports neighbours and learned addresses if they have changed, as often as a real device does. */
  async reportTopology(): Promise<void> {
    if (this.online) await this.#topology.refresh();
  }

  /** Reports neighbours and learned addresses. */
  async sendTopology(): Promise<void> {
    await this.#topology.sendAll();
  }

  /** Sends all clients when the cloud may have missed a change, otherwise only the changes. */
  async sendClients(
    change: CrowdChange | undefined,
    updates: CrowdChange['join'],
    allClients: () => CrowdChange['join'],
  ): Promise<void> {
    if (!this.online) return;
    const full = this.#needsFullClients;
    if (!full && !change && updates.length === 0) return;
    this.#needsFullClients = false;
    const message = full
      ? { full, join: allClients(), upd: [], leave: [] }
      : { full, join: change?.join ?? [], upd: updates, leave: change?.leave ?? [] };
    if (!(await this.link.report('clients', message))) this.#needsFullClients = true;
  }

  #delay(minMs: number, maxMs: number): Promise<void> {
    const { clock, entropy, speed } = this.#options;
    return sleep(clock, drawRandomInt(entropy, minMs, maxMs) / speed, this.#power.signal);
  }
}
