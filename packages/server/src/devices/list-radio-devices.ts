import { isBroadcastRole, type MapDevice } from '@northlight/contract';
import { deviceKind } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../platform/db/database.ts';
import { presentRadios } from './present.ts';
import { selectDevices } from './store.ts';

/** Lists the devices of a project that have radios, by name. */
export async function listRadioDevices(db: DbOrTx, projectId: number): Promise<MapDevice[]> {
  const rows = await selectDevices(db, projectId).orderBy('devices.name').execute();
  return rows.flatMap((row) =>
    row.caps.radios.length === 0
      ? []
      : [
          {
            id: row.id,
            name: row.name,
            model: row.model,
            kind: deviceKind.parse(row.kind),
            state: row.state,
            clients: row.clients ?? undefined,
            // Clients cannot join the radios of a bridge.
            radios: isBroadcastRole(row.role) ? presentRadios(row) : [],
            radiosAt: row.radios_at?.toISOString(),
          },
        ],
  );
}
