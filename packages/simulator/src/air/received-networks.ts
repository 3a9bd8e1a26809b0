import type { AirBand, Broadcaster, WidthMhz } from './air-site.ts';
import { computeTransmitterLoss, type Transmitter } from './transmitters.ts';
import type { WallsByFloor } from './wall-loss.ts';

/** Weakest beacon (dBm) that a scan receives: the sensitivity of usual receivers at the lowest basic rate. */
const SENSITIVITY_DBM = -92;

/** A network that a radio receives. */
export interface ReceivedNetwork {
  readonly bssid: string;
  readonly ssid: string;
  readonly band: AirBand;
  readonly channel: number;
  readonly widthMhz: WidthMhz;
  readonly security: string;
  readonly signalDbm: number;
  /** Time in which the network sends or its clients send (percent). */
  readonly loadPercent: number;
  /** True for a radio of the same site. */
  readonly isOwnSite: boolean;
}

/** A sender of beacons, with its figures of the moment. */
export interface BeaconSource {
  readonly broadcaster: Broadcaster;
  readonly transmitter: Transmitter;
  /** First SSID; undefined for a radio that broadcasts none. */
  readonly ssid: string | undefined;
  /** Serial number of the device; absent for a foreign network. */
  readonly sn?: string;
  /** Share of the time in which it sends. */
  readonly airtime: number;
}

/** Lists the networks that a radio receives on a channel, the strongest first. */
export function listReceivedNetworks(
  receiver: Transmitter,
  ownSn: string,
  channel: number,
  sources: readonly BeaconSource[],
  walls: WallsByFloor,
): ReceivedNetwork[] {
  return sources
    .flatMap(({ airtime, broadcaster, sn, ssid, transmitter }): ReceivedNetwork[] => {
      const isOnChannel = broadcaster.band === receiver.band && broadcaster.channel === channel;
      if (ssid === undefined || !isOnChannel || sn === ownSn) return [];
      const { band, bssid, security, widthMhz } = broadcaster;
      const signalDbm = transmitter.powerDbm - computeTransmitterLoss(receiver, transmitter, walls);
      const loadPercent = 100 * airtime;
      return [
        {
          bssid,
          ssid,
          band,
          channel,
          widthMhz,
          security,
          signalDbm,
          loadPercent,
          isOwnSite: sn !== undefined,
        },
      ];
    })
    .filter(({ signalDbm }) => signalDbm >= SENSITIVITY_DBM)
    .sort((a, b) => b.signalDbm - a.signalDbm);
}
