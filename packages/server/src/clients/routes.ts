import type { OnlineClient } from '@northlight/contract';
import { projectOf } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { type ClientRow, listClients } from './store.ts';

const RECENT_MS = 86_400_000;

export function clientRoutes({ db, clock }: Services): HandlersOf<'clientList'> {
  return {
    clientList: async ({ query }, context) => {
      const since = new Date(clock.now() - RECENT_MS);
      const online = query.online === undefined ? undefined : query.online === 'true';
      const rows = await listClients(db, projectOf(context).projectId, since, online);
      return { items: rows.map(present), total: rows.length };
    },
  };
}

function present(row: ClientRow): OnlineClient {
  return {
    mac: row.mac,
    name: row.name || row.mac,
    ip: row.ip ?? undefined,
    vlan: row.vlan ?? undefined,
    ssid: row.ssid ?? undefined,
    band: row.band ?? undefined,
    port: row.port ?? undefined,
    device: { id: row.device_id, name: row.device_name },
    signalDbm: row.signal_dbm ?? undefined,
    rxBytes: row.rx_bytes ?? undefined,
    txBytes: row.tx_bytes ?? undefined,
    rxRateKbps: row.rx_rate_kbps ?? undefined,
    txRateKbps: row.tx_rate_kbps ?? undefined,
    online: row.online,
    connectedAt: row.connected_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  };
}
