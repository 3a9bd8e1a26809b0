import type { Topology, TopologyLink } from '@northlight/contract';
import { portStat } from '@northlight/contract/device-protocol';
import type { SeriesReader } from '../services.ts';
import { readPortSpeeds } from '../telemetry/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import type { StoredLink } from './links.ts';

type Figures = NonNullable<TopologyLink['figures']>;

/** Returns a function that finds the last reported state of a link's port, at its upper end first. */
export async function readLinkFigures(
  db: DbOrTx,
  projectId: number,
): Promise<(link: StoredLink) => Figures | undefined> {
  const rows = await db
    .selectFrom('device_state')
    .select(['device_id', 'ports'])
    .where('project_id', '=', projectId)
    .where('ports', 'is not', null)
    .execute();
  const ports = new Map(rows.map(({ device_id, ports: reported }) => [device_id, reported ?? []] as const));
  const find = ({ nodeId, port }: StoredLink['upper']): Figures | undefined => {
    const reported = ports.get(nodeId)?.find((each) => (each as { id?: unknown } | null)?.id === port);
    const { data } = portStat.safeParse(reported);
    if (!data || port === undefined) return undefined;
    const { duplex, poeWatts, speedMbps, stp, up } = data;
    return { up, speedMbps, duplex, poeWatts, stp };
  };
  return ({ lower, upper }) => find(upper) ?? find(lower);
}

/**
 * Returns a function that finds the speed that a link's port had at a time, at its upper end first. Undefined for ports
 * without reports in the minutes before.
 */
export async function readPastFigures(
  reader: SeriesReader,
  links: readonly StoredLink[],
  at: Date,
): Promise<(link: StoredLink) => Figures | undefined> {
  const ports = links.flatMap(({ lower, upper }) =>
    [upper, lower].flatMap(({ nodeId, port }) => (port === undefined ? [] : [{ deviceId: nodeId, port }])),
  );
  const speeds = await readPortSpeeds(reader, ports, at);
  const find = ({ nodeId, port }: StoredLink['upper']): Figures | undefined => {
    const speedMbps = speeds.get(nodeId)?.get(port ?? '');
    return speedMbps === undefined ? undefined : { up: speedMbps > 0, speedMbps };
  };
  return ({ lower, upper }) => find(upper) ?? find(lower);
}

/** Reads the WAN ports of the root, with their last reported state. */
export async function readWans(db: DbOrTx, rootId: string): Promise<Topology['wans']> {
  const root = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.caps', 'device_state.ports'])
    .where('devices.id', '=', rootId)
    .executeTakeFirst();
  const wans = root?.caps.ports.filter(({ role }) => role === 'wan') ?? [];
  if (wans.length === 0) return undefined;
  return wans.map(({ id }) => {
    const { data } = portStat.safeParse(
      root?.ports?.find((each) => (each as { id?: unknown } | null)?.id === id),
    );
    return { port: id, ...(data && { up: data.up }) };
  });
}
