import { z } from 'zod';
import type { Namespace } from '../namespaces.ts';

const BYTES: Readonly<Record<string, number>> = { bytes: 1, kbytes: 1024, mbytes: 1024 * 1024 };
const limit = z.object({ limit: z.object({ rate: z.number(), rate_unit: z.string(), inv: z.boolean() }) });
const rule = z.object({ rule: z.object({ chain: z.literal('limits'), expr: z.array(z.unknown()) }) });
const ruleset = z.object({ nftables: z.array(z.unknown()) });

/** Returns the rates above which nftables drops the traffic of clients (kbit/s), in the order of the rules. */
export async function readClientLimits(gateway: Namespace): Promise<number[]> {
  const { nftables } = ruleset.parse(JSON.parse(await gateway.exec('nft', '-j', 'list', 'ruleset')));
  return nftables.flatMap((item) => {
    const { data } = rule.safeParse(item);
    return (data?.rule.expr ?? []).flatMap((expression) => {
      const { success, data: found } = limit.safeParse(expression);
      if (!success || !found.limit.inv) return [];
      const { rate, rate_unit: unit } = found.limit;
      return [Math.round((rate * (BYTES[unit] ?? Number.NaN) * 8) / 1000)];
    });
  });
}

/** Returns the rates of the meters of a bridge (kbit/s), which Open vSwitch names at its management socket. */
export async function readMeterRates(host: Namespace, managementSocket: string): Promise<number[]> {
  const text = await host.exec('ovs-ofctl', '-O', 'OpenFlow13', 'dump-meters', managementSocket);
  return [...text.matchAll(/rate=(\d+)/g)].map(([, rate]) => Number(rate));
}

const UNITS: Readonly<Record<string, number>> = { bit: 0.001, Kbit: 1, Mbit: 1_000, Gbit: 1_000_000 };

/** Returns the rates of the classes in which the kernel queues frames that leave an interface (kbit/s). */
export async function readEgressRates(host: Namespace, device: string): Promise<number[]> {
  const text = await host.exec('tc', 'class', 'show', 'dev', device);
  return [...text.matchAll(/ ceil (\d+)(\w+) /g)].map(
    ([, rate, unit = '']) => Number(rate) * (UNITS[unit] ?? Number.NaN),
  );
}
