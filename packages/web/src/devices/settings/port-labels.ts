import type { DeviceDetail, PortSetting } from '@northlight/contract';
import { ALL_VLANS } from '@northlight/contract/device-protocol';
import { formatVlanList } from '@northlight/contract/net';
import { ABSENT, formatBitRate, formatBytes, formatRate } from '../../kit/format/index.ts';
import type { PortRates } from './use-port-rates.ts';

export type Port = DeviceDetail['ports'][number];

/** Formats a link speed for a port icon: `100M`, `1G`, `1.6T`. */
export function formatSpeedClass(mbps: number): string {
  if (mbps >= 1_000_000) return `${mbps / 1_000_000}T`;
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`;
}

/**
 * Returns the link state of a port: `slow` is below full speed, `blocked` closes a loop, `off` is disabled, `unknown` has no
 * current report.
 */
export function getLinkState(
  port: Port,
  setting: PortSetting | undefined,
): 'up' | 'slow' | 'blocked' | 'down' | 'off' | 'unknown' {
  if (setting?.enabled === false) return 'off';
  if (port.up === undefined) return 'unknown';
  if (!port.up) return 'down';
  if (port.stp === 'discarding') return 'blocked';
  return (port.speedMbps ?? port.maxSpeedMbps) < port.maxSpeedMbps ? 'slow' : 'up';
}

const LINK_LABELS = {
  up: 'up',
  slow: 'up below full speed',
  blocked: 'blocked by spanning tree',
  down: 'down',
  off: 'disabled',
  unknown: 'link unknown',
};

/** Describes a port in one sentence, with its label: `P1: up at 1 Gbit/s, to AP-01`. */
export const describePort = (port: Port, setting?: PortSetting): string =>
  `${port.label}: ${describeState(port, setting)}`;

/** Describes the state of a port: link, traffic, PoE, neighbour, spanning tree, remark. */
export function describeState(port: Port, setting?: PortSetting): string {
  const link = getLinkState(port, setting);
  const isUp = link === 'up' || link === 'slow' || link === 'blocked';
  const rate = formatRate((port.speedMbps ?? port.maxSpeedMbps) * 1000).replace('.0 ', ' ');
  const parts = [
    `${LINK_LABELS[link]}${isUp ? ` at ${rate}` : ''}`,
    isUp &&
      port.rxBytes !== undefined &&
      `received ${formatBytes(port.rxBytes)}, sent ${formatBytes(port.txBytes)}`,
    poeLabel(port, setting),
    port.neighbour && `to ${port.neighbour.name ?? port.neighbour.mac}`,
    setting?.remark,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Summarizes the links and the supplied power of a device: `11 of 28 up, 46.5 W PoE`. */
export function summarizePorts(ports: readonly Port[], isCurrent: boolean): string {
  if (!isCurrent || ports.every(({ up }) => up === undefined)) return 'Link states unknown';
  const watts = ports.reduce((sum, { poeWatts = 0 }) => sum + poeWatts, 0);
  const links = `${ports.filter(({ up }) => up === true).length} of ${ports.length} up`;
  return watts > 0 ? `${links}, ${Math.round(watts * 10) / 10} W PoE` : links;
}

function poeLabel({ poe, poeWatts }: Port, setting: PortSetting | undefined): string | false {
  if (!poe) return false;
  if (setting?.poe === false) return 'PoE off';
  return poeWatts !== undefined && poeWatts > 0 ? `PoE ${poeWatts} W` : 'PoE';
}

/** Formats the link of a port in a table: `1G`, `Down`, `1G, blocked`. */
export function formatLink(port: Port, setting: PortSetting | undefined): string {
  const link = getLinkState(port, setting);
  if (link === 'off') return 'Disabled';
  if (link === 'unknown') return ABSENT;
  if (link === 'down') return 'Down';
  const speed = formatSpeedClass(port.speedMbps ?? port.maxSpeedMbps);
  return link === 'blocked' ? `${speed}, blocked` : speed;
}

/** Returns the name of a port mode: `Trunk`. */
export const formatMode = (mode: PortSetting['mode']): string => mode.charAt(0).toUpperCase() + mode.slice(1);

/** Formats the VLANs of a trunk or hybrid port: `1, tagged all`. */
export function formatMemberships({ pvid, tagged, untagged }: PortSetting): string {
  const list = tagged === ALL_VLANS ? 'all' : formatVlanList(tagged);
  return [formatVlanList([pvid, ...untagged]), list].filter(Boolean).join(', tagged ');
}

/** Formats an incoming and an outgoing rate in bit/s with one unit, that of the higher one: `↓77 ↑12 kbit/s`. */
export function formatRates({ in: incoming = 0, out = 0 }: PortRates): string {
  const [, unit = ''] = formatBitRate(Math.max(incoming, out)).split(' ');
  const divisor = RATE_DIVISORS[unit] ?? 1;
  const format = (bits: number): string => (bits / divisor).toFixed(divisor > 1e3 ? 1 : 0);
  return `↓${format(incoming)} ↑${format(out)} ${unit}`;
}

const RATE_DIVISORS: Readonly<Record<string, number>> = { 'kbit/s': 1e3, 'Mbit/s': 1e6, 'Gbit/s': 1e9 };
