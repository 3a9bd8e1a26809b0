import type { PhysicalPort } from './layout.ts';

/** Minimum burst size; a meter with a smaller one would drop bursts below the average rate. */
const MIN_BURST_KBIT = 512;
const BURST_SECONDS = 0.1;

const listLimitedPorts = (
  ports: readonly PhysicalPort[],
): (PhysicalPort & { readonly ingressKbps: number })[] =>
  ports.flatMap((port) =>
    port.ingressKbps === undefined ? [] : [{ ...port, ingressKbps: port.ingressKbps }],
  );

/** Renders OpenFlow flows: frames that arrive at a limited port pass its meter, then normal switching. */
export function renderFlows(ports: readonly PhysicalPort[]): string {
  const metered = listLimitedPorts(ports).map(
    ({ number }) => `priority=100,in_port=${number},actions=meter:${number},normal`,
  );
  return [...metered, 'priority=0,actions=normal'].map((line) => `${line}\n`).join('');
}

/**
 * Renders the meters by number. Kernel policing is not used, because it fails silently where it is missing.
 */
export const renderMeters = (ports: readonly PhysicalPort[]): ReadonlyMap<number, string> =>
  new Map(
    listLimitedPorts(ports).map(({ ingressKbps, number }) => {
      const burst = Math.max(MIN_BURST_KBIT, Math.ceil(ingressKbps * BURST_SECONDS));
      return [
        number,
        `meter=${number},kbps,burst,stats,band=type=drop,rate=${ingressKbps},burst_size=${burst}`,
      ] as const;
    }),
  );

/** Parses the meter numbers in the output of `dump-meters`. */
export const parseMeters = (text: string): number[] =>
  [...text.matchAll(/^\s*meter=(\d+) /gm)].map(([, number]) => Number(number));
