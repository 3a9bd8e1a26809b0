import type { ApplyOutcome } from '@northlight/agent';
import type { ConfigBridge, DeviceConfig } from '@northlight/contract/device-protocol';
import { formatCanonicalJson } from '@northlight/runtime';

/** Time that a base waits, so that its clients have received their configuration. */
const BASE_DELAY_MS = 10_000;
/** Time that a bridge needs to start in another mode. */
const RESTART_MS = { min: 20_000, max: 40_000 } as const;
/** Time within which a peer must be connected again. */
const LINK_TIMEOUT_MS = 120_000;
const POLL_MS = 1_000;

const LINK_DOWN: ApplyOutcome = {
  status: 'rejected',
  issues: [
    {
      path: 'bridge',
      reason: 'The link did not come up within 2 min. The bridge uses its previous settings.',
    },
  ],
};

/** The peers of a bridge. */
export interface BridgePeers {
  /** Returns true if a peer was connected within the last minute. */
  readonly had: () => boolean;
  readonly count: () => number;
  /** True if the bridge reaches the cloud over its link only, so that its confirm timer ends a link that fails. */
  readonly areOnlyWay: boolean;
}

/** The parts of a bridge that a change of its link uses. */
export interface TriedBridge {
  /** Waits in device time. Resolves early when the power is cut. */
  readonly delay: (minMs: number, maxMs: number) => Promise<void>;
  readonly isOff: () => boolean;
  readonly peers: BridgePeers;
  /** Runs a configuration. */
  readonly use: (config: DeviceConfig) => void;
}

/**
 * Changes the link of a bridge as the device protocol requires. A bridge that had a peer keeps the change only when a
 * peer is connected again; otherwise it uses its previous configuration.
 */
export async function tryBridgeLink(
  now: DeviceConfig,
  after: DeviceConfig,
  { delay, isOff, peers, use }: TriedBridge,
): Promise<ApplyOutcome | undefined> {
  const hadPeer = peers.had();
  if (after.bridge?.mode === 'base') await delay(BASE_DELAY_MS, BASE_DELAY_MS);
  if (now.bridge && now.bridge.mode !== after.bridge?.mode) await delay(RESTART_MS.min, RESTART_MS.max);
  use(after);
  if (!hadPeer || peers.areOnlyWay) return undefined;
  for (let waited = 0; peers.count() === 0; waited += POLL_MS) {
    if (isOff()) return undefined;
    if (waited >= LINK_TIMEOUT_MS) {
      use(now);
      return LINK_DOWN;
    }
    await delay(POLL_MS, POLL_MS);
  }
  return undefined;
}

/** Returns true if a configuration contains another link than the running one. */
export const isLinkChanged = (now: ConfigBridge | undefined, after: ConfigBridge | undefined): boolean =>
  after !== undefined && formatCanonicalJson(now ?? {}) !== formatCanonicalJson(after);
