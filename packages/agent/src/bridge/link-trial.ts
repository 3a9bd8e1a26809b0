import type { ConfigBridge, ConfigIssue } from '@northlight/contract/device-protocol';
import { formatCanonicalJson } from '@northlight/runtime';

/** Time that a base waits, so that its clients have received their configuration. */
const BASE_DELAY_MS = 10_000;
/** Time within which a peer must be connected again. */
const LINK_TIMEOUT_SECONDS = 120;
const POLL_MS = 1_000;

/** Returns the issue of a link that did not come up in time. */
export function createLinkDown(timeoutSeconds = LINK_TIMEOUT_SECONDS): ConfigIssue {
  const time = timeoutSeconds % 60 === 0 ? `${timeoutSeconds / 60} min` : `${timeoutSeconds} s`;
  return {
    path: 'bridge',
    reason: `The link did not come up within ${time}. The bridge uses its previous settings.`,
  };
}

export const LINK_DOWN = createLinkDown();

/** The parts of a bridge that a change of its link uses. */
export interface TriedBridge {
  readonly mode: ConfigBridge['mode'] | undefined;
  /** True if a peer was connected within the last minute. */
  readonly hadPeer: boolean;
  /** True if the bridge reaches the cloud over its link only, so that its confirm timer ends a link that fails. */
  readonly isOnlyWay: boolean;
  /** Time within which a peer must be connected again (s); default 120. */
  readonly timeoutSeconds?: number | undefined;
  readonly countPeers: () => number | Promise<number>;
  /** Device time (ms). */
  readonly now: () => number;
  /** Waits in device time. Resolves early when the power is cut. */
  readonly delay: (ms: number) => Promise<void>;
  readonly isOff: () => boolean;
  /** Uses the changed link. */
  readonly use: () => void | Promise<void>;
}

/**
 * Changes the link of a bridge as the device protocol requires. A bridge that had a peer keeps the change only when a
 * peer is connected again: resolves with false when it must use its previous link.
 */
export async function tryBridgeLink({
  countPeers,
  delay,
  hadPeer,
  isOff,
  isOnlyWay,
  mode,
  now,
  timeoutSeconds = LINK_TIMEOUT_SECONDS,
  use,
}: TriedBridge): Promise<boolean> {
  if (mode === 'base') await delay(BASE_DELAY_MS);
  await use();
  if (!hadPeer || isOnlyWay) return true;
  const endsAt = now() + timeoutSeconds * 1000;
  while ((await countPeers()) === 0) {
    if (isOff()) return true;
    if (now() >= endsAt) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Returns true if a configuration contains another link than the running one. */
export const isLinkChanged = (now: ConfigBridge | undefined, after: ConfigBridge | undefined): boolean =>
  after !== undefined && formatCanonicalJson(now ?? {}) !== formatCanonicalJson(after);
