import { z } from 'zod';
import type { RunProgram } from '../system/run.ts';

/** Current state of a radio's interface. */
export interface RadioInterface {
  readonly device: string;
  readonly mac: string;
  /** The broadcast SSID; undefined for an interface that sends no beacons. */
  readonly ssid: string | undefined;
  readonly type: string;
  readonly channel: number | undefined;
  readonly widthMhz: number | undefined;
  readonly powerDbm: number | undefined;
}

/** Decodes an SSID printed by `iw`, which writes special bytes and backslashes as `\x0a`. */
export function unescapeSsid(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = /^\\x([0-9a-f]{2})/i.exec(text.slice(at, at + 4))?.[1];
    bytes.push(hex === undefined ? text.charCodeAt(at) : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 3;
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Parses the output of `iw dev`. */
export function parseInterfaces(text: string): RadioInterface[] {
  return text
    .split(/^\s*(?=Interface |Unnamed)/m)
    .filter((part) => part.startsWith('Interface '))
    .map((part): RadioInterface => {
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

export const readInterfaces = async (run: RunProgram): Promise<RadioInterface[]> =>
  parseInterfaces(await run(['iw', 'dev']));

/** Returns the name of the radio of an interface, such as `phy0`. */
export async function readPhy(device: string, run: RunProgram): Promise<string> {
  const number = /^\s*wiphy (\d+)$/m.exec(await run(['iw', 'dev', device, 'info']))?.[1];
  return `phy${z.string().parse(number)}`;
}

/** Returns the regulatory country in effect; undefined for the world default. */
export async function readCountry(run: RunProgram): Promise<string | undefined> {
  return /^country ([A-Z]{2}):/m.exec(await run(['iw', 'reg', 'get']))?.[1];
}
