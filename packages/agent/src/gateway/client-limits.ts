import type { ConfigClientLimit } from '@northlight/contract/device-protocol';
import { encodeInteger, encodeMac, EncodingRefused } from '../system/encode.ts';

export interface ClientLimit {
  readonly mac: string;
  readonly upKbps?: number;
  readonly downKbps?: number;
}

/** Rate that means no limit: 100 Gbit/s, faster than any port. */
const MAX_KBPS = 100_000_000;

export function renderClientLimits(limits: readonly ConfigClientLimit[]): ClientLimit[] {
  const taken = new Set<string>();
  return limits.map(({ downKbps, mac: text, upKbps }, index) => {
    const at = `clientLimits.${index}`;
    const mac = encodeMac(text, `${at}.mac`);
    if (taken.has(mac)) throw new EncodingRefused(`${at}.mac`, 'unique: this client already has a limit');
    taken.add(mac);
    for (const [name, kbps] of Object.entries({ upKbps, downKbps }))
      if (kbps !== undefined) encodeInteger(kbps, 1, MAX_KBPS, `${at}.${name}`);
    return { mac, ...(upKbps !== undefined && { upKbps }), ...(downKbps !== undefined && { downKbps }) };
  });
}
