import { capabilitiesOf } from '@northlight/contract';
import { commandPush, type EventMessage, type UpChannel } from '@northlight/contract/device-protocol';
import type { DeviceConnection, Outgoing } from '@northlight/device-plane';
import { insertDevice } from '../../devices/index.ts';
import { birthOf } from '../../testing/raw-device.ts';
import { createProject, sampleDevice, type TestServer } from '../../testing/test-server.ts';
import type { TestBrowser } from '../../testing/browser.ts';

const STEP_MS = 30_000;

/** A device by its model, what it hangs on, and at which port of that. */
export interface PlacedDevice {
  readonly model: string;
  readonly on?: string;
  readonly port?: string;
  /** It does not say what it hangs on; what it hangs on hears it. */
  readonly heard?: true;
  /** It has been added and never spoke. */
  readonly waits?: true;
}
export type SitePlan = Readonly<Record<string, PlacedDevice>>;

const BEFORE: SitePlan = {
  gw: { model: 'NL-GW5' },
  core: { model: 'NL-CS24F', on: 'gw', port: 'lan1' },
  sw1: { model: 'NL-SW8P', on: 'core', port: 'p1' },
  sw2: { model: 'NL-SW8P', on: 'core', port: 'p2' },
  ap1: { model: 'NL-AP6C', on: 'sw1', port: 'p1' },
  ap2: { model: 'NL-AP6C', on: 'sw1', port: 'p2' },
  ap3: { model: 'NL-AP6C', on: 'sw2', port: 'p1' },
  cam: { model: 'NL-IPC4B', on: 'sw2', port: 'p2' },
};

interface Placed {
  readonly id: string;
  readonly mac: string;
  readonly name: string;
  connection: FakeConnection | undefined;
  session: number;
}

/** A connection without a protocol between, that is never silent. */
class FakeConnection implements DeviceConnection {
  readonly deviceId: string;
  readonly received: Outgoing[] = [];
  session: string | undefined;
  lastActiveAt = Number.POSITIVE_INFINITY;

  constructor(deviceId: string) {
    this.deviceId = deviceId;
  }

  publish(message: Outgoing): void {
    this.received.push(message);
  }

  close(): void {
    this.received.length = 0;
  }
}

/** A project whose devices connect and fall silent as a story says, on the server's own plane and database. */
export class AlarmSite {
  readonly projectId: number;
  readonly #world: TestServer;
  readonly #owner: TestBrowser;
  readonly #plan: SitePlan;
  readonly #devices = new Map<string, Placed>();
  #events = 0;

  private constructor(world: TestServer, owner: TestBrowser, plan: SitePlan, projectId: number) {
    this.#world = world;
    this.#owner = owner;
    this.#plan = plan;
    this.projectId = projectId;
  }

  static async make(world: TestServer, owner: TestBrowser, plan: SitePlan = BEFORE): Promise<AlarmSite> {
    const { id: projectId } = await createProject(owner);
    const site = new AlarmSite(world, owner, plan, projectId);
    for (const [name, { model }] of Object.entries(plan)) {
      const { sn, mac } = sampleDevice();
      const caps = capabilitiesOf(model);
      if (!caps) throw new Error(`There is no model ${model}.`);
      const device = { projectId, sn, mac, model, name, caps };
      const id = await world.services.db
        .transaction()
        .execute((tx) => insertDevice(world.services, tx, device));
      site.#devices.set(name, { id, mac, name, connection: undefined, session: 0 });
    }
    await site.up(...Object.keys(plan).filter((name) => plan[name]?.waits !== true));
    return site;
  }

  get names(): string[] {
    return Object.keys(this.#plan);
  }

  device(name: string): Placed {
    const device = this.#devices.get(name);
    if (!device) throw new Error(`There is no ${name}.`);
    return device;
  }

  /** Devices introduce themselves, and say who they hear. */
  async up(...names: string[]): Promise<void> {
    for (const name of names) await this.#birth(name, 'power');
    await this.settle();
  }

  /** Back from a restart that a command asked for. */
  async back(...names: string[]): Promise<void> {
    for (const name of names) await this.#birth(name, 'restart');
    await this.settle();
  }

  /** Their connections end without a word. */
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
    told: Partial<Pick<EventMessage, 'eid' | 'sev' | 'ts'>> = {},
  ): Promise<void> {
    const { eid = `e${++this.#events}`, sev = 'warning', ts = this.#world.clock.now() } = told;
    await this.#say(name, 'evt', { eid, ts, type, sev, data });
    await this.settle();
  }

  /** Ups and downs of one port, so far apart. */
  async flaps(name: string, port: string, changes: number, everyMs = 10_000): Promise<void> {
    for (let count = 0; count < changes; count++) {
      await this.event(name, count % 2 === 0 ? 'port-down' : 'port-up', { port }, { sev: 'info' });
      await this.wait(everyMs);
    }
  }

  /** Commands a device as a person does, and lets it accept. */
  async command(kind: 'restart' | 'reset' | 'poe-restart', ...names: string[]): Promise<string[]> {
    const deviceIds = names.map((name) => this.device(name).id);
    const params = { projectId: this.projectId };
    await this.#owner.call('deviceCommand', { params, body: { kind, deviceIds } });
    await this.settle();
    const ids: string[] = [];
    for (const name of names) ids.push(await this.#answer(name, { state: 'accepted' }));
    return ids;
  }

  /** Answers a command with its end. */
  async answered(name: string, cid: string, state: 'done' | 'failed'): Promise<void> {
    await this.#say(name, 'cmd', { cid, state });
    await this.settle();
  }

  /** Applies a VLAN to the gateway and leaves the answer to the story. */
  async configure(id: number): Promise<void> {
    const params = { projectId: this.projectId };
    const { version } = await this.#owner.call('networkConfigGet', { params });
    const vlans = [{ id, name: `Net ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] }];
    await this.#owner.call('networkConfigApply', {
      params,
      body: { baseVersion: version, config: { vlans, dhcpPools: [] } },
    });
    await this.settle();
  }

  async wait(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await this.#world.clock.advance(Math.min(left, STEP_MS));
      await this.settle();
    }
  }

  /** All that has been set going is done. */
  async settle(): Promise<void> {
    const { alarms, plane } = this.#world.services;
    await plane.processAll();
    alarms.look(this.projectId);
    await alarms.processAll();
  }

  /** What the list shows: `kind device` with what is behind it and whether it is over, sorted. */
  async shown(): Promise<string[]> {
    const params = { projectId: this.projectId };
    const { items } = await this.#owner.call('alarmList', { params, query: {} });
    return items
      .map(({ behind, device, kind, occurrences, resolvedAt, subject }) =>
        [
          kind,
          device?.name,
          subject,
          behind && `+${behind.open}/${behind.total}`,
          occurrences !== undefined && `×${occurrences}`,
          resolvedAt !== undefined && 'over',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .sort();
  }

  /** Its alarms are nothing to the stories that follow. */
  async end(): Promise<void> {
    const { db } = this.#world.services;
    await db.deleteFrom('alarms').where('project_id', '=', this.projectId).execute();
    await this.#owner.call('projectDelete', { params: { projectId: this.projectId } });
  }

  async #answer(name: string, report: { state: string }): Promise<string> {
    const pushes = this.device(name).connection?.received ?? [];
    const push = pushes
      .map(({ payload }) => commandPush.safeParse(payload))
      .findLast(({ success }) => success);
    if (!push?.data) throw new Error(`${name} got no command.`);
    await this.#say(name, 'cmd', { cid: push.data.cid, ...report });
    await this.settle();
    return push.data.cid;
  }

  #say(name: string, channel: UpChannel, payload: object): Promise<void> {
    const { connection } = this.device(name);
    if (!connection) throw new Error(`${name} is off.`);
    return this.#world.services.plane.receive(connection, channel, payload);
  }

  async #birth(name: string, bootReason: 'power' | 'restart'): Promise<void> {
    const { plane } = this.#world.services;
    const device = this.device(name);
    const { heard, model, on, port } = this.#plan[name] ?? { model: '' };
    const connection = new FakeConnection(device.id);
    device.connection = connection;
    await plane.connected(connection);
    const session = `${name} ${++device.session}`;
    const base = { ...sampleDevice(), mac: device.mac, model };
    const above =
      on === undefined || heard
        ? {}
        : { uplinkMac: this.device(on).mac.toUpperCase(), uplinkPort: port ?? '' };
    const birth = birthOf(base, { session, boot: session, bootReason, nets: { vlan: 1, ...above } });
    await this.#say(name, 'birth', birth);
    const lldp = Object.entries(this.#plan).flatMap(([other, placed]) =>
      placed.on === name && placed.heard
        ? [{ port: placed.port ?? '', peerMac: this.device(other).mac }]
        : [],
    );
    if (lldp.length > 0) await this.#say(name, 'topo', { session, seq: 1, ts: 0, lldp });
  }
}
