import { describe, expect, it } from 'vitest';
import { createLinkDown, LINK_DOWN, tryBridgeLink, type TriedBridge } from './link-trial.ts';

/** Tries a link whose peer connects `peerAfterMs` after the change; a reading of the peers takes `readMs`. */
async function tryLink(peerAfterMs: number, own: Partial<TriedBridge> = {}, readMs = 0) {
  let now = 0;
  let changedAt: number | undefined;
  const isKept = await tryBridgeLink({
    mode: 'client',
    hadPeer: true,
    isOnlyWay: false,
    now: () => now,
    delay: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    isOff: () => false,
    countPeers: () => {
      now += readMs;
      return changedAt !== undefined && now - changedAt >= peerAfterMs ? 1 : 0;
    },
    use: () => {
      changedAt = now;
    },
    ...own,
  });
  return { isKept, now, changedAt };
}

describe('a changed bridge link', () => {
  it('is kept when a peer connects within 2 min, and not afterwards', async () => {
    expect((await tryLink(119_000)).isKept).toBe(true);
    expect(await tryLink(150_000)).toMatchObject({ isKept: false, now: 120_000 });
    expect(LINK_DOWN.path).toBe('bridge');
  });

  it('is given up after the time of the device, which the issue names', async () => {
    const own = { timeoutSeconds: 45 };
    expect(await tryLink(60_000, own)).toMatchObject({ isKept: false, now: 45_000 });
    expect((await tryLink(44_000, own)).isKept).toBe(true);
    expect(createLinkDown(45).reason).toContain('within 45 s');
    expect(createLinkDown().reason).toContain('within 2 min');
  });

  it('is given up after 2 min even if a reading of the peers is slow', async () => {
    const { isKept, now } = await tryLink(Number.POSITIVE_INFINITY, {}, 3_000);
    expect(isKept).toBe(false);
    expect(now).toBeLessThan(130_000);
  });

  it('is applied by a base 10 s later, so that its clients have received theirs', async () => {
    expect(await tryLink(0, { mode: 'base' })).toMatchObject({ isKept: true, changedAt: 10_000 });
  });

  it.each([
    ['had no peer', { hadPeer: false }],
    ['reaches the cloud over the link only', { isOnlyWay: true }],
    ['loses its power', { isOff: () => true }],
  ])('is kept without a peer by a bridge that %s', async (_title, own) => {
    expect((await tryLink(Number.POSITIVE_INFINITY, own)).isKept).toBe(true);
  });
});
