import { z } from 'zod';
import { NFT_COUNT_TABLE } from '../gateway/nft-ruleset.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';

/** Bytes from the device's point of view: received from the client and sent to it. */
export interface Traffic {
  readonly rxBytes: number;
  readonly txBytes: number;
}

const element = z.object({
  elem: z.object({ val: z.string(), counter: z.object({ bytes: z.number() }) }),
});
const listed = z.object({
  nftables: z.array(z.object({ set: z.object({ elem: z.array(z.unknown()).default([]) }).optional() })),
});

/** Parses the output of `nft -j list set`: returns bytes by address. */
export function parseCounts(text: string): Map<string, number> {
  const { nftables } = listed.parse(JSON.parse(text));
  const elements = nftables.flatMap(({ set }) => set?.elem ?? []);
  return new Map(
    elements.flatMap((row) => {
      const { data } = element.safeParse(row);
      return data ? [[data.elem.val, data.elem.counter.bytes] as const] : [];
    }),
  );
}

/** Returns the traffic by address since counting started; empty without counters. */
export async function readTraffic(run: RunProgram): Promise<Map<string, Traffic>> {
  const [sent, received] = await Promise.all([readSet('sent', run), readSet('received', run)]);
  return new Map(
    [...new Set([...sent.keys(), ...received.keys()])].map((ip) => [
      ip,
      { rxBytes: sent.get(ip) ?? 0, txBytes: received.get(ip) ?? 0 },
    ]),
  );
}

async function readSet(name: string, run: RunProgram): Promise<Map<string, number>> {
  try {
    return parseCounts(await run(['nft', '-j', 'list', 'set', 'inet', NFT_COUNT_TABLE, name]));
  } catch (error) {
    if (error instanceof CommandFailed) return new Map();
    throw error;
  }
}

interface Rates {
  readonly rxRateKbps?: number;
  readonly txRateKbps?: number;
}

type Sample = Traffic & Required<Rates> & { readonly at: number };

/** Computes rates by client between readings at least `MIN_INTERVAL_MS` apart. */
export class TrafficRates {
  #samples = new Map<string, Sample>();
  static readonly MIN_INTERVAL_MS = 5_000;

  /**
   * Returns the bytes and the mean rate of the last interval (kbit/s); without a rate at the first reading.
   */
  update(mac: string, { rxBytes, txBytes }: Traffic, now: number): Traffic & Rates {
    const before = this.#samples.get(mac);
    const ms = now - (before?.at ?? now);
    if (before && ms < TrafficRates.MIN_INTERVAL_MS)
      return { rxBytes, txBytes, rxRateKbps: before.rxRateKbps, txRateKbps: before.txRateKbps };
    // A counter below its last value means that the client's address changed or the counter was reset.
    const rate = (bytes: number, earlier: number | undefined): number =>
      ms > 0 ? Math.round((Math.max(0, bytes - (earlier ?? 0)) * 8) / ms) : 0;
    const rates = { rxRateKbps: rate(rxBytes, before?.rxBytes), txRateKbps: rate(txBytes, before?.txBytes) };
    this.#samples.set(mac, { at: now, rxBytes, txBytes, ...rates });
    return { rxBytes, txBytes, ...(before && rates) };
  }

  retain(macs: ReadonlySet<string>): void {
    this.#samples = new Map([...this.#samples].filter(([mac]) => macs.has(mac)));
  }
}
