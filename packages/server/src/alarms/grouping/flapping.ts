/** A port that goes up and down again and again: pure, from its changes. */

export interface PortChange {
  readonly deviceId: string;
  readonly port: string;
  readonly up: boolean;
  readonly at: number;
}

export interface Flapping {
  readonly deviceId: string;
  readonly port: string;
  readonly since: number;
  readonly lastAt: number;
  readonly changes: number;
}

export const FLAP_WINDOW_MS = 5 * 60_000;
/** Quiet for so long is the end of it. */
export const FLAP_QUIET_MS = 10 * 60_000;

export const portKey = (deviceId: string, port: string): string => `${deviceId} ${port}`;

/** Ports that changed so often within the window, each with all its changes from the first of them on. */
export function flappingPorts(changes: readonly PortChange[], most: number): Flapping[] {
  const byPort = Map.groupBy(changes, ({ deviceId, port }) => portKey(deviceId, port));
  return [...byPort.values()].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a.at - b.at);
    const first = sorted.findIndex((change, index) => {
      const nth = sorted[index + most - 1];
      return nth !== undefined && nth.at - change.at <= FLAP_WINDOW_MS;
    });
    const [from, last] = [sorted[first], sorted.at(-1)];
    if (!from || !last) return [];
    const { deviceId, port } = from;
    return [{ deviceId, port, since: from.at, lastAt: last.at, changes: sorted.length - first }];
  });
}
