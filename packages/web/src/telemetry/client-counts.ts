import { type Device, KIND_LABELS, type OnlineClient } from '@northlight/contract';

export interface GroupCount {
  readonly label: string;
  readonly count: number;
  readonly note?: string;
}

export function groupByKey(
  clients: readonly OnlineClient[],
  labelOf: (client: OnlineClient) => string | undefined,
): GroupCount[] {
  const counts = new Map<string, number>();
  for (const client of clients) {
    const label = labelOf(client);
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'));
}

const SIGNAL_CLASSES = [
  { from: -55, label: 'Very good', note: '−55 dBm and up' },
  { from: -65, label: 'Good', note: '−65 to −56 dBm' },
  { from: -75, label: 'Fair', note: '−75 to −66 dBm' },
  { from: -85, label: 'Weak', note: '−85 to −76 dBm' },
  { from: -Infinity, label: 'Very weak', note: 'under −85 dBm' },
] as const;

/** Counts wireless clients by signal class, best class first, including empty classes. */
export function countSignals(clients: readonly OnlineClient[]): GroupCount[] {
  const signals = clients.flatMap(({ signalDbm }) =>
    signalDbm === undefined ? [] : [Math.round(signalDbm)],
  );
  return SIGNAL_CLASSES.map(({ from, label, note }, index) => {
    const below = SIGNAL_CLASSES[index - 1]?.from ?? Infinity;
    return { label, note, count: signals.filter((dbm) => dbm >= from && dbm < below).length };
  });
}

const sumRates = ({ rxRateKbps = 0, txRateKbps = 0 }: OnlineClient): number => rxRateKbps + txRateKbps;

/** Returns at most `most` clients with current traffic, the highest rate first. */
export function selectTopByTraffic(clients: readonly OnlineClient[], most: number): OnlineClient[] {
  return clients
    .filter((client) => sumRates(client) > 0)
    .sort((a, b) => sumRates(b) - sumRates(a))
    .slice(0, most);
}

/** Returns true for a randomized MAC address: the locally administered bit of the first octet is set. */
const isPrivate = ({ mac }: OnlineClient): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0;

const PROJECT_DEVICE_KINDS: ReadonlySet<string> = new Set(['ipc', 'nvr']);

/** Counts clients by connection and kind of address, and adds the cameras and recorders of the project. */
export function countTerminals(clients: readonly OnlineClient[], devices: readonly Device[]): GroupCount[] {
  const known = groupByKey(clients, (client) => {
    if (client.band === undefined) return 'Wired';
    return isPrivate(client) ? 'Wireless, private address' : 'Wireless, maker’s address';
  });
  const own = [...PROJECT_DEVICE_KINDS].flatMap((kind) => {
    const count = devices.filter((device) => device.kind === kind).length;
    return count === 0 ? [] : [{ label: `${KIND_LABELS[kind as Device['kind']]} of this project`, count }];
  });
  return [...known, ...own];
}
