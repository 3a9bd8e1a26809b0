import { findCapabilities } from '@northlight/contract';
import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { type Clock, SeededEntropy, SteppedClock } from '@northlight/runtime';
import {
  type ApplyOutcome,
  DeviceLink,
  type Driver,
  type LinkOptions,
  type LinkStore,
  createMemoryStore,
  type RebootReason,
  type SavedState,
  SILENT_LOG,
} from '../link/index.ts';
import { FakeCloud } from './fake-cloud.ts';

export const SN = 'NLTEST0000000001';
export const ID = 'AAAAAAAAAAAAAAAAAAAAAA';
export const CREDENTIAL = { id: ID, token: 'token', epoch: 1 };
export const VLAN_30: DeviceConfig = {
  vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: ['lan1'] }],
  dhcpPools: [],
};
export const VLAN_40: DeviceConfig = {
  vlans: [{ id: 40, name: 'Staff', ip: '192.168.40.1', prefix: 24, ports: [] }],
  dhcpPools: [],
};

/** A driver that records its calls and returns prepared outcomes. */
export class FakeDriver implements Driver {
  readonly calls: string[] = [];
  running: DeviceConfig = { vlans: [], dhcpPools: [] };
  outcome: ApplyOutcome = { status: 'applied', issues: [] };
  /** Called while the driver applies a configuration. */
  whileApplying: () => Promise<void> | void = () => undefined;

  describe(): ReturnType<Driver['describe']> {
    const caps = findCapabilities('NL-GW5');
    if (!caps) throw new Error('no such model');
    return {
      model: 'NL-GW5',
      sn: SN,
      mac: '02:00:00:00:00:01',
      sw: '1.0',
      hw: 'A',
      caps,
      uptimeSeconds: 1,
      nets: {},
    };
  }

  async apply(config: DeviceConfig): Promise<ApplyOutcome> {
    this.calls.push(`apply ${config.vlans.map(({ id }) => id).join()}`);
    await this.whileApplying();
    if (this.outcome.status !== 'rejected') this.running = config;
    return this.outcome;
  }

  failingRestores = 0;

  async restore(config: DeviceConfig): Promise<void> {
    if (this.failingRestores-- > 0) throw new Error('out of order');
    this.calls.push(`restore ${config.vlans.map(({ id }) => id).join()}`);
    this.running = config;
  }

  async command(
    { kind }: CommandPush,
    report: (report: { state: 'running'; percent: number }) => void,
    reboot: (reason?: RebootReason) => Promise<void>,
  ): Promise<void> {
    this.calls.push(kind);
    if (kind === 'ping') return;
    report({ state: 'running', percent: 50 });
    await reboot(kind === 'reset' ? kind : 'restart');
  }

  wentOnline(): void {
    this.calls.push('online');
  }

  wentOffline(): void {
    this.calls.push('offline');
  }
}

/** Starts a device, its cloud and their common clock. `make` creates a new link for the same device. */
export function startWorld(
  options: {
    saved?: Partial<SavedState>;
    secret?: string;
    store?: LinkStore;
    behind?: number;
    newKey?: LinkOptions['newKey'];
  } = {},
) {
  const clock = new SteppedClock();
  const cloud = new FakeCloud(() => clock.now());
  const driver = new FakeDriver();
  const base: SavedState = { bd: 0, active: { rev: 0, hash: '', config: driver.running }, results: [] };
  const store = options.store ?? createMemoryStore({ ...base, ...options.saved });
  // The device clock can differ from the cloud's clock.
  const deviceClock: Clock = {
    now: () => clock.now() - (options.behind ?? 0),
    after: (ms, run) => clock.after(ms, run),
  };
  /** Texts that links have logged for information. */
  const lines: string[] = [];
  let seed = 7;
  const make = () =>
    new DeviceLink({
      sn: SN,
      ...(options.newKey && { newKey: options.newKey }),
      ...(options.secret !== undefined && { secret: options.secret }),
      connect: cloud.connect,
      driver,
      store,
      clock: deviceClock,
      entropy: new SeededEntropy(seed++),
      log: { ...SILENT_LOG, info: (_fields, text) => void lines.push(text) },
    });
  return { clock, cloud, driver, store, lines, link: make(), make };
}

export const CLAIMED_STATE = { saved: { credential: CREDENTIAL } };
export const listConfigStates = (cloud: FakeCloud) =>
  cloud.received('cfg').map(({ rev, status }) => `${String(rev)} ${String(status)}`);
