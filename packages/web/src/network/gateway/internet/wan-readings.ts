import {
  type DeviceDetail,
  type DeviceWan,
  type DeviceWanPing,
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
export const isOutdated = ({ at, isOnline }: Pick<WanReading, 'at' | 'isOnline'>, now: number): boolean =>
  !isOnline || now - Date.parse(at) > STALE_AFTER_MS;

export function describeWanState({ wan }: WanReading): string {
  if (wan.inUse) return 'In use';
  if (!wan.up) return 'No link';
  return wan.ip === undefined ? 'No address yet' : 'Ready';
}

/** Explains why a port carries no traffic; undefined for a port in use. */
export function describeWanHint({ wan }: WanReading): string | undefined {
  if (wan.inUse) return undefined;
  if (!wan.up) return 'Nothing is connected to this port, or the connected device is off.';
  if (wan.ip === undefined) return 'The cable is connected. The ISP has not assigned an address yet.';
  return 'Connected. The gateway sends its traffic through another port.';
}

/** Returns the severity of the state of a port. A link without an address is a warning. */
export function getWanCondition({ wan }: WanReading): 'ok' | 'idle' | 'warning' {
  if (wan.inUse || (wan.up && wan.ip !== undefined)) return 'ok';
  return wan.up ? 'warning' : 'idle';
}

/** Returns the time from which the port has had its address; undefined if the gateway does not report it. */
export const computeUpSince = ({ at, wan: { upSeconds } }: WanReading): string | undefined =>
  upSeconds === undefined ? undefined : new Date(Date.parse(at) - upSeconds * 1000).toISOString();

export function describeLatency({ latencyMs }: DeviceWanPing): string {
  if (latencyMs === undefined) return 'No answer';
  return `${latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs)} ms`;
}

/** Share of lost requests from which on calls and video suffer, and from which on a line is hardly usable (percent). */
const LOSS_WARNING = 1;
const LOSS_ERROR = 20;

const computeLoss = ({ lost, sent }: DeviceWanPing): number => (100 * lost) / sent;

export function describeLoss(ping: DeviceWanPing): string {
  const percent = computeLoss(ping);
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}

export function getLossSeverity(ping: DeviceWanPing): 'warning' | 'error' | undefined {
  const percent = computeLoss(ping);
  if (percent < LOSS_WARNING) return undefined;
  return percent < LOSS_ERROR ? 'warning' : 'error';
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
