import { type ScannedNetwork, scannedNetwork } from '@northlight/contract/device-protocol';
import { cleanForeignText } from '@northlight/contract/net';
import { unescapeSsid } from './iw.ts';

const MAX_NETWORKS = 500;
const MAX_SSID_LENGTH = 64;

/** Parses the output of `iw dev X scan`. Hidden networks have an empty SSID. */
export function parseScan(text: string): ScannedNetwork[] {
  return text
    .split(/^(?=BSS [0-9a-f]{2}:)/m)
    .flatMap((part): ScannedNetwork[] => {
      const field = (name: string): string | undefined =>
        new RegExp(`^\\s*${name}: ?(.*)$`, 'm').exec(part)?.[1];
      const mhz = Number.parseFloat(field('freq') ?? '');
      const ssid = unescapeSsid(field('SSID') ?? '');
      const network = scannedNetwork.safeParse({
        bssid: /^BSS ([0-9a-f:]{17})/.exec(part)?.[1],
        ssid: /^\0*$/.test(ssid) ? '' : cleanForeignText(ssid, MAX_SSID_LENGTH),
        band: mhz < 3_000 ? '2.4G' : mhz < 5_925 ? '5G' : '6G',
        channel: toChannelNumber(mhz),
        signalDbm: Math.min(0, Number.parseFloat(field('signal') ?? '')),
        security: parseSecurity(part),
      });
      return network.success ? [network.data] : [];
    })
    .slice(0, MAX_NETWORKS);
}

function toChannelNumber(mhz: number): number {
  if (mhz === 2_484) return 14;
  if (mhz < 3_000) return (mhz - 2_407) / 5;
  return mhz < 5_925 ? (mhz - 5_000) / 5 : (mhz - 5_950) / 5;
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
