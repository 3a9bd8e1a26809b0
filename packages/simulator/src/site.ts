import { type Connect, createMqttConnector, SILENT_LOG } from '@northlight/agent';
import { drawRandomInt } from '@northlight/runtime';
import { ClientReports } from './client-reports.ts';
import { BRIDGE_PORT, BridgeLinks, type BridgeStates } from './bridge/bridge-links.ts';
import { MeshBackhauls, type NodeStates } from './mesh-backhauls.ts';
import { Crowd, type CrowdChange, type Attachment } from './crowd.ts';
import { listNewNodes } from './new-nodes.ts';
import { type DeviceRadios, SiteAir } from './site-air.ts';
import { SimulatedDevice } from './simulated-device.ts';
import type { SiteOptions } from './site-options.ts';
import { SitePower } from './site-power.ts';
import { SiteVideo } from './video/site-video.ts';
import { SiteVlans } from './site-vlans.ts';
import { type ClientSpec, type DeviceSpec, getAddress, type SiteSpec } from './spec.ts';
import { changesPaths, isPortEnabled } from './wiring/port-vlans.ts';
import { type NetworkStates, SiteNetwork } from './wiring/site-network.ts';

/** Interval of client updates per device. */
const TICK_MS = 10_000;
/** Number of ticks between two reports of figures: one per minute (STAT_INTERVAL_MS of the protocol). */
const TICKS_PER_STAT = 6;
/** Maximum time over which the devices of a site are switched on. */
const MAX_START_MS = 10_000;
const START_SPACING_MS = 20;
/** Mean number of ticks between two channel changes of an access point. */
const TICKS_PER_CHANNEL_CHANGE = 5_000;

/** A running site with its devices and clients, driven by a single timer. */
export class Site implements AsyncDisposable {
  readonly spec: SiteSpec;
  /** Devices of the site, without spare nodes. */
  readonly devices: readonly SimulatedDevice[];
  /** Devices and spare nodes. */
  readonly #all: readonly SimulatedDevice[];
  readonly #spares: ReadonlySet<string>;
  readonly #options: SiteOptions;
  readonly #bySn: ReadonlyMap<string, SimulatedDevice>;
  readonly #crowd: Crowd;
  /** Absent if the devices are far from each other. */
  readonly #air: SiteAir | undefined;
  readonly #clients: ClientReports;
  readonly #vlans: SiteVlans;
  readonly #snByMac: ReadonlyMap<string, string>;
  readonly #backhauls: MeshBackhauls;
  readonly #bridges: BridgeLinks;
  readonly #video: SiteVideo;
  /** Cables of the site, which can be moved. */
  readonly network: SiteNetwork;
  readonly #states: NodeStates & BridgeStates & Pick<NetworkStates, 'isEnabled'> = {
    isEnabled: (sn, port) => isPortEnabled(this.device(sn).config, port),
    hasPower: (sn) => this.device(sn).hasPower,
    isRunning: (sn) => this.#isMember(sn) && this.device(sn).running,
    getBridge: (sn) => this.device(sn).config.bridge,
    getPreferredParent: (sn) => this.#snByMac.get(this.device(sn).config.mesh?.preferredParent ?? ''),
  };
  /** The topmost device that has a DHCP server. */
  readonly #gateway: SimulatedDevice | undefined;
  #ticks = 0;
  #switchOn: (() => void)[] = [];
  #cancelTick: () => void = () => undefined;
  #stopped = false;
  /** True after a change of a configuration until all clients are reported, because each can have another address then. */
  #isChanged = false;
  #clientsFrozen = false;
  readonly #power: SitePower;

  constructor(options: SiteOptions) {
    const { clock, spec } = options;
    this.spec = spec;
    this.#options = options;
    this.#power = new SitePower(clock);
    const { devices, seed, spares = [] } = spec;
    const specs = [...devices, ...spares];
    this.#spares = new Set(spares.map(({ sn }) => sn));
    this.#snByMac = new Map(specs.map(({ mac, sn }) => [mac, sn] as const));
    this.#backhauls = new MeshBackhauls({ devices: specs, seed });
    this.#bridges = new BridgeLinks({ devices: specs, seed });
    this.network = new SiteNetwork({
      spec,
      entropy: options.entropy,
      states: { ...this.#states, isMember: (sn) => this.#isMember(sn) },
      backhauls: this.#backhauls,
      bridges: this.#bridges,
      onChange: () => this.#stepNetwork(),
    });
    this.#air = spec.isScattered
      ? undefined
      : new SiteAir({ spec, startedAt: clock.now(), listRadios: () => this.#listRadios() });
    this.#video = new SiteVideo({
      devices,
      clock,
      sendsPictures: options.sendsPictures === true,
      isOnline: (sn) => this.device(sn).online,
      getIp: (sn) => getAddress(this.device(sn).spec, this.device(sn).config).ip,
      onChange: (sn) => void this.#sendStat(this.device(sn)),
    });
    const connect = options.connect ?? createMqttConnector(options.endpoint);
    this.#all = specs.map((each) => this.#build(each, connect));
    this.devices = this.#all.slice(0, devices.length);
    this.#bySn = new Map(this.#all.map((device) => [device.sn, device] as const));
    this.#gateway = this.devices.find(({ caps, spec }) => !spec.uplink && caps.features.includes('dhcp'));
    this.#vlans = new SiteVlans({
      spec,
      network: this.network,
      gateway: this.#gateway,
      findDevice: (sn) => this.#bySn.get(sn),
      clock,
    });
    this.#crowd = new Crowd(spec, options.entropy, (mac) => this.#air?.getDemandShare(mac) ?? 1);
    this.#clients = new ClientReports({ spec, crowd: this.#crowd, vlans: this.#vlans, air: this.#air });
  }

  /** Returns the device with this serial number; throws when the site has none. */
  device(sn: string): SimulatedDevice {
    const device = this.#bySn.get(sn);
    if (!device) throw new Error(`The site has no device ${sn}.`);
    return device;
  }

  get clientCount(): number {
    return this.#crowd.size;
  }

  /** Returns the attachments of all present clients by MAC, to compare them with client lists. */
  clients(): ReadonlyMap<string, Attachment> {
    return this.#crowd.attachments();
  }

  /** Connects a client to an access point, which reports it. Returns the time of the connection (ms). */
  join(client: ClientSpec, sn: string): number {
    const device = this.device(sn);
    const radio = device.attachPoints().find(({ ssids }) => ssids?.includes(client.ssid ?? '') ?? true);
    if (!radio) throw new Error(`${sn} does not broadcast ${client.ssid}.`);
    const now = this.#options.clock.now();
    const change = this.#crowd.attach(client, radio, now);
    this.#leaseAddresses();
    void device.sendClients(this.#clients.describeChange(device, change), [], () =>
      this.#clients.list(device),
    );
    return now;
  }

  /** Weakens the connection of a mesh node to its parent by this loss (dB); 0 ends the fault. */
  weakenBackhaul(sn: string, decibels: number): void {
    this.#backhauls.weaken(sn, decibels);
  }

  /** Connects a mesh node to another node, which must not be below it. */
  moveToParent(sn: string, parentSn: string): void {
    const before = this.#backhauls.getParent(sn);
    this.#backhauls.move(sn, parentSn);
    if (before !== parentSn) this.#reportParent(this.device(sn));
  }

  /** Turns the antenna of a bridge by this angle away from its peer. */
  misalignBridge(sn: string, degrees: number): void {
    this.#bridges.misalign(sn, degrees);
  }

  /** Sets the loss by rain (dB/km) of all bridge links; 0 ends the rain. */
  setRain(decibelsPerKm: number): void {
    this.#bridges.setRain(decibelsPerKm);
  }

  /** Switches a device off, or on again. */
  setPower(sn: string, isOn: boolean): void {
    this.#power.set(this.device(sn), isOn);
    this.#stepNetwork();
  }

  /** Unplugs the uplink cable of a device, or plugs it in again. */
  setUplinkCable(sn: string, isPlugged: boolean): void {
    this.network.moveCable(sn, isPlugged ? this.device(sn).spec.uplink : undefined);
  }

  /** Stops all client movements; the devices continue to report. */
  freezeClients(): void {
    this.#clientsFrozen = true;
  }

  /**
   * Switches the devices on one after another, and starts the timer. Spare nodes without a claim code stay off,
   * because no project can add them.
   */
  start(): void {
    const { access, clock } = this.#options;
    const devices = this.#all.filter(({ sn }) => !this.#spares.has(sn) || access(sn).claimCode !== undefined);
    const spacing = Math.min(START_SPACING_MS, MAX_START_MS / Math.max(1, devices.length));
    for (const [index, device] of devices.entries())
      this.#switchOn.push(clock.after(index * spacing, () => this.#power.plug(device)));
    this.#stepCrowd();
    this.#leaseAddresses();
    this.network.warmUp(this.clients(), clock.now());
    this.#schedule();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#cancelTick();
    for (const cancel of this.#switchOn) cancel();
    await Promise.all(this.#all.map((device) => device.shutDown()));
  }

  #build(spec: DeviceSpec, connect: Connect): SimulatedDevice {
    const {
      access,
      certificates = false,
      clock,
      entropy,
      log = SILENT_LOG,
      speed = 1,
      spec: site,
    } = this.#options;
    const ca = this.#options.ca ?? this.#options.endpoint.tls?.ca;
    return new SimulatedDevice({
      spec,
      access: access(spec.sn),
      connect,
      clock,
      entropy,
      log,
      linked: () => this.network.getPortLinks(spec.sn),
      uplink: () => this.network.findUplink(spec.sn),
      topology: () => this.network.report(spec.sn, clock.now()),
      newNodes: () => listNewNodes(this.#all, access, (sn) => this.#backhauls.getSignal(sn, spec.sn)),
      speed,
      ...(this.#options.firmware && { firmware: this.#options.firmware }),
      ...(ca !== undefined && { ca }),
      usesCertificates: certificates,
      ...(this.#air && { air: this.#air.forDevice(spec.sn) }),
      recorder: this.#video.recorder(spec.sn),
      camera: this.#video.camera(spec.sn),
      ssids: [...new Set(site.clients.flatMap(({ ssid }) => ssid ?? []))],
      onPowerCycle: (device, ports) =>
        this.#switchOn.push(
          ...this.#power.cycle(this.devices, this.network.listPlaces(), { sn: device.sn, ports }),
        ),
      onConfigured: (device, before) => {
        this.#stepBridges();
        this.#air?.expire();
        this.#isChanged = true;
        if (changesPaths(before, device.config)) this.#updatePaths();
        void this.#sendStat(device);
      },
      peers: {
        had: () => this.#bridges.hadPeer(spec.sn, clock.now()),
        count: () => this.#bridges.countPeers(spec.sn),
        areOnlyWay: spec.uplink?.port === BRIDGE_PORT,
      },
      onAlign: (device, seconds) => this.#reportOften(device, seconds),
      measureThroughput: ({ sn }) => this.#bridges.measureThroughput(sn, this.#states),
      onOnline: (device) => void this.#sendSnapshot(device),
    });
  }

  /** Returns false for a spare node that no project has added. */
  #isMember(sn: string): boolean {
    return !this.#spares.has(sn) || this.device(sn).isClaimed;
  }

  /** Reports the new parent of a mesh node, and the changed neighbours. */
  #reportParent(device: SimulatedDevice): void {
    const parent = this.network.findUplink(device.sn)?.mac ?? '';
    void device.link.reportEvent('parent-changed', 'info', { parent });
    void this.#sendStat(device);
    for (const each of this.#all) if (each.spec.meshRole) void each.sendTopology();
  }

  /** Sends figures, topology and all clients; called after a birth. */
  async #sendSnapshot(device: SimulatedDevice): Promise<void> {
    await this.#sendStat(device);
    await device.sendTopology();
    await device.sendClients(undefined, [], () => this.#clients.list(device));
  }

  /** Reports the figures of a device every second for this time. */
  #reportOften(device: SimulatedDevice, seconds: number): void {
    for (let second = 1; second <= seconds; second++)
      this.#switchOn.push(this.#options.clock.after(second * 1000, () => void this.#sendStat(device)));
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#cancelTick = this.#options.clock.after(TICK_MS, () => {
      this.#tick();
      this.#schedule();
    });
  }

  #tick(): void {
    this.#ticks++;
    const changes = this.#stepCrowd();
    this.#leaseAddresses();
    for (const sn of this.#backhauls.step(this.#states, this.#options.clock.now()))
      this.#reportParent(this.device(sn));
    this.#stepBridges();
    this.#stepNetwork();
    this.#detectRadar();
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    for (const [index, device] of this.#all.entries()) {
      if (!device.running) continue;
      const due = index % TICKS_PER_STAT === this.#ticks % TICKS_PER_STAT;
      const change = this.#clients.describeChange(device, changes.get(device.sn));
      const joined = new Set(change?.join.map(({ mac }) => mac));
      const updates =
        due || isChanged ? this.#clients.list(device).filter(({ mac }) => !joined.has(mac)) : [];
      void device.sendClients(change, updates, () => this.#clients.list(device));
      if (due) void this.#sendStat(device);
      this.#maybeChangeChannel(device);
    }
  }

  #detectRadar(): void {
    const detected = this.#air?.detectRadar(this.#options.clock.now()) ?? [];
    for (const { blockedUntil, channels, radio, sn } of detected) {
      this.device(sn).avoidRadar(radio, channels, blockedUntil);
      this.#air?.expire();
    }
  }

  /** Connects and disconnects bridges. */
  #stepBridges(): void {
    if (this.#bridges.isEmpty) return;
    const changed = this.#bridges.step(this.#states, this.#options.clock.now());
    if (changed.length > 0 && this.#ticks > 0) this.#updatePaths();
    for (const sn of changed) void this.#sendStat(this.device(sn));
  }

  /** Sends the frames of a step, and reports what has changed. */
  #stepNetwork(): void {
    this.network.step(this.clients(), this.#options.clock.now());
    this.#updatePaths();
    for (const device of this.#all) void device.reportTopology();
  }

  /** Interrupts the devices that have no way to the cloud, and restores the others. */
  #updatePaths(): void {
    const cutOff = this.network.listCutOff();
    for (const device of this.devices)
      device.setNetwork(!cutOff.has(device.sn) && this.#vlans.isConnected(device));
  }

  #stepCrowd(): ReadonlyMap<string, CrowdChange> {
    if (this.#clientsFrozen) return new Map();
    const starting = this.#ticks === 0;
    const isUp = (sn: string, port?: string): boolean =>
      this.#isMember(sn) &&
      (starting || this.device(sn).running) &&
      (port === undefined || this.#states.isEnabled(sn, port));
    const radios = this.#all
      .filter(({ caps, sn }) => isUp(sn) && caps.kind !== 'cpe')
      .flatMap((device) => device.attachPoints());
    return this.#crowd.step(this.#options.clock.now(), radios, isUp);
  }

  #sendStat(device: SimulatedDevice): Promise<void> {
    const backhaul = this.#backhauls.report(device.sn, this.#states);
    const bridge = this.#bridges.report(device.sn, this.#states);
    return device.sendStat(this.#clients.count(device), this.#crowd.at(device.sn), {
      ...(device === this.#gateway && { dhcpPools: this.#clients.reportPools() }),
      ...(backhaul && { backhaul }),
      ...(bridge && { bridge }),
      ...this.#video.report(device.sn),
    });
  }

  #leaseAddresses(): void {
    if (this.#gateway?.running)
      this.#clients.leaseAddresses(this.#gateway, this.#all, this.#options.clock.now());
  }

  #listRadios(): DeviceRadios[] {
    const demands = this.#crowd.demands();
    return this.#all
      .filter(({ caps, running, sn }) => running && caps.radios.length > 0 && this.#isMember(sn))
      .map((device) => {
        const own = demands.get(device.sn) ?? [];
        const bridge = this.#bridges.report(device.sn, this.#states);
        return { sn: device.sn, radios: device.listRadios(own, bridge), demands: own };
      });
  }

  #maybeChangeChannel(device: SimulatedDevice): void {
    const { entropy } = this.#options;
    if (device.caps.kind === 'cpe' || device.caps.radios.length === 0) return;
    if (drawRandomInt(entropy, 1, TICKS_PER_CHANNEL_CHANGE) !== 1) return;
    const moved = device.changeChannel();
    this.#air?.expire();
    if (moved) void device.link.reportEvent('channel-changed', 'info', moved);
  }
}

/** Builds and starts a site. Disposing of it disconnects every device. */
export function startSite(options: SiteOptions): Site {
  const site = new Site(options);
  site.start();
  return site;
}
