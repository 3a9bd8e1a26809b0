import type { PhysicalPort } from './layout.ts';

/** A band drops what exceeds the rate; shorter bursts than these would be cut off although the rate is kept. */
const LEAST_BURST_KBIT = 512;
const BURST_SECONDS = 0.1;

const limited = (ports: readonly PhysicalPort[]): (PhysicalPort & { readonly ingressKbps: number })[] =>
  ports.flatMap((port) =>
    port.ingressKbps === undefined ? [] : [{ ...port, ingressKbps: port.ingressKbps }],
  );

/** OpenFlow: what arrives at a limited port passes its meter; then, as everywhere, the switch decides. */
export function renderFlows(ports: readonly PhysicalPort[]): string {
  const metered = limited(ports).map(
    ({ number }) => `priority=100,in_port=${number},actions=meter:${number},normal`,
  );
  return [...metered, 'priority=0,actions=normal'].map((line) => `${line}\n`).join('');
}

/** The meters, by their number; policing of the kernel is not used, because it fails silently where it is missing. */
export const renderMeters = (ports: readonly PhysicalPort[]): ReadonlyMap<number, string> =>
  new Map(
    limited(ports).map(({ ingressKbps, number }) => {
      const burst = Math.max(LEAST_BURST_KBIT, Math.ceil(ingressKbps * BURST_SECONDS));
      return [
        number,
        `meter=${number},kbps,burst,stats,band=type=drop,rate=${ingressKbps},burst_size=${burst}`,
      ] as const;
    }),
  );

/** Numbers of the meters that `dump-meters` prints. */
export const parseMeters = (text: string): number[] =>
  [...text.matchAll(/^\s*meter=(\d+) /gm)].map(([, number]) => Number(number));
