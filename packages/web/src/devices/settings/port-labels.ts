import type { DeviceDetail, PortSetting } from '@northlight/contract';
import { ALL_VLANS } from '@northlight/contract/device-protocol';
import { formatVlanList } from '@northlight/contract/net';
import { ABSENT, formatBytes, formatRate } from '../../kit/format/index.ts';

export type Port = DeviceDetail['ports'][number];

/** Formats a link speed for a port icon: `100M`, `1G`, `1.6T`. */
export function formatSpeedClass(mbps: number): string {
  if (mbps >= 1_000_000) return `${mbps / 1_000_000}T`;
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`;
}

/** Returns the link state of a port: `slow` is below full speed, `off` is disabled, `unknown` has no current report. */
export function getLinkState(
  port: Port,
  setting: PortSetting | undefined,
): 'up' | 'slow' | 'down' | 'off' | 'unknown' {
  if (setting?.enabled === false) return 'off';
  if (port.up === undefined) return 'unknown';
  if (!port.up) return 'down';
  return (port.speedMbps ?? port.maxSpeedMbps) < port.maxSpeedMbps ? 'slow' : 'up';
}

const LINK_LABELS = {
  up: 'up',
  slow: 'up below full speed',
  down: 'down',
  off: 'disabled',
  unknown: 'link unknown',
};

/** Describes a port in one sentence: link, traffic, PoE, neighbour, spanning tree, remark. */
export function describePort(port: Port, setting?: PortSetting): string {
  const link = getLinkState(port, setting);
  const isUp = link === 'up' || link === 'slow';
  const rate = formatRate((port.speedMbps ?? port.maxSpeedMbps) * 1000).replace('.0 ', ' ');
  const parts = [
    `${port.label}: ${LINK_LABELS[link]}${isUp ? ` at ${rate}` : ''}`,
    isUp &&
      port.rxBytes !== undefined &&
      `received ${formatBytes(port.rxBytes)}, sent ${formatBytes(port.txBytes)}`,
    poeLabel(port, setting),
    port.neighbour && `to ${port.neighbour.name ?? port.neighbour.mac}`,
    port.stp === 'discarding' && 'blocked by spanning tree',
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

/** Formats the link of a port in a table: `1.0 Gbit/s`, `Down`, `Blocked`. */
export function formatLink(port: Port, setting: PortSetting | undefined): string {
  const link = getLinkState(port, setting);
  if (link === 'off') return 'Disabled';
  if (link === 'unknown') return ABSENT;
  if (link === 'down') return 'Down';
  const rate = formatRate((port.speedMbps ?? port.maxSpeedMbps) * 1000).replace('.0 ', ' ');
  return port.stp === 'discarding' ? `${rate}, blocked` : rate;
}

/** Formats the VLANs of a port, with the mode of ports with tagged VLANs: `10`, `Trunk 1, tagged all`. */
export function formatVlans(setting: PortSetting | undefined): string {
  if (!setting) return ABSENT;
  if (setting.mode === 'access') return String(setting.pvid);
  const mode = setting.mode.charAt(0).toUpperCase() + setting.mode.slice(1);
  const tagged = setting.tagged === ALL_VLANS ? 'all' : formatVlanList(setting.tagged);
  return [`${mode} ${setting.pvid}`, tagged].filter(Boolean).join(', tagged ');
}
