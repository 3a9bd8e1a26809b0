import { type ScannedNetwork, scannedNetwork, toPercent } from '@northlight/contract/device-protocol';
import { cleanForeignText } from '@northlight/contract/net';
import { unescapeSsid } from './iw.ts';

const MAX_NETWORKS = 500;
const MAX_SSID_LENGTH = 64;
const WIDTHS = [20, 40, 80, 160, 320] as const;

/** Parses the output of `iw dev X scan`. Hidden networks have an empty SSID. */
export function parseScan(text: string): ScannedNetwork[] {
  return text
    .split(/^(?=BSS [0-9a-f]{2}:)/m)
    .flatMap((part): ScannedNetwork[] => {
      const field = (name: string): string | undefined =>
        new RegExp(`^\\s*${name}: ?(.*)$`, 'm').exec(part)?.[1];
      const mhz = Number.parseFloat(field('freq') ?? '');
      const widthMhz = parseWidthMhz(part, mhz);
      const loadPercent = parseLoadPercent(part);
      const ssid = unescapeSsid(field('SSID') ?? '');
      const network = scannedNetwork.safeParse({
        bssid: /^BSS ([0-9a-f:]{17})/.exec(part)?.[1],
        ssid: /^\0*$/.test(ssid) ? '' : cleanForeignText(ssid, MAX_SSID_LENGTH),
        band: getBand(mhz),
        channel: toChannelNumber(mhz),
        signalDbm: Math.min(0, Number.parseFloat(field('signal') ?? '')),
        security: parseSecurity(part),
        ...(widthMhz !== undefined && { widthMhz }),
        ...(loadPercent !== undefined && { loadPercent }),
      });
      return network.success ? [network.data] : [];
    })
    .slice(0, MAX_NETWORKS);
}

export const getBand = (mhz: number): ScannedNetwork['band'] =>
  mhz < 3_000 ? '2.4G' : mhz < 5_925 ? '5G' : '6G';

function toChannelNumber(mhz: number): number {
  if (mhz === 2_484) return 14;
  if (mhz < 3_000) return (mhz - 2_407) / 5;
  return mhz < 5_925 ? (mhz - 5_000) / 5 : (mhz - 5_950) / 5;
}

/** Distance of the segments of a VHT operation that makes 80 MHz 160 MHz (IEEE 802.11-2020, table 11-24). */
const SEGMENTS_APART = 8;

/** Returns the width that a network announces in the operation elements of its standard; undefined without any. */
function parseWidthMhz(part: string, mhz: number): ScannedNetwork['widthMhz'] {
  const number = (pattern: RegExp): number => Number(pattern.exec(part)?.[1] ?? Number.NaN);
  // In 6 GHz, which has no HT and VHT operation, the elements of later standards state the width: `80 MHz`, `80+80 or 160 MHz`.
  const wide = [...part.matchAll(/^[\s*]*Channel Width: .*?(\d+) MHz/gm)].map(([, width]) => Number(width));
  const announced = WIDTHS.findLast((width) => wide.includes(width));
  if (announced !== undefined) return announced;
  const vht = number(/^\s*VHT operation:[\s\S]*?channel width: (\d)/m);
  // Vendors announce VHT in 2.4 GHz, where no channel is that wide.
  if (mhz > 3_000 && vht >= 2) return 160;
  if (mhz > 3_000 && vht === 1) {
    const second = number(/center freq segment 2: (\d+)/);
    return second > 0 && Math.abs(second - number(/center freq segment 1: (\d+)/)) >= SEGMENTS_APART
      ? 160
      : 80;
  }
  const ht = /^\s*HT operation:[\s\S]*?secondary channel offset: (.*)$/m.exec(part)?.[1];
  if (ht === undefined) return undefined;
  return /above|below/.test(ht) ? 40 : 20;
}

function parseLoadPercent(part: string): number | undefined {
  const load = /^\s*\* channel utilisation: (\d+)\/255$/m.exec(part)?.[1];
  return load === undefined ? undefined : toPercent(Math.min(255, Number(load)), 255);
}

function parseSecurity(part: string): string {
  const rsn = /^\s*RSN:[\s\S]*?(?=^\t\S|(?![\s\S]))/m.exec(part)?.[0] ?? '';
  const suites = /Authentication suites: (.*)/.exec(rsn)?.[1] ?? '';
  const protocols = [
    ...(/^\s*WPA:/m.test(part) ? ['WPA'] : []),
    ...(rsn !== '' && suites.includes('802.1X') ? ['WPA2-Enterprise'] : []),
    ...(suites.includes('PSK') ? ['WPA2'] : []),
    ...(suites.includes('SAE') ? ['WPA3'] : []),
  ];
  if (protocols.length > 0) return protocols.join('/');
  return /capability:.*\bPrivacy\b/.test(part) ? 'WEP' : 'open';
}
