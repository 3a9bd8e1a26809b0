import { getSignalLevel, type OnlineClient, SIGNAL_LEVELS_DBM } from '@northlight/contract';
import { CLIENT_KIND_LABELS, guessClientKind } from '../clients/index.ts';
import { formatDbm, formatMinus } from '../kit/format/index.ts';
import { SIGNAL_LABELS } from '../kit/signal/index.ts';

/** Lowest signal level with which a client works well. */
const FAIR = 2;

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

/** Counts wireless clients by signal level, best level first, including empty levels. */
export function countSignals(clients: readonly OnlineClient[]): GroupCount[] {
  const signals = clients.flatMap(({ signalDbm }) =>
    signalDbm === undefined ? [] : [getSignalLevel(Math.round(signalDbm))],
  );
  return SIGNAL_LABELS.map((label, level) => ({
    label,
    note: describeLevel(level),
    count: signals.filter((each) => each === level).length,
  })).reverse();
}

/** Describes the signals of a level: `−72 to −66 dBm`. */
function describeLevel(level: number): string {
  const [from, above] = [SIGNAL_LEVELS_DBM[level - 1], SIGNAL_LEVELS_DBM[level]];
  if (from === undefined) return `under ${formatDbm(above ?? 0)}`;
  return above === undefined
    ? `${formatDbm(from)} and up`
    : `${formatMinus(from)} to ${formatDbm(above - 1)}`;
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

/** Counts clients by the kind that their host name suggests, unknown kinds last. */
export function countKinds(clients: readonly OnlineClient[]): GroupCount[] {
  const unknown = CLIENT_KIND_LABELS.unknown;
  const counts = groupByKey(clients, (client) => CLIENT_KIND_LABELS[guessClientKind(client)]);
  return [
    ...counts.filter(({ label }) => label !== unknown),
    ...counts.filter(({ label }) => label === unknown),
  ];
}

/** Number of wireless clients with a private MAC address. */
export const countPrivate = (clients: readonly OnlineClient[]): number =>
  clients.filter((client) => client.band !== undefined && isPrivate(client)).length;

/** Number of clients whose signal is weak or very weak. */
export const countWeak = (clients: readonly OnlineClient[]): number =>
  clients.filter(({ signalDbm }) => signalDbm !== undefined && getSignalLevel(Math.round(signalDbm)) < FAIR)
    .length;
