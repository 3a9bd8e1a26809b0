import { z } from 'zod';
import type { RunProgram } from './run.ts';

const addressRow = z.object({
  ifname: z.string(),
  flags: z.array(z.string()).default([]),
  addr_info: z.array(z.object({ family: z.string(), local: z.string(), prefixlen: z.number() })).default([]),
});
export type AddressRow = z.infer<typeof addressRow>;

const counters = z.object({ bytes: z.number() });
const linkRow = z.object({
  ifname: z.string(),
  /** MAC address; absent for interfaces without one. */
  address: z.string().optional(),
  /** Bridge of which the interface is a port. */
  master: z.string().optional(),
  flags: z.array(z.string()).default([]),
  stats64: z.object({ rx: counters, tx: counters }).optional(),
});
export type LinkRow = z.infer<typeof linkRow>;

const neighbourRow = z.object({
  dst: z.string(),
  dev: z.string(),
  lladdr: z.string().optional(),
  state: z.array(z.string()).default([]),
  /** Seconds since the host last proved that it has the address. */
  confirmed: z.number().optional(),
});
export type NeighbourRow = z.infer<typeof neighbourRow>;

const routeRow = z.object({
  dst: z.string(),
  gateway: z.string().optional(),
  dev: z.string().optional(),
  protocol: z.string().optional(),
  metric: z.number().optional(),
});
export type RouteRow = z.infer<typeof routeRow>;

/** Parses rows of `ip -j`, which prints an empty object for a skipped row and no text for an empty list. */
function parseRows<T>(schema: z.ZodType<T>, text: string): T[] {
  const value: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return z
    .array(z.unknown())
    .parse(value)
    .flatMap((row) => {
      const parsed = schema.safeParse(row);
      return parsed.success ? [parsed.data] : [];
    });
}

export const readAddresses = async (run: RunProgram): Promise<AddressRow[]> =>
  parseRows(addressRow, await run(['ip', '-4', '-j', 'address', 'show']));

export const readLinks = async (run: RunProgram): Promise<LinkRow[]> =>
  parseRows(linkRow, await run(['ip', '-j', '-s', 'link', 'show']));

export const readNeighbours = async (run: RunProgram): Promise<NeighbourRow[]> =>
  parseRows(neighbourRow, await run(['ip', '-4', '-j', '-s', 'neigh', 'show']));

/** Returns the first IPv4 address by interface. */
export async function readFirstAddresses(run: RunProgram): Promise<ReadonlyMap<string, string>> {
  const rows = await readAddresses(run);
  return new Map(
    rows.flatMap(({ addr_info: [first], ifname }) => (first ? [[ifname, first.local] as const] : [])),
  );
}

/**
 * Returns the routes of the main table. `selector` limits them: `['proto', '157']`, `['default', 'dev',
 * 'wan0']`.
 */
export const readRoutes = async (run: RunProgram, ...selector: readonly string[]): Promise<RouteRow[]> =>
  parseRows(routeRow, await run(['ip', '-4', '-j', 'route', 'show', ...selector]));
