import type { BirthFacts } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Stores the capabilities and versions of a birth. Keeps MAC, model, kind and tier as registered, because a
 * device that reports another kind could evade the project's limits.
 */
export async function writeIdentity(tx: Tx, deviceId: string, facts: BirthFacts): Promise<void> {
  const { kind: _kind, tier: _tier, ...own } = facts.caps;
  await tx
    .updateTable('devices')
    .set({
      caps: sql<string>`${JSON.stringify(own)}::jsonb
        || jsonb_strip_nulls(jsonb_build_object('kind', devices.kind, 'tier', devices.caps -> 'tier'))`,
      software: facts.software,
      hardware: facts.hardware,
      mesh_role: facts.meshRole ?? null,
    })
    .where('id', '=', deviceId)
    .execute();
}

/** Stores the network position and uptime of a birth. */
export async function writeBirthFacts(
  tx: Tx,
  deviceId: string,
  projectId: number,
  facts: BirthFacts,
): Promise<void> {
  const values = {
    ip: facts.nets.ip ?? null,
    vlan: facts.nets.vlan ?? null,
    uplink_mac: facts.nets.uplinkMac ?? null,
    uplink_port: facts.nets.uplinkPort ?? null,
    uptime_seconds: Math.round(facts.uptimeSeconds),
    reported_at: new Date(facts.bornAt),
    local_change: facts.localChange ? JSON.stringify(facts.localChange) : null,
  };
  const empty = { cpu: null, mem: null, clients: null, ports: null, neighbours: null };
  await tx
    .insertInto('device_state')
    .values({ device_id: deviceId, project_id: projectId, ...empty, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}
