import { type ApplyOutcome, LINK_DOWN, tryBridgeLink } from '@northlight/agent';
import type { DeviceConfig } from '@northlight/contract/device-protocol';

/** Time that a bridge needs to start in another mode. */
const RESTART_MS = { min: 20_000, max: 40_000 } as const;

/** The peers of a bridge. */
export interface BridgePeers {
  /** Returns true if a peer was connected within the last minute. */
  readonly had: () => boolean;
  readonly count: () => number;
  /** True if the bridge reaches the cloud over its link only, so that its confirm timer ends a link that fails. */
  readonly areOnlyWay: boolean;
}

/** The parts of a simulated bridge that a change of its link uses. */
export interface ChangedBridge {
  /** Waits in device time. Resolves early when the power is cut. */
  readonly delay: (minMs: number, maxMs: number) => Promise<void>;
  readonly isOff: () => boolean;
  readonly peers: BridgePeers;
  /** Runs a configuration. */
  readonly use: (config: DeviceConfig) => void;
}

/** Changes the link of a simulated bridge by the rules of real ones. */
export async function changeBridgeLink(
  now: DeviceConfig,
  after: DeviceConfig,
  { delay, isOff, peers, use }: ChangedBridge,
): Promise<ApplyOutcome | undefined> {
  // Device time is faster than the clock of the simulation.
  let waitedMs = 0;
  const isKept = await tryBridgeLink({
    mode: after.bridge?.mode,
    hadPeer: peers.had(),
    isOnlyWay: peers.areOnlyWay,
    countPeers: peers.count,
    now: () => waitedMs,
    delay: (ms) => {
      waitedMs += ms;
      return delay(ms, ms);
    },
    isOff,
    use: async () => {
      if (now.bridge && now.bridge.mode !== after.bridge?.mode) await delay(RESTART_MS.min, RESTART_MS.max);
      use(after);
    },
  });
  if (isKept) return undefined;
  use(now);
  return { status: 'rejected', issues: [LINK_DOWN] };
}
