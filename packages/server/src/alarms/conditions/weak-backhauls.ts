import { MESH_ROLES } from '@northlight/contract';
import { backhaulStat, type WirelessBackhaul } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { indexParents, listAncestors } from '../grouping/site-tree.ts';
import { type Condition, ONLINE_STATES, type Reading, selectOnlineDevices } from './condition.ts';
import { formatDbm } from './format-dbm.ts';

/** Minimum difference of signals (dB) at which another parent is better in spite of fading. */
const CLEARLY_STRONGER_DB = 6;

/** Signals of the wireless backhauls of mesh nodes (dBm). Ignores the reports of devices that are no mesh nodes. */
export const weakBackhauls: Condition = {
  kinds: ['backhaul-weak'],
  read: async (db, getLimit, since) => {
    const nodes = await selectOnlineDevices(db)
      .select('device_state.backhaul')
      .where('device_state.backhaul_at', '>', since)
      .where('devices.role', 'in', MESH_ROLES)
      .where(sql<number>`(device_state.backhaul ->> 'signalDbm')::real`, '<=', getLimit('backhaul-weak'))
      .execute();
    return nodes.flatMap((row): Reading[] => {
      const { data: backhaul } = backhaulStat.safeParse(row.backhaul);
      if (backhaul?.kind !== 'wireless') return [];
      const node = { projectId: row.project_id, deviceId: row.id };
      const describe = (present: Db) => describeWeakBackhaul(present, { ...node, name: row.name, backhaul });
      return [{ ...node, kind: 'backhaul-weak', value: backhaul.signalDbm, describe }];
    });
  },
};

interface WeakBackhaul {
  readonly projectId: number;
  readonly deviceId: string;
  readonly name: string;
  readonly backhaul: WirelessBackhaul;
}

/** Describes a weak backhaul, with advice if another node of the project would be a clearly stronger parent. */
async function describeWeakBackhaul(
  db: Db,
  { backhaul, deviceId, name, projectId }: WeakBackhaul,
): Promise<string> {
  const { candidates, parentMac, signalDbm } = backhaul;
  const nodes = await readNodes(db, projectId);
  const parents = indexParents(nodes);
  // A node below this one cannot become its parent.
  const eligible = nodes.filter(
    ({ id, isOnline }) => isOnline && id !== deviceId && !listAncestors(id, parents).includes(deviceId),
  );
  const [best] = candidates
    .flatMap(({ mac, signalDbm: signal }) => {
      const node = eligible.find((each) => each.mac === mac);
      return node ? [{ name: node.name, gain: signal - signalDbm }] : [];
    })
    .toSorted((one, other) => other.gain - one.gain);
  const parent = nodes.find(({ mac }) => mac === parentMac)?.name ?? parentMac;
  const fact = `${name} reaches ${parent} with ${formatDbm(signalDbm)}`;
  return best && best.gain >= CLEARLY_STRONGER_DB
    ? `${fact}; ${best.name} would be ${Math.round(best.gain)} dB stronger.`
    : `${fact}; no other node is clearly stronger.`;
}

async function readNodes(db: Db, projectId: number) {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'kind', 'mac', 'name', 'state', 'parent_id'])
    .where('project_id', '=', projectId)
    .where('role', 'in', MESH_ROLES)
    .execute();
  return rows.map(({ id, kind, mac, name, parent_id, state }) => ({
    id,
    kind,
    mac,
    name,
    isOnline: ONLINE_STATES.some((code) => code === state),
    parentId: parent_id ?? undefined,
  }));
}
