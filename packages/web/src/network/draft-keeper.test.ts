import { describeChanges, EMPTY_NETWORK_CONFIG, type NetworkConfig } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { DraftKeeper, type DraftDoor, type KeptDraft } from './draft-keeper.ts';

const vlans = (...ids: number[]): NetworkConfig => ({
  vlans: ids.map((id) => ({ id, name: `v${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] })),
  dhcpPools: [],
});
const idsOf = ({ vlans: list }: NetworkConfig): number[] => list.map(({ id }) => id);

class Overtaken extends Error {}

/** What the server keeps to: one version after another, a draft without changes is none. */
class Server implements DraftDoor {
  applied = { version: 1, config: vlans(10) };
  draft: KeptDraft | undefined;
  /** Answers wait until this is opened. */
  gate: Promise<void> = Promise.resolve();
  down = false;
  saves = 0;

  async read(): Promise<KeptDraft> {
    const { config, version } = this.applied;
    return this.draft ?? { version: 0, baseVersion: version, base: config, config };
  }

  async save({ baseVersion, config, version }: Omit<KeptDraft, 'base'>): Promise<KeptDraft> {
    await this.gate;
    this.saves += 1;
    if (this.down) throw new Error('The server cannot be reached.');
    if ((this.draft?.version ?? 0) !== version) throw new Overtaken();
    const base = baseVersion === 1 ? this.applied.config : EMPTY_NETWORK_CONFIG;
    const changes = describeChanges(base, config).length;
    this.draft = changes === 0 ? undefined : { version: version + 1, baseVersion, base, config };
    return this.read();
  }

  async discard(): Promise<KeptDraft> {
    if (this.down) throw new Error('The server cannot be reached.');
    this.draft = undefined;
    return this.read();
  }

  isOvertaken(error: unknown): boolean {
    return error instanceof Overtaken;
  }
}

async function page(server: Server): Promise<DraftKeeper> {
  return new DraftKeeper(server, await server.read(), () => undefined);
}

describe('the keeper of a draft', () => {
  it('shows an edit at once and keeps it', async () => {
    const server = new Server();
    const one = await page(server);
    const kept = one.edit(vlans(10, 20));
    expect(idsOf(one.state.draft.config)).toEqual([10, 20]);
    expect(one.state.saving).toBe(true);
    await kept;
    expect(one.state.saving).toBe(false);
    expect(idsOf(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('sends only the last of the edits that came while it was saving', async () => {
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
    expect(idsOf(server.draft?.config ?? vlans())).toEqual([10, 20, 30, 40]);
  });

  it('goes on top of the edits of another window, and takes none of them away', async () => {
    const server = new Server();
    const [one, other] = [await page(server), await page(server)];
    await one.edit(vlans(10, 20));
    await other.edit(vlans(10, 30));
    expect(new Set(idsOf(server.draft?.config ?? vlans()))).toEqual(new Set([10, 20, 30]));
    expect(other.state.draft.config).toEqual(server.draft?.config);
    await one.edit(vlans(10));
    // The first window gave up its own edit only.
    expect(idsOf(server.draft?.config ?? vlans())).toEqual([10, 30]);
  });

  it('does not bring back what another window discarded or applied', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    server.draft = undefined;
    await one.edit(vlans(10, 20, 30));
    expect(idsOf(server.draft ? (server.draft as KeptDraft).config : vlans())).toEqual([10, 30]);
  });

  it('holds edits that cannot be kept, says so, and tries again', async () => {
    const server = new Server();
    server.down = true;
    const one = await page(server);
    await one.edit(vlans(10, 20));
    expect(one.state.problem).toBeInstanceOf(Error);
    expect(idsOf(one.state.draft.config)).toEqual([10, 20]);
    one.heard(await server.read());
    expect(idsOf(one.state.draft.config)).toEqual([10, 20]);
    server.down = false;
    await one.retry();
    expect(one.state.problem).toBeUndefined();
    expect(idsOf(server.draft?.config ?? vlans())).toEqual([10, 20]);
  });

  it('discards what is kept and what is on its way', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    const open = Promise.withResolvers<void>();
    server.gate = open.promise;
    void one.edit(vlans(10, 20, 30));
    const gone = one.discard();
    open.resolve();
    await gone;
    expect(server.draft).toBeUndefined();
    expect(idsOf(one.state.draft.config)).toEqual([10]);
  });

  it('shows nothing staged when it could not be discarded yet, and tells the server until it has heard', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    server.down = true;
    await one.discard();
    expect(idsOf(one.state.draft.config)).toEqual([10]);
    expect(server.draft).toBeDefined();
    server.down = false;
    await one.retry();
    expect(server.draft).toBeUndefined();
  });

  it('is empty again when everything is as it was', async () => {
    const server = new Server();
    const one = await page(server);
    await one.edit(vlans(10, 20));
    await one.edit(vlans(10));
    expect(server.draft).toBeUndefined();
    await one.edit(vlans(10, 50));
    expect(idsOf(one.state.draft.config)).toEqual([10, 50]);
  });
});
