import {
  describeChanges,
  type DraftDevice,
  EMPTY_NETWORK_CONFIG,
  findCapabilities,
  type NetworkConfig,
} from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import type { SavedDraft } from '../kit/document/draft-saver.ts';
import { DraftStore, type ProjectDraftApi } from './draft-store.ts';
import {
  createProjectDraft,
  isDeviceEdited,
  type ProjectDraft,
  rebaseOnSaved,
  stageDevice,
} from './project-draft.ts';

const vlans = (...ids: number[]): NetworkConfig => ({
  vlans: ids.map((id) => ({ id, name: `v${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] })),
  dhcpPools: [],
});
const listVlanIds = ({ vlans: list }: NetworkConfig): number[] => list.map(({ id }) => id);

class Conflict extends Error {}

/** Simulates the server, which requires consecutive versions and deletes a draft without changes. */
class Server implements ProjectDraftApi {
  readonly rebase = rebaseOnSaved;
  applied = { version: 1, config: vlans(10) };
  draft: ProjectDraft | undefined;
  version = 0;
  /** Promise that a save waits for. */
  gate: Promise<void> = Promise.resolve();
  down = false;
  saves = 0;

  async read(): Promise<SavedDraft<ProjectDraft>> {
    return this.draft
      ? { version: this.version, draft: this.draft }
      : { version: 0, draft: createProjectDraft(this.applied) };
  }

  async save(
    version: number,
    { baseVersion, config, devices }: ProjectDraft,
  ): Promise<SavedDraft<ProjectDraft>> {
    await this.gate;
    this.saves += 1;
    if (this.down) throw new Error('The server cannot be reached.');
    if ((this.draft ? this.version : 0) !== version) throw new Conflict();
    const base = baseVersion === 1 ? this.applied.config : EMPTY_NETWORK_CONFIG;
    const changes = describeChanges(base, config).length + devices.filter(isDeviceEdited).length;
    this.version = version + 1;
    this.draft = changes === 0 ? undefined : { baseVersion, base, config, devices };
    return this.read();
  }

  /** Stages the same settings for each device, as the server does for those that take them. */
  async changeInBulk({ deviceIds }: { readonly deviceIds: readonly string[] }) {
    const { draft, version } = await this.read();
    const devices = deviceIds.map((id) => createSwitch(id, 77));
    const saved = await this.save(version, devices.reduce(stageDevice, draft));
    return { saved, refused: [{ id: 'ap1', name: 'AP', reason: 'The device is offline.' }] };
  }

  async discard(): Promise<SavedDraft<ProjectDraft>> {
    if (this.down) throw new Error('The server cannot be reached.');
    this.draft = undefined;
    return this.read();
  }

  isConflict(error: unknown): boolean {
    return error instanceof Conflict;
  }

  revert(): ProjectDraft {
    return createProjectDraft(this.applied);
  }
}

/** A page of one window, and the edits that its user makes. */
async function openPage(server: Server) {
  const store = new DraftStore(server, await server.read());
  const { saver } = store;
  return {
    store,
    saver,
    get draft() {
      return saver.getState().draft;
    },
    edit: (config: NetworkConfig) => {
      store.stage({ ...saver.getState().draft, config });
      return saver.retry();
    },
    editDevice: (device: DraftDevice) => {
      store.stage(stageDevice(saver.getState().draft, device));
      return saver.retry();
    },
  };
}

const SWITCH = findCapabilities('NL-SW8P');
if (!SWITCH) throw new Error('There is no such model.');
/** A switch with a staged management VLAN. */
const createSwitch = (deviceId: string, vlanId: number): DraftDevice => ({
  deviceId,
  name: deviceId,
  capabilities: SWITCH,
  version: 0,
  stored: {},
  baseVersion: 0,
  base: {},
  settings: { management: { mode: 'dhcp', vlanId } },
});
const listDevices = ({ devices }: ProjectDraft) =>
  devices.map(({ deviceId, settings }) => `${deviceId} ${settings.management?.vlanId}`).toSorted();

describe('the draft of a project', () => {
  it('shows an edit at once and saves it', async () => {
    const server = new Server();
    const one = await openPage(server);
    const saved = one.edit(vlans(10, 20));
    expect(listVlanIds(one.draft.config)).toEqual([10, 20]);
    expect(one.saver.getState().saving).toBe(true);
    await saved;
    expect(one.saver.getState().saving).toBe(false);
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('sends only the last of the edits made during a save', async () => {
    const server = new Server();
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    const one = await openPage(server);
    void one.edit(vlans(10, 20));
    void one.edit(vlans(10, 20, 30));
    const last = one.edit(vlans(10, 20, 30, 40));
    open.resolve();
    await last;
    expect(server.saves).toBe(2);
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20, 30, 40]);
  });

  it('rebases edits on those of another window without losing any', async () => {
    const server = new Server();
    const [one, other] = [await openPage(server), await openPage(server)];
    await one.edit(vlans(10, 20));
    await other.edit(vlans(10, 30));
    expect(new Set(listVlanIds(server.draft?.config ?? vlans()))).toEqual(new Set([10, 20, 30]));
    expect(other.draft.config).toEqual(server.draft?.config);
    await one.edit(vlans(10));
    // Removing VLAN 20 in the first window keeps the edit of the other window.
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 30]);
  });

  it('does not restore edits that another window discarded or applied', async () => {
    const server = new Server();
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    server.draft = undefined;
    await one.edit(vlans(10, 20, 30));
    expect(listVlanIds((server.draft as ProjectDraft | undefined)?.config ?? vlans())).toEqual([10, 30]);
  });

  it('keeps edits that cannot be saved, reports the problem and retries', async () => {
    const server = new Server();
    server.down = true;
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    expect(one.saver.getState().problem).toBeInstanceOf(Error);
    expect(listVlanIds(one.draft.config)).toEqual([10, 20]);
    one.store.adopt(await server.read());
    expect(listVlanIds(one.draft.config)).toEqual([10, 20]);
    server.down = false;
    await one.saver.retry();
    expect(one.saver.getState().problem).toBeUndefined();
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('discards the saved draft and the edits that are being saved', async () => {
    const server = new Server();
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    void one.edit(vlans(10, 20, 30));
    const discarded = one.store.discard();
    open.resolve();
    await discarded;
    expect(server.draft).toBeUndefined();
    expect(listVlanIds(one.draft.config)).toEqual([10]);
  });

  it('shows an empty draft when the server cannot discard it yet, and retries', async () => {
    const server = new Server();
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    server.down = true;
    await one.store.discard();
    expect(listVlanIds(one.draft.config)).toEqual([10]);
    expect(server.draft).toBeDefined();
    server.down = false;
    await one.saver.retry();
    expect(server.draft).toBeUndefined();
  });

  it('has no draft when all edits are undone', async () => {
    const server = new Server();
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    await one.edit(vlans(10));
    expect(server.draft).toBeUndefined();
    await one.edit(vlans(10, 50));
    expect(listVlanIds(one.draft.config)).toEqual([10, 50]);
  });

  it('keeps the devices of both windows', async () => {
    const server = new Server();
    const [one, other] = [await openPage(server), await openPage(server)];
    await one.editDevice(createSwitch('sw1', 10));
    await other.editDevice(createSwitch('sw2', 20));
    expect(listDevices(server.draft ?? other.draft)).toEqual(['sw1 10', 'sw2 20']);
    await one.editDevice({ ...createSwitch('sw1', 10), settings: {} });
    expect(listDevices(server.draft ?? one.draft)).toEqual(['sw2 20']);
  });

  it('undoes and repeats steps of this window, until another one edits the draft', async () => {
    const server = new Server();
    const one = await openPage(server);
    await one.edit(vlans(10, 20));
    await one.editDevice(createSwitch('sw1', 10));
    expect(one.store.redo).toBeUndefined();
    one.store.undo?.();
    await one.saver.retry();
    expect(server.draft).toMatchObject({ config: vlans(10, 20), devices: [] });
    one.store.undo?.();
    await one.saver.retry();
    expect(server.draft).toBeUndefined();
    one.store.redo?.();
    one.store.redo?.();
    await one.saver.retry();
    expect(listDevices(one.draft)).toEqual(['sw1 10']);
    const other = await openPage(server);
    await other.edit(vlans(10));
    one.store.adopt(await server.read());
    expect([one.store.undo, listVlanIds(one.draft.config)]).toEqual([undefined, [10]]);
  });

  it('adds a change of many devices as a step, beside the edits made in the meantime', async () => {
    const server = new Server();
    const one = await openPage(server);
    void one.edit(vlans(10, 20));
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    const changing = one.store.changeInBulk({ deviceIds: ['sw1', 'sw2'] });
    await expect.poll(() => server.saves).toBe(1);
    void one.edit(vlans(10, 20, 30));
    open.resolve();
    expect(await changing).toMatchObject([{ id: 'ap1' }]);
    await one.saver.retry();
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20, 30]);
    expect(listDevices(server.draft ?? one.draft)).toEqual(['sw1 77', 'sw2 77']);
    await one.store.changeInBulk({ deviceIds: ['sw3'] });
    one.store.undo?.();
    await one.saver.retry();
    expect(listDevices(server.draft ?? one.draft)).toEqual(['sw1 77', 'sw2 77']);
  });
});
