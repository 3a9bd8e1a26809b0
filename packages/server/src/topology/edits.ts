import {
  cardOffset,
  type LayoutDirection,
  manualDevice,
  manualLink,
  manualLinkId,
  type TopologyEdits,
} from '@northlight/contract';
import type { GraphLink } from '@northlight/topology';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DbOrTx } from '../platform/db/database.ts';
import type { TopologyEditTable } from './tables.ts';

/** An edit that is valid now. */
export type EditRow = Pick<Selectable<TopologyEditTable>, 'kind' | 'item_id' | 'value'>;

/** Kinds of the stored positions by direction. */
export const POSITION_KINDS = {
  vertical: 'position-vertical',
  horizontal: 'position-horizontal',
} as const satisfies Readonly<Record<LayoutDirection, TopologyEditTable['kind']>>;

/** Edits that change the network itself, not only its drawing. */
export interface NetworkEdits {
  readonly rootId: string | undefined;
  readonly devices: TopologyEdits['devices'];
  readonly links: readonly Omit<TopologyEdits['links'][number], 'isUsed'>[];
}

/** Reads the valid edits of a project, the earliest first. */
export const readEditRows = (db: DbOrTx, projectId: number): Promise<EditRow[]> =>
  db
    .selectFrom('topology_edits')
    .select(['kind', 'item_id', 'value'])
    .where('project_id', '=', projectId)
    .where('until', 'is', null)
    .orderBy('begun_revision')
    .orderBy('item_id')
    .execute();

/** Returns the root, the devices and the links that users chose or added. */
export function listNetworkEdits(rows: readonly EditRow[]): NetworkEdits {
  const list = <Value>(kind: EditRow['kind'], schema: z.ZodType<Value>) =>
    rows.flatMap((row) => {
      const { data } = row.kind === kind ? schema.safeParse(row.value) : {};
      return data === undefined ? [] : [{ id: row.item_id, value: data }];
    });
  return {
    rootId: list('root', z.string())[0]?.value,
    devices: list('device', manualDevice).map(({ id, value }) => ({ id, ...value })),
    links: list('link', manualLink).map(({ id, value }) => ({ id: manualLinkId.parse(id), ...value })),
  };
}

/** Reads the edits of a project. Links are used if the present network contains them. */
export async function readEdits(
  db: DbOrTx,
  projectId: number,
  present: readonly GraphLink[],
): Promise<TopologyEdits> {
  const graph = await db
    .selectFrom('topology_graphs')
    .select('edit_revision')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const rows = await readEditRows(db, projectId);
  const { devices, links, rootId } = listNetworkEdits(rows);
  const used = new Set(present.filter(({ trust }) => trust === 'manual').map(formatEnds));
  const directions = Object.entries(POSITION_KINDS) as [LayoutDirection, EditRow['kind']][];
  return {
    revision: graph?.edit_revision ?? 0,
    positions: directions.flatMap(([direction, kind]) =>
      rows
        .filter((row) => row.kind === kind)
        .map(({ item_id, value }) => ({ nodeId: item_id, direction, ...cardOffset.parse(value) })),
    ),
    names: rows
      .filter(({ kind }) => kind === 'name')
      .map(({ item_id, value }) => ({ nodeId: item_id, name: z.string().parse(value) })),
    hidden: rows.filter(({ kind }) => kind === 'hidden').map(({ item_id }) => item_id),
    rootId,
    devices,
    links: links.map((link) => ({ ...link, isUsed: used.has(formatEnds(link)) })),
  };
}

const formatEnds = ({ lower, upper }: Pick<GraphLink, 'lower' | 'upper'>): string =>
  JSON.stringify([upper.nodeId, upper.port, lower.nodeId, lower.port]);
