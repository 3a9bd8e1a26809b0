import type { DeviceDetail, PortSetting } from '@northlight/contract';
import { formatBytes, formatRate } from '../../kit/format/index.ts';

export type Port = DeviceDetail['ports'][number];

/** Class of a link's speed, as short as it fits on a port. */
export function speedClass(mbps: number): string {
  return mbps >= 1000 ? `${mbps / 1000}G` : `${mbps}M`;
}

/** `up` at full speed, `slow` below it, `down`, `off` when it is switched off, `unknown` when nobody has said. */
export function linkOf(
  port: Port,
  setting: PortSetting | undefined,
): 'up' | 'slow' | 'down' | 'off' | 'unknown' {
  if (setting?.enabled === false) return 'off';
  if (port.up === undefined) return 'unknown';
  if (!port.up) return 'down';
  return (port.speedMbps ?? port.maxSpeedMbps) < port.maxSpeedMbps ? 'slow' : 'up';
}

const LINK_WORDS = {
  up: 'up',
  slow: 'up below its speed',
  down: 'down',
  off: 'switched off',
  unknown: 'link unknown',
};

/** Everything about a port in one sentence. */
export function portSentence(port: Port, setting?: PortSetting): string {
  const link = linkOf(port, setting);
  const isUp = link === 'up' || link === 'slow';
  const rate = formatRate((port.speedMbps ?? port.maxSpeedMbps) * 1000);
  const parts = [
    `${port.label}: ${LINK_WORDS[link]}${isUp ? ` at ${rate}` : ''}`,
    isUp && port.rxBytes !== undefined && `in ${formatBytes(port.rxBytes)}, out ${formatBytes(port.txBytes)}`,
    poeWords(port, setting),
    port.neighbour && `to ${port.neighbour.name ?? port.neighbour.mac}`,
    port.stp === 'discarding' && 'held back by the spanning tree',
    setting?.remark,
  ];
  return parts.filter(Boolean).join(', ');
}

function poeWords({ poe, poeWatts }: Port, setting: PortSetting | undefined): string | false {
  if (!poe) return false;
  if (setting?.poe === false) return 'PoE off';
  return poeWatts !== undefined && poeWatts > 0 ? `feeds ${poeWatts} W` : 'PoE';
}
