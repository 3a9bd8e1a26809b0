import { commit } from '../../platform/work.ts';
import {
  chooseRole,
  type DeviceRole,
  findCapabilities,
  getDefaultPort,
  NET_MODES,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import {
  type BackhaulStat,
  type BridgeStat,
  commandPush,
  configPush,
  type EventMessage,
  type TopoMessage,
  type UpChannel,
} from '@northlight/contract/device-protocol';
import { insertDevice } from '../../devices/index.ts';
import { buildBirth } from '../../testing/raw-device.ts';
import {
  createProject,
  createSampleDevice,
  TEST_PASSWORD,
  type TestServer,
} from '../../testing/test-server.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { FakeConnection } from './fake-connection.ts';
import { DEFAULT_PLAN, type SitePlan } from './site-plan.ts';

const STEP_MS = 30_000;
const NO_CONFIG = { cfgRev: 0, cfgHash: '' };

interface DeviceState {
  readonly id: string;
  readonly sn: string;
  readonly mac: string;
  readonly name: string;
  connection: FakeConnection | undefined;
  session: number;
  /** The configuration that the device confirmed last. */
  applied: { readonly cfgRev: number; readonly cfgHash: string };
}

/**
 * A project whose devices connect and disconnect as a scenario requires. Uses the server's own device plane
 * and database.
 */
export class AlarmSite {
  readonly projectId: number;
  readonly #world: TestServer;
  readonly #owner: TestBrowser;
  readonly #plan: SitePlan;
  readonly #devices = new Map<string, DeviceState>();
  #events = 0;
  #reports = 0;

  private constructor(world: TestServer, owner: TestBrowser, plan: SitePlan, projectId: number) {
    this.#world = world;
    this.#owner = owner;
    this.#plan = plan;
    this.projectId = projectId;
  }

  static async make(
    world: TestServer,
    owner: TestBrowser,
    plan: SitePlan = DEFAULT_PLAN,
  ): Promise<AlarmSite> {
    const { id: projectId } = await createProject(owner);
    const site = new AlarmSite(world, owner, plan, projectId);
    const roles: DeviceRole[] = [];
    for (const [name, { model }] of Object.entries(plan)) {
      const { sn, mac } = createSampleDevice();
      const caps = findCapabilities(model);
      if (!caps) throw new Error(`There is no model ${model}.`);
      const role = chooseRole(caps, NET_MODES.wlan, roles);
      roles.push(role);
      const device = { projectId, sn, mac, model, name, caps, role };
      const id = await commit(world.services, (work) => insertDevice(work, device));
      site.#devices.set(name, { id, sn, mac, name, connection: undefined, session: 0, applied: NO_CONFIG });
    }
    await site.up(...Object.keys(plan).filter((name) => plan[name]?.neverOnline !== true));
    return site;
  }

  get names(): string[] {
    return Object.keys(this.#plan);
  }

  device(name: string): DeviceState {
    const device = this.#devices.get(name);
    if (!device) throw new Error(`There is no ${name}.`);
    return device;
  }

  /** Connects devices, which send their births and neighbours. */
  async up(...names: string[]): Promise<void> {
    for (const name of names) await this.#birth(name, 'power');
    await this.settle();
  }

  async comeUpAfterRestart(...names: string[]): Promise<void> {
    for (const name of names) await this.#birth(name, 'restart');
    await this.settle();
  }

  /** Closes the devices' connections without a DISCONNECT. */
  async down(...names: string[]): Promise<void> {
    for (const name of names) {
      const device = this.device(name);
      if (device.connection) await this.#world.services.plane.disconnected(device.connection);
      device.connection = undefined;
    }
    await this.settle();
  }

  async event(
    name: string,
    type: string,
    data: EventMessage['data'] = {},
    overrides: Partial<Pick<EventMessage, 'eid' | 'sev' | 'ts'>> = {},
  ): Promise<void> {
    const { eid = `e${++this.#events}`, sev = 'warning', ts = this.#world.clock.now() } = overrides;
    await this.#send(name, 'evt', { eid, ts, type, sev, data });
    await this.settle();
  }

  async reportClients(name: string, join: readonly object[]): Promise<void> {
    const session = `${name} ${this.device(name).session}`;
    await this.#send(name, 'clients', { session, seq: 1, ts: this.#world.clock.now(), full: true, join });
    await this.#world.clock.advance(2_000);
    await this.settle();
  }

  /** Sends the wireless backhaul of a mesh node, with the signals (dBm) of the other nodes that it receives, by name or MAC. */
  async reportBackhaul(
    name: string,
    parent: string,
    signalDbm: number,
    candidates: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    const backhaul: BackhaulStat = {
      kind: 'wireless',
      parentMac: this.device(parent).mac,
      hops: 1,
      band: '5G',
      channel: 149,
      signalDbm,
      rateMbps: 130,
      retryPercent: 20,
      candidates: Object.entries(candidates).map(([other, signal]) => ({
        mac: this.#devices.get(other)?.mac ?? other,
        signalDbm: signal,
      })),
    };
    await this.report(name, { backhaul });
  }

  /** Sends the end of a bridge link, with the signals (dBm) of the connected bridges by name or MAC. */
  async reportBridge(
    name: string,
    mode: BridgeStat['mode'],
    signals: Readonly<Record<string, number>>,
  ): Promise<void> {
    const peers = Object.entries(signals).map(([other, signalDbm]) => ({
      mac: this.#devices.get(other)?.mac ?? other,
      signalDbm,
      rxRateMbps: 100,
      txRateMbps: 100,
    }));
    await this.report(name, { bridge: { mode, channel: 100, peers } });
  }

  /** Sends the use of the DHCP pool of a VLAN. */
  async reportPool(name: string, vlanId: number, used: number, addresses: number): Promise<void> {
    await this.report(name, { dhcpPools: [{ vlanId, used, addresses }] });
  }

  /** Promises days of recordings for channels of a recorder. */
  async promiseDays(name: string, numbers: readonly number[], days: number): Promise<void> {
    const params = { projectId: this.projectId, deviceId: this.device(name).id };
    const body = { channels: numbers.map((number) => ({ number, days })) };
    await this.#owner.call('recordingPromisesSet', { params, body });
  }

  /** Repeats a report every 30 s. */
  async repeat(minutes: number, report: (site: AlarmSite) => Promise<void>): Promise<void> {
    for (let count = 0; count < minutes * 2; count++) {
      await report(this);
      await this.wait(28_000);
    }
  }

  /** Sends changes of a mesh node between two parents, `everyMs` apart. */
  async changeParents(name: string, parents: readonly [string, string], changes: number, everyMs = 60_000) {
    for (let count = 0; count < changes; count++) {
      const parent = this.device(parents[count % 2] ?? '').mac;
      await this.event(name, 'parent-changed', { parent }, { sev: 'info' });
      await this.wait(everyMs);
    }
  }

  /** Sends link changes of one port, `everyMs` apart. */
  async flapPort(name: string, port: string, changes: number, everyMs = 10_000): Promise<void> {
    for (let count = 0; count < changes; count++) {
      await this.event(name, count % 2 === 0 ? 'port-down' : 'port-up', { port }, { sev: 'info' });
      await this.wait(everyMs);
    }
  }

  /** Sends a command through the API; the devices accept it. Returns the command ids. */
  async command(kind: 'restart' | 'reset' | 'poe-restart', ...names: string[]): Promise<string[]> {
    const deviceIds = names.map((name) => this.device(name).id);
    const params = { projectId: this.projectId };
    await this.#owner.call('deviceCommand', { params, body: { kind, deviceIds } });
    await this.settle();
    const ids: string[] = [];
    for (const name of names) ids.push(await this.#acceptCommand(name, { state: 'accepted' }));
    return ids;
  }

  async answerCommand(name: string, cid: string, state: 'done' | 'failed'): Promise<void> {
    await this.#send(name, 'cmd', { cid, state });
    await this.settle();
  }

  /** Applies a VLAN to the gateway; the scenario sends the gateway's answer. */
  configure(id: number): Promise<void> {
    const vlans = [{ id, name: `Net ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] }];
    return this.applyConfig({ vlans, dhcpPools: [] });
  }

  /** Applies a configuration of the project; the devices do not answer. */
  async applyConfig(config: NetworkConfig): Promise<void> {
    const params = { projectId: this.projectId };
    const { version } = await this.#owner.call('networkConfigGet', { params });
    await this.#owner.call('networkConfigApply', { params, body: { baseVersion: version, config } });
    await this.settle();
  }

  /** Applies settings of ports, which replace the earlier ones of the device; the device does not answer. */
  async setPorts(name: string, ports: Readonly<Record<string, Partial<PortSetting>>>): Promise<void> {
    const params = { projectId: this.projectId };
    const { id: deviceId } = this.device(name);
    const { version } = await this.#owner.call('deviceSettingsGet', { params: { ...params, deviceId } });
    const { capabilities } = await this.#owner.call('deviceGet', { params: { ...params, deviceId } });
    const settings = {
      ports: capabilities.ports.flatMap((port) =>
        ports[port.id] ? [{ ...getDefaultPort(port), ...ports[port.id] }] : [],
      ),
    };
    await this.#owner.call('deviceSettingsApply', {
      params,
      body: { changes: [{ deviceId, baseVersion: version, settings }] },
    });
    await this.settle();
  }

  /** Answers the latest configurations of the devices. */
  async confirmConfigs(...names: string[]): Promise<void> {
    for (const name of names.length > 0 ? names : this.names) {
      const pushes = this.#devices.get(name)?.connection?.received ?? [];
      const push = pushes
        .map(({ payload }) => configPush.safeParse(payload))
        .findLast(({ success }) => success);
      if (!push?.data) continue;
      const { hash, rev } = push.data;
      await this.#send(name, 'cfg', { rev, hash, status: 'applied' });
      this.device(name).applied = { cfgRev: rev, cfgHash: hash };
    }
    await this.settle();
  }

  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await this.#world.clock.advance(Math.min(left, STEP_MS));
      await this.settle();
    }
  }

  /** Waits until all started work has ended. */
  async settle(): Promise<void> {
    const { alarms, plane } = this.#world.services;
    await plane.processAll();
    alarms.requestGrouping(this.projectId);
    await alarms.processAll();
  }

  /**
   * Returns the listed alarms as sorted texts of the form `kind device port +open/total ×occurrences over`.
   */
  async shown(): Promise<string[]> {
    const params = { projectId: this.projectId };
    const { items } = await this.#owner.call('alarmList', { params, query: {} });
    return items
      .map(({ behind, device, kind, occurrences, resolvedAt, subject }) =>
        [
          kind,
          device?.name,
          [...this.#devices.values()].find(({ mac }) => mac === subject)?.name ?? subject,
          behind && `+${behind.open}/${behind.total}`,
          occurrences !== undefined && `×${occurrences}`,
          resolvedAt !== undefined && 'over',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .sort();
  }

  /** Deletes the project and its alarms, so that they do not affect later scenarios. */
  async remove(): Promise<void> {
    const { db } = this.#world.services;
    await db.deleteFrom('alarms').where('project_id', '=', this.projectId).execute();
    await this.#owner.call('identityConfirm', { body: { password: TEST_PASSWORD } });
    await this.#owner.call('projectDelete', { params: { projectId: this.projectId } });
  }

  async #acceptCommand(name: string, report: { state: string }): Promise<string> {
    const pushes = this.device(name).connection?.received ?? [];
    const push = pushes
      .map(({ payload }) => commandPush.safeParse(payload))
      .findLast(({ success }) => success);
    if (!push?.data) throw new Error(`${name} got no command.`);
    await this.#send(name, 'cmd', { cid: push.data.cid, ...report });
    await this.settle();
    return push.data.cid;
  }

  /** Sends a report, and resolves when its figures are stored. */
  async report(name: string, figures: object): Promise<void> {
    const session = `${name} ${this.device(name).session}`;
    const ts = this.#world.clock.now();
    const stored = this.#send(name, 'stat', { session, seq: ++this.#reports, ts, ...figures });
    await this.#world.clock.advance(2_000);
    await stored;
    await this.settle();
  }

  #send(name: string, channel: UpChannel, payload: object): Promise<void> {
    const { connection } = this.device(name);
    if (!connection) throw new Error(`${name} is off.`);
    return this.#world.services.plane.receive(connection, channel, payload);
  }

  async #birth(name: string, bootReason: 'power' | 'restart'): Promise<void> {
    const { plane } = this.#world.services;
    const device = this.device(name);
    const { foundByNeighbour, model, on, ownPort, port } = this.#plan[name] ?? { model: '' };
    const connection = new FakeConnection(device.id);
    device.connection = connection;
    await plane.connected(connection);
    const session = `${name} ${++device.session}`;
    const base = { ...createSampleDevice(), sn: device.sn, mac: device.mac, model };
    const above =
      on === undefined || foundByNeighbour
        ? {}
        : { uplinkMac: this.device(on).mac.toUpperCase(), uplinkPort: port ?? '' };
    const birth = buildBirth(base, {
      session,
      boot: session,
      bootReason,
      nets: { vlan: 1, ...above },
      ...device.applied,
    });
    await this.#send(name, 'birth', birth);
    const lldp: TopoMessage['lldp'] = Object.entries(this.#plan).flatMap(([other, planned]) =>
      planned.on === name && planned.foundByNeighbour
        ? [{ port: planned.port ?? '', peerMac: this.device(other).mac }]
        : [],
    );
    if (on !== undefined && ownPort !== undefined)
      lldp.push({ port: ownPort, peerMac: this.device(on).mac, peerPort: port ?? '' });
    if (lldp.length > 0) await this.#send(name, 'topo', { session, seq: 1, ts: 0, lldp });
  }
}
