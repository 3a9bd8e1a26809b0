/** Detects flapping ports from their link changes. No side effects. */

export interface PortChange {
  readonly deviceId: string;
  readonly port: string;
  readonly up: boolean;
  readonly at: number;
}

export interface FlappingPort {
  readonly deviceId: string;
  readonly port: string;
  readonly since: number;
  readonly lastAt: number;
  readonly changes: number;
}

export const FLAP_WINDOW_MS = 5 * 60_000;
/** Time without a change after which a port no longer counts as flapping. */
export const FLAP_QUIET_MS = 10 * 60_000;

export const formatPortKey = (deviceId: string, port: string): string => `${deviceId} ${port}`;

/**
 * Returns the ports with at least `threshold` changes within the window. `changes` counts from the first
 * change of that window.
 */
export function findFlappingPorts(changes: readonly PortChange[], threshold: number): FlappingPort[] {
  const byPort = Map.groupBy(changes, ({ deviceId, port }) => formatPortKey(deviceId, port));
  return [...byPort.values()].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a.at - b.at);
    const first = sorted.findIndex((change, index) => {
      const nth = sorted[index + threshold - 1];
      return nth !== undefined && nth.at - change.at <= FLAP_WINDOW_MS;
    });
    const [from, last] = [sorted[first], sorted.at(-1)];
    if (!from || !last) return [];
    const { deviceId, port } = from;
    return [{ deviceId, port, since: from.at, lastAt: last.at, changes: sorted.length - first }];
  });
}
