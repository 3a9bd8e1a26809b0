import type { ScannedNetwork } from '@northlight/contract/device-protocol';
import { hashSha256Hex } from '@northlight/runtime';

/** Weakest signal that a radio receives. */
const SENSITIVITY_DBM = -89;
/** Mean use of the channel that a network of a neighbour announces. */
const MEAN_LOAD_PERCENT = 22;

/** Networks of the neighbours of every device that is not part of a site: SSID, channels, security and mean signal. */
const NEIGHBOURS = [
  ['Cafe', 6, 44, 'WPA2', -76],
  ['NeighbourNet', 1, 36, 'WPA2/WPA3', -80],
  ['Office-5', 11, 100, 'WPA2-Enterprise', -78],
  ['TV-Lobby', 6, 149, 'WPA2', -84],
  ['FRITZ-77', 11, 52, 'WPA3', -82],
  ['Printer-Direct', 6, undefined, 'WPA2', -85],
  ['Tram stop', 1, undefined, 'open', -86],
  ['', 1, 36, 'WPA2', -83],
] as const;

type Place = Pick<ScannedNetwork, 'band' | 'channel'>;

/** Lists the networks of the neighbours as a device receives them; its place is derived from its serial number. */
export function listNeighbourNetworks(sn: string): ScannedNetwork[] {
  return NEIGHBOURS.flatMap(([ssid, low, high, security, mean], index) => {
    const places: Place[] = [
      { band: '2.4G', channel: low },
      ...(high === undefined ? [] : [{ band: '5G', channel: high } as const]),
    ];
    return places.map(({ band, channel }): ScannedNetwork => {
      const bssid = `02:5c:a0:${band === '5G' ? '05' : '02'}:00:${index.toString(16).padStart(2, '0')}`;
      return {
        bssid,
        ssid,
        band,
        channel,
        security,
        signalDbm: mean + deriveOffset(`${sn} ${bssid}`),
        widthMhz: band === '5G' ? 80 : 20,
        loadPercent: MEAN_LOAD_PERCENT + deriveOffset(bssid),
      };
    });
  })
    .filter(({ signalDbm }) => signalDbm >= SENSITIVITY_DBM)
    .sort((a, b) => b.signalDbm - a.signalDbm);
}

/** Returns a whole number between −16 and 15 that is the same for the same text. */
const deriveOffset = (text: string): number =>
  (Number.parseInt(hashSha256Hex(text).slice(0, 2), 16) % 32) - 16;
