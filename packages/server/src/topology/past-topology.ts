import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';
import { recordDevices } from './devices.ts';

/** A link that a device of the project had in a simulated past. */
export interface PastLink {
  readonly deviceId: string;
  readonly parentId: string;
  readonly parentPort: string;
  readonly since: Date;
  readonly until: Date;
}

/** A state that a device of the project had from a time in a simulated past. */
export interface PastState {
  readonly deviceId: string;
  readonly state: number;
  readonly at: Date;
}

export interface PastTopology {
  /** Time from which the devices belonged to the project. */
  readonly since: Date;
  readonly links: readonly PastLink[];
  readonly states: readonly PastState[];
}

/** Stores links and states as if they had been reported at their times. The present links begin when the past ones end. */
export async function insertPastTopology(
  tx: Tx,
  projectId: number,
  { links, since, states }: PastTopology,
): Promise<void> {
  await recordDevices(tx, projectId, since);
  const ends = new Map<string, Date>();
  for (const { deviceId, until } of links)
    if (until > (ends.get(deviceId) ?? since)) ends.set(deviceId, until);
  await tx
    .updateTable('topology_links')
    .set({ since, begun_by: null })
    .where('project_id', '=', projectId)
    .where('until', 'is', null)
    .execute();
  for (const [deviceId, end] of ends)
    await tx
      .updateTable('topology_links')
      .set({ since: end })
      .where('project_id', '=', projectId)
      .where('lower_id', '=', deviceId)
      .where('until', 'is', null)
      .execute();
  await tx
    .updateTable('topology_devices')
    .set({ since })
    .where('project_id', '=', projectId)
    .where('until', 'is', null)
    .execute();
  if (links.length > 0)
    await insertRows(
      tx,
      'topology_links',
      links.map((link) => ({
        project_id: projectId,
        upper_id: link.parentId,
        upper_port: link.parentPort,
        lower_id: link.deviceId,
        lower_port: null,
        in_tree: true,
        evidence: 'lldp-both' as const,
        uncertain: false,
        seen_at: link.until,
        since: link.since,
        until: link.until,
        begun_by: null,
        ended_by: JSON.stringify({ kind: 'report', deviceId: link.parentId }),
      })),
      { json: ['ended_by'] },
    ).execute();
  if (states.length > 0)
    await insertRows(
      tx,
      'topology_states',
      states.map(({ at, deviceId, state }) => ({ project_id: projectId, device_id: deviceId, state, at })),
    ).execute();
}
