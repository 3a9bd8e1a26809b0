import { describeChanges, EMPTY_NETWORK_CONFIG, type NetworkConfig } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { DraftSaver, type DraftApi, type SavedDraft } from './draft-saver.ts';

const vlans = (...ids: number[]): NetworkConfig => ({
  vlans: ids.map((id) => ({ id, name: `v${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] })),
  dhcpPools: [],
});
const listVlanIds = ({ vlans: list }: NetworkConfig): number[] => list.map(({ id }) => id);

class Conflict extends Error {}

/** Simulates the server, which requires consecutive versions and deletes a draft without changes. */
class Server implements DraftApi {
  applied = { version: 1, config: vlans(10) };
  draft: SavedDraft | undefined;
  /** Promise that a save waits for. */
  gate: Promise<void> = Promise.resolve();
  down = false;
  saves = 0;

  async read(): Promise<SavedDraft> {
    const { config, version } = this.applied;
    return this.draft ?? { version: 0, baseVersion: version, base: config, config };
  }

  async save({ baseVersion, config, version }: Omit<SavedDraft, 'base'>): Promise<SavedDraft> {
    await this.gate;
    this.saves += 1;
    if (this.down) throw new Error('The server cannot be reached.');
    if ((this.draft?.version ?? 0) !== version) throw new Conflict();
    const base = baseVersion === 1 ? this.applied.config : EMPTY_NETWORK_CONFIG;
    const changes = describeChanges(base, config).length;
    this.draft = changes === 0 ? undefined : { version: version + 1, baseVersion, base, config };
    return this.read();
  }

  async discard(): Promise<SavedDraft> {
    if (this.down) throw new Error('The server cannot be reached.');
    this.draft = undefined;
    return this.read();
  }

  isConflict(error: unknown): boolean {
    return error instanceof Conflict;
  }
}

async function page(server: Server): Promise<DraftSaver> {
  return new DraftSaver(server, await server.read(), () => undefined);
}

describe('DraftSaver', () => {
  it('shows an edit at once and saves it', async () => {
    const server = new Server();
    const one = await page(server);
    const saved = one.edit(vlans(10, 20));
    expect(listVlanIds(one.state.draft.config)).toEqual([10, 20]);
    expect(one.state.saving).toBe(true);
    await saved;
    expect(one.state.saving).toBe(false);
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('sends only the last of the edits made during a save', async () => {
    const server = new Server();
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    const one = await page(server);
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
    const [one, other] = [await page(server), await page(server)];
    await one.edit(vlans(10, 20));
    await other.edit(vlans(10, 30));
    expect(new Set(listVlanIds(server.draft?.config ?? vlans()))).toEqual(new Set([10, 20, 30]));
    expect(other.state.draft.config).toEqual(server.draft?.config);
    await one.edit(vlans(10));
    // Removing VLAN 20 in the first window keeps the edit of the other window.
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 30]);
  });

  it('does not restore edits that another window discarded or applied', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    server.draft = undefined;
    await one.edit(vlans(10, 20, 30));
    expect(listVlanIds(server.draft ? (server.draft as SavedDraft).config : vlans())).toEqual([10, 30]);
  });

  it('keeps edits that cannot be saved, reports the problem and retries', async () => {
    const server = new Server();
    server.down = true;
    const one = await page(server);
    await one.edit(vlans(10, 20));
    expect(one.state.problem).toBeInstanceOf(Error);
    expect(listVlanIds(one.state.draft.config)).toEqual([10, 20]);
    one.adopt(await server.read());
    expect(listVlanIds(one.state.draft.config)).toEqual([10, 20]);
    server.down = false;
    await one.retry();
    expect(one.state.problem).toBeUndefined();
    expect(listVlanIds(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('discards the saved draft and the edits that are being saved', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    void one.edit(vlans(10, 20, 30));
    const discarded = one.discard();
    open.resolve();
    await discarded;
    expect(server.draft).toBeUndefined();
    expect(listVlanIds(one.state.draft.config)).toEqual([10]);
  });

  it('shows an empty draft when the server cannot discard it yet, and retries', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    server.down = true;
    await one.discard();
    expect(listVlanIds(one.state.draft.config)).toEqual([10]);
    expect(server.draft).toBeDefined();
    server.down = false;
    await one.retry();
    expect(server.draft).toBeUndefined();
  });

  it('has no draft when all edits are undone', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    await one.edit(vlans(10));
    expect(server.draft).toBeUndefined();
    await one.edit(vlans(10, 50));
    expect(listVlanIds(one.state.draft.config)).toEqual([10, 50]);
  });
});
