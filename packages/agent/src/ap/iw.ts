import { z } from 'zod';
import type { Run } from '../system/run.ts';

/** An interface of a radio as the kernel has it now. */
export interface AirInterface {
  readonly device: string;
  readonly mac: string;
  /** What is on the air; undefined for one that sends no beacons. */
  readonly ssid: string | undefined;
  readonly type: string;
  readonly channel: number | undefined;
  readonly widthMhz: number | undefined;
  readonly powerDbm: number | undefined;
}

/** `iw` writes bytes that are not plain as `\x0a`, a backslash among them. */
export function unescapeSsid(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = /^\\x([0-9a-f]{2})/i.exec(text.slice(at, at + 4))?.[1];
    bytes.push(hex === undefined ? text.charCodeAt(at) : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 3;
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Reads `iw dev`. */
export function parseInterfaces(text: string): AirInterface[] {
  return text
    .split(/^\s*(?=Interface |Unnamed)/m)
    .filter((part) => part.startsWith('Interface '))
    .map((part): AirInterface => {
      const field = (name: string): string | undefined =>
        new RegExp(`^\\s*${name} (.*)$`, 'm').exec(part)?.[1];
      const [, channel, width] = /channel (\d+) \(.*?width: (\d+) MHz/.exec(part) ?? [];
      const ssid = field('ssid');
      const power = field('txpower');
      return {
        device: field('Interface') ?? '',
        mac: field('addr') ?? '',
        ssid: ssid === undefined ? undefined : unescapeSsid(ssid),
        type: field('type') ?? '',
        channel: channel === undefined ? undefined : Number(channel),
        widthMhz: width === undefined ? undefined : Number(width),
        powerDbm: power === undefined ? undefined : Number.parseFloat(power),
      };
    });
}

export const readInterfaces = async (run: Run): Promise<AirInterface[]> =>
  parseInterfaces(await run(['iw', 'dev']));

/** The name of the radio behind an interface: `phy0`. */
export async function phyOf(device: string, run: Run): Promise<string> {
  const number = /^\s*wiphy (\d+)$/m.exec(await run(['iw', 'dev', device, 'info']))?.[1];
  return `phy${z.string().parse(number)}`;
}

/** Whose radio rules hold now; undefined for the world's. */
export async function readCountry(run: Run): Promise<string | undefined> {
  return /^country ([A-Z]{2}):/m.exec(await run(['iw', 'reg', 'get']))?.[1];
}
