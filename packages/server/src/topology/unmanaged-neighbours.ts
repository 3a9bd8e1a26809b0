import type { TopologyNode } from '@northlight/contract';
import { lldpNeighbour } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import type { DbOrTx } from '../platform/db/database.ts';

type UnmanagedNeighbour = NonNullable<TopologyNode['neighbour']>;
type Capabilities = NonNullable<ReturnType<typeof lldpNeighbour.parse>['caps']>;

/** Reads what the devices of a project report about their LLDP neighbours, by MAC address; the latest report counts. */
export async function readNeighbourFacts(
  db: DbOrTx,
  projectId: number,
): Promise<ReadonlyMap<string, UnmanagedNeighbour>> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_state', 'device_state.device_id', 'devices.id')
    .select('device_state.neighbours')
    .where('devices.project_id', '=', projectId)
    .orderBy('device_state.reported_at', (order) => order.asc().nullsFirst())
    .execute();
  return new Map(
    rows.flatMap(({ neighbours }) =>
      (neighbours ?? []).flatMap((each) => {
        const { data } = lldpNeighbour.safeParse(each);
        const mac = data && parseMac(data.peerMac);
        if (!data || mac === undefined) return [];
        const name = data.peerName?.trim() || undefined;
        return [[mac, { mac, name, type: findType(data.caps) }] as const];
      }),
    ),
  );
}

/** A router also bridges, and an access point does both; only its radio makes it none of the types. */
function findType(capabilities: Capabilities = []): UnmanagedNeighbour['type'] {
  if (capabilities.includes('router')) return 'router';
  return capabilities.includes('bridge') && !capabilities.includes('wlan') ? 'switch' : undefined;
}
