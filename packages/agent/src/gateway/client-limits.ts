import type { ConfigClientLimit } from '@northlight/contract/device-protocol';
import { encodeInteger, encodeMac, EncodingRefused } from '../system/encode.ts';

export interface ClientLimit {
  readonly mac: string;
  readonly upKbps?: number;
  readonly downKbps?: number;
}

/** 100 Gbit/s: more than any port has. */
const MOST_KBPS = 100_000_000;

export function renderClientLimits(limits: readonly ConfigClientLimit[]): ClientLimit[] {
  const taken = new Set<string>();
  return limits.map(({ downKbps, mac: text, upKbps }, index) => {
    const at = `clientLimits.${index}`;
    const mac = encodeMac(text, `${at}.mac`);
    if (taken.has(mac)) throw new EncodingRefused(`${at}.mac`, 'a client of its own');
    taken.add(mac);
    for (const [name, kbps] of Object.entries({ upKbps, downKbps }))
      if (kbps !== undefined) encodeInteger(kbps, 1, MOST_KBPS, `${at}.${name}`);
    return { mac, ...(upKbps !== undefined && { upKbps }), ...(downKbps !== undefined && { downKbps }) };
  });
}
