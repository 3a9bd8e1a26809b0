import { join } from 'node:path';
import type {
  Capabilities,
  ConfigIssue,
  ConfigManagement,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { type Clock, sleep } from '@northlight/runtime';
import type { DeviceSystem } from '../device/linux-driver.ts';
import { disableChecksumOffload } from '../system/checksum-offload.ts';
import { readLinks } from '../system/json-commands.ts';
import { OvsdbClient, OvsdbFailed, createSelect } from '../system/ovsdb/ovsdb-client.ts';
import { readNumbers, type OvsOperation } from '../system/ovsdb/values.ts';
import { OvsInstance } from '../system/ovs-instance.ts';
import type { RunProgram } from '../system/run.ts';
import { Uplink } from '../system/uplink.ts';
import { MANAGEMENT_PORT, renderSwitch, type SwitchLayout } from './layout.ts';
import { parseMeters, renderFlows, renderMeters } from './meters.ts';
import type { PoeController } from './poe.ts';
import { applyPhysical } from './physical-ports.ts';
import { findFloodProblems, findLayoutProblems } from './switch-verify.ts';
import { planSwitch, SWITCH_BRIDGE } from './switch-plan.ts';
import { readRows, type SwitchRows } from './switch-rows.ts';

const DONE_POLL_MS = 20;
const DONE_POLLS = 500;

export interface SwitchSystemOptions {
  readonly stateDir: string;
  readonly mac: string;
  readonly caps: Capabilities;
  readonly management: ConfigManagement;
  readonly run: RunProgram;
  readonly clock: Clock;
  /** Controls PoE; absent on a machine without PoE. */
  readonly poe?: PoeController;
}

/** Applies layouts to this machine in this order: switch, limits, ports, management address. */
export class SwitchSystem implements DeviceSystem<SwitchLayout> {
  readonly ovs: OvsInstance;
  readonly #options: SwitchSystemOptions;
  readonly #uplink: Uplink;

  constructor(options: SwitchSystemOptions) {
    const { clock, run, stateDir } = options;
    this.#options = options;
    this.ovs = new OvsInstance(join(stateDir, 'ovs'), run, clock);
    this.#uplink = new Uplink({ directory: join(stateDir, 'management'), run, clock });
  }

  async prepare(): Promise<void> {
    const { caps, run } = this.#options;
    await this.ovs.start();
    for (const { id } of caps.ports) {
      await run(['tee', `/proc/sys/net/ipv4/conf/${id}/arp_ignore`], '1');
      await disableChecksumOffload(id, run);
    }
  }

  render(config: DeviceConfig): SwitchLayout {
    const { caps, management } = this.#options;
    return renderSwitch(config, { caps, management });
  }

  async apply(layout: SwitchLayout): Promise<readonly ConfigIssue[]> {
    const { mac, poe, run } = this.#options;
    using client = await this.#connect();
    const plan = planSwitch(await readRows(client, SWITCH_BRIDGE), layout, { mac });
    for (const operations of plan) await this.#transact(client, operations);
    await this.#applyLimits(layout);
    const issues = await applyPhysical(layout.physical, { run, poe });
    await disableChecksumOffload(MANAGEMENT_PORT, run);
    await run(['ip', 'link', 'set', 'dev', MANAGEMENT_PORT, 'up']);
    await this.#uplink.apply(MANAGEMENT_PORT, layout.management.settings, {
      generation: await this.#generation(layout),
    });
    return issues;
  }

  async verify(layout: SwitchLayout): Promise<string[]> {
    const { run } = this.#options;
    using client = await this.#connect();
    const rows = await readRows(client, SWITCH_BRIDGE);
    const flood = layout.rstpPriority === undefined ? await this.#floodProblems(layout, rows) : [];
    const address = await this.#uplink.verify(MANAGEMENT_PORT, layout.management.settings);
    const wanted = [...renderMeters(layout.physical).keys()];
    const meters = parseMeters(await run(this.#openFlow('dump-meters')));
    return [
      ...findLayoutProblems(rows, layout),
      ...flood,
      ...address,
      ...(wanted.every((number) => meters.includes(number)) ? [] : ['The rate limit of a port is missing.']),
    ];
  }

  async rows(): Promise<SwitchRows> {
    using client = await this.#connect();
    return await readRows(client, SWITCH_BRIDGE);
  }

  /**
   * Calls `onChange` when a link or spanning tree state changes, until the watch is disposed of or the
   * connection ends.
   */
  async watch(onChange: () => void): Promise<Disposable & { readonly ended: boolean }> {
    const client = await this.#connect();
    await client.monitor({ Interface: ['link_state', 'admin_state'], Port: ['rstp_status'] }, onChange);
    return client;
  }

  /** Stops the daemons that keep running after the agent has ended. */
  async stopDaemons(): Promise<void> {
    await this.#uplink.stopDaemons();
    await this.ovs.stop();
  }

  #connect(): Promise<OvsdbClient> {
    return OvsdbClient.connect(this.ovs.dbSocket, this.#options.clock);
  }

  /** Sends a transaction and waits until the switch has applied it. */
  async #transact(client: OvsdbClient, operations: readonly OvsOperation[]): Promise<void> {
    await client.transact(...operations);
    for (let polls = 0; polls < DONE_POLLS; polls++) {
      const [[row] = []] = await client.transact(createSelect('Open_vSwitch', 'next_cfg', 'cur_cfg'));
      if ((readNumbers(row?.['cur_cfg'])[0] ?? -1) >= (readNumbers(row?.['next_cfg'])[0] ?? 0)) return;
      await sleep(this.#options.clock, DONE_POLL_MS);
    }
    throw new OvsdbFailed('The switch did not apply the configuration in time.');
  }

  /**
   * Adds meters before the flows that use them, and deletes superfluous meters after the flows are replaced.
   */
  async #applyLimits({ physical }: SwitchLayout): Promise<void> {
    const { run } = this.#options;
    const meters = renderMeters(physical);
    const existing = parseMeters(await run(this.#openFlow('dump-meters')));
    for (const [number, meter] of meters)
      await run(this.#openFlow(existing.includes(number) ? 'mod-meter' : 'add-meter', meter));
    await run(this.#openFlow('replace-flows', '-'), renderFlows(physical));
    for (const number of existing.filter((known) => !meters.has(known)))
      await run(this.#openFlow('del-meter', `meter=${number}`));
  }

  #openFlow(command: string, ...args: string[]): [string, ...string[]] {
    return ['ovs-ofctl', '-O', 'OpenFlow13', command, this.ovs.management(SWITCH_BRIDGE), ...args];
  }

  /**
   * Returns a text that identifies the VLAN and the port instance. A DHCP lease is invalid when either
   * changes.
   */
  async #generation({ management }: SwitchLayout): Promise<string> {
    const index = await this.#options.run(['cat', `/sys/class/net/${MANAGEMENT_PORT}/ifindex`]);
    return `${management.vlanId} ${index.trim()}`;
  }

  async #floodProblems(layout: SwitchLayout, rows: SwitchRows): Promise<string[]> {
    const links = await readLinks(this.#options.run);
    const up = new Set(links.filter(({ flags }) => flags.includes('LOWER_UP')).map(({ ifname }) => ifname));
    const runAppctl = (...args: string[]): Promise<string> =>
      this.#options.run(['ovs-appctl', '-t', this.ovs.control, ...args]);
    return findFloodProblems(layout, rows, up, {
      trace: (flow) => runAppctl('ofproto/trace', SWITCH_BRIDGE, flow),
      datapath: () => runAppctl('dpif/show'),
    });
  }
}
