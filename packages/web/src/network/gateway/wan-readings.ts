import {
  type DeviceDetail,
  type DeviceWan,
  getDeviceState,
  STALE_AFTER_MS,
  type Wan,
} from '@northlight/contract';

/** Last report of a gateway on one WAN port. */
export interface WanReading {
  readonly wan: DeviceWan;
  /** Time at which the gateway took the values. */
  readonly at: string;
  /** False while the gateway is offline; the values are then from its last report. */
  readonly isOnline: boolean;
}

/** Returns the last report on a WAN port; undefined if the gateway has not reported it. */
export function findWanReading(
  device: Pick<DeviceDetail, 'state' | 'wans' | 'wansAt'> | undefined,
  port: string,
): WanReading | undefined {
  const wan = device?.wans?.find(({ id }) => id === port);
  if (!device || !wan || device.wansAt === undefined) return undefined;
  return { wan, at: device.wansAt, isOnline: getDeviceState(device.state).countsOnline };
}

/**
 * Returns true if the values may be outdated, because the gateway is offline or three reports are missing.
 */
export const isOutdated = ({ at, isOnline }: WanReading, now: number): boolean =>
  !isOnline || now - Date.parse(at) > STALE_AFTER_MS;

export function describeWanState({ wan }: WanReading): string {
  if (wan.inUse) return 'In use';
  if (!wan.up) return 'No link';
  return wan.ip === undefined ? 'No address yet' : 'Ready';
}

/** Addresses of a WAN row: the reported ones, otherwise those of a static setting. */
export interface WanAddresses {
  readonly ip: string | undefined;
  readonly address: string;
  readonly gateway: string | undefined;
  readonly dns: string | undefined;
}

const AUTOMATIC = 'Automatic (ISP)';

export function describeWanAddresses(
  reading: WanReading | undefined,
  setting: Wan | undefined,
): WanAddresses {
  if (reading) {
    const { dns = [], gateway, ip, prefix } = reading.wan;
    return {
      ip,
      address: ip === undefined ? 'No address yet' : `${ip}/${prefix}`,
      gateway,
      dns: dns.length > 0 ? dns.join(', ') : undefined,
    };
  }
  const fixed = setting?.mode === 'static' ? setting : undefined;
  return {
    ip: fixed?.ip,
    address: fixed ? `${fixed.ip}/${fixed.prefix}` : AUTOMATIC,
    gateway: fixed?.gateway,
    dns: setting && setting.dns.length > 0 ? setting.dns.join(', ') : AUTOMATIC,
  };
}
